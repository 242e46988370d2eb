import { isDeepStrictEqual } from 'node:util';
import { type Band, decodeText } from '@memora/core';
import { slugOfPath } from '../identity/note-identity.ts';
import { parseNote } from '../parse-note.ts';
import { summariseNote } from '../segment/summarise-note.ts';
import { type FrontmatterLocation, locateFrontmatter, opensFrontmatter } from './locate-frontmatter.ts';
import { toSecond } from './normalise-date.ts';
import { readYaml, type YamlPairs } from './read-yaml.ts';
import { splitYamlEntries } from './split-yaml-entries.ts';
import { toYamlList, toYamlScalar } from './to-yaml.ts';

/** The keys that autofill writes, in the order it writes them. */
export const AUTOFILL_KEYS = [
  'id',
  'region',
  'source',
  'privacy',
  'created',
  'updated',
  'summary',
  'tags',
  'refs',
] as const;

export type AutofillKey = (typeof AUTOFILL_KEYS)[number];

export interface CompleteFrontmatterOptions {
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly defaultBand?: Band;
  readonly fileTimes: { readonly createdMs: number; readonly updatedMs: number };
  /** The id to write if the note has none; the slug of the path by default. */
  readonly id?: string;
}

export type FrontmatterEdit =
  | { readonly changed: true; readonly bytes: Uint8Array; readonly added: readonly AutofillKey[] }
  | { readonly changed: false; readonly reason: 'complete' | 'unreadable' };

/**
 * Adds the missing keys of {@link AUTOFILL_KEYS} to a note's frontmatter, as whole lines before its closing line or as a new block; every other byte stays.
 * Frontmatter that can't be read, or whose values the new lines would change, is left alone.
 */
export function completeFrontmatter(bytes: Uint8Array, options: CompleteFrontmatterOptions): FrontmatterEdit {
  const { text, valid } = decodeText(bytes);
  const location = locateFrontmatter(text);
  if (!valid || (location === null && opensFrontmatter(text)))
    return { changed: false, reason: 'unreadable' };
  const before = location === null ? [] : readBlock(text, location);
  if (before === null) return { changed: false, reason: 'unreadable' };
  const present = new Set(before.map(([key]) => key.trim().toLowerCase()));
  const added = AUTOFILL_KEYS.filter((key) => !present.has(key));
  if (added.length === 0) return { changed: false, reason: 'complete' };
  const valueByKey = autofillValues(bytes, options);
  const ending = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const lines = added.map((key) => `${key}: ${valueByKey[key]}${ending}`).join('');
  const { at, insert } = insertion(text, location, lines, ending);
  const edited = text.slice(0, at) + insert + text.slice(at);
  if (!keepsValues(edited, before, added)) return { changed: false, reason: 'unreadable' };
  return { changed: true, bytes: new TextEncoder().encode(edited), added };
}

function insertion(
  text: string,
  location: FrontmatterLocation | null,
  lines: string,
  ending: string,
): { at: number; insert: string } {
  if (location === null) {
    return { at: text.charCodeAt(0) === 0xfeff ? 1 : 0, insert: `---${ending}${lines}---${ending}` };
  }
  const { end } = location.yaml;
  const needsBreak = end > location.yaml.start && !/[\r\n]/.test(text[end - 1] ?? '');
  return { at: end, insert: needsBreak ? ending + lines : lines };
}

function readBlock(text: string, location: FrontmatterLocation): YamlPairs {
  const entries = splitYamlEntries(text, location.yaml);
  return entries === null ? null : readYaml(text, location.yaml, entries);
}

/** True if the edited block reads as the old pairs followed by the new keys, each once. */
function keepsValues(edited: string, before: NonNullable<YamlPairs>, added: readonly AutofillKey[]): boolean {
  const location = locateFrontmatter(edited);
  const after = location === null ? null : readBlock(edited, location);
  if (after === null || after.length !== before.length + added.length) return false;
  const kept = before.every((pair, i) => isDeepStrictEqual(pair, after[i]));
  return kept && added.every((key, i) => after[before.length + i]?.[0] === key);
}

function autofillValues(bytes: Uint8Array, options: CompleteFrontmatterOptions): Record<AutofillKey, string> {
  const { path, defaultBand = 'private', fileTimes } = options;
  const note = parseNote(bytes, { path, defaultBand });
  const created = Math.min(
    fileTimes.createdMs > 0 ? fileTimes.createdMs : fileTimes.updatedMs,
    fileTimes.updatedMs,
  );
  return {
    id: toYamlScalar(options.id ?? slugOfPath(path)),
    region: toYamlScalar(note.region),
    source: 'personal',
    privacy: note.band,
    created: toSecond(created),
    updated: toSecond(fileTimes.updatedMs),
    summary: JSON.stringify(summariseNote(note).toWellFormed()),
    tags: toYamlList(note.tags),
    refs: '[]',
  };
}
