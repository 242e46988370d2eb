import { type Band, compareBands } from '@memora/core';
import { locateFrontmatter, readNoteHead, splitYamlEntries } from '@memora/vault/internal';

/** The note with a stricter band; null if its band is at least as strict, or it has no entry for one. */
export function tightenBand(note: Uint8Array, band: Band): Uint8Array | null {
  if (compareBands(readNoteHead(note).band, band) >= 0) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(note);
  const yaml = locateFrontmatter(text)?.yaml;
  const entry =
    yaml === undefined ? undefined : splitYamlEntries(text, yaml)?.find(({ key }) => key === 'privacy');
  if (entry === undefined) return null;
  return new TextEncoder().encode(`${text.slice(0, entry.start)}privacy: ${band}${text.slice(entry.end)}`);
}
