import { locateFrontmatter, readNoteHead, splitYamlEntries } from '@memora/vault/internal';

/**
 * The hash of the original that a note names; null for a note that was not read from a document. Parses only
 * this entry, because the rest of a note may take seconds per megabyte.
 */
export function originOfNote(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const yaml = locateFrontmatter(text)?.yaml;
  const entry =
    yaml === undefined ? undefined : splitYamlEntries(text, yaml)?.find(({ key }) => key === 'origin_hash');
  if (entry === undefined || entry.end - entry.start > LONGEST_ENTRY) return null;
  const alone = new TextEncoder().encode(`---\n${text.slice(entry.start, entry.end)}\n---\n`);
  const hash = readNoteHead(alone, { once: true }).frontmatter.fields.get('origin_hash');
  return typeof hash === 'string' ? hash : null;
}

const LONGEST_ENTRY = 1_000;
