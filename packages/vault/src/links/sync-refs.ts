import { decodeText } from '@memora/core';
import { locateFrontmatter } from '../frontmatter/locate-frontmatter.ts';
import { readYaml } from '../frontmatter/read-yaml.ts';
import { splitYamlEntries } from '../frontmatter/split-yaml-entries.ts';
import { toYamlList } from '../frontmatter/to-yaml.ts';
import type { ParsedNote } from '../parsed-note.ts';

/**
 * Rewrites the `refs` lines of a note's frontmatter to its wikilinks, in order of appearance, each target once. Links of a stricter band than the note are left
 * out. `null` if nothing changes: no frontmatter, no `refs` key, or the same list.
 */
export function syncRefs(bytes: Uint8Array, note: ParsedNote): Uint8Array | null {
  const { text, valid } = decodeText(bytes);
  const location = locateFrontmatter(text);
  if (!valid || location === null) return null;
  const entries = splitYamlEntries(text, location.yaml);
  const entry = entries?.find((candidate) => candidate.key === 'refs');
  if (entries === null || entry === undefined || readYaml(text, location.yaml, entries) === null) return null;
  const refs = wikiTargets(note);
  const written = note.frontmatter.refs;
  if (refs.length === written.length && refs.every((ref, i) => ref === written[i])) return null;
  const edited = `${text.slice(0, entry.start)}refs: ${toYamlList(refs)}${text.slice(entry.end)}`;
  return new TextEncoder().encode(edited);
}

function wikiTargets(note: ParsedNote): string[] {
  const own = note.links.filter(
    ({ kind, band, target }) => kind === 'wiki' && target !== '' && band === note.band,
  );
  return [...new Set(own.map(({ target }) => target))];
}
