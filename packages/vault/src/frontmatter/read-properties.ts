import { type Band, parseBand, type Span, strictestBand } from '@memora/core';
import { findDate } from '@memora/language/dates';
import { normaliseDate } from './normalise-date.ts';
import type { NoteProperties, NoteStatus, NoteType } from './note-properties.ts';
import type { YamlPairs } from './read-yaml.ts';

/** A problem with a property: its key (never its value) and how it was read. */
export interface PropertyProblem {
  readonly key: string;
  readonly code: 'PRIVACY_UNREADABLE' | 'FRONTMATTER_DUPLICATE_KEY' | 'FRONTMATTER_VALUE';
  readonly readAs: string;
}

const CONFIDENCE_WORDS: Readonly<Record<string, number>> = { low: 0.3, medium: 0.6, high: 0.9 };

/** The properties of a note without frontmatter. */
export const NO_PROPERTIES: NoteProperties = toProperties([], null).properties;

/** Reads the keys that Memora knows from YAML pairs. If a key appears twice, the last value counts; for `privacy`, the strictest. */
export function toProperties(
  pairs: NonNullable<YamlPairs>,
  span: Span | null,
): { readonly properties: NoteProperties; readonly problems: readonly PropertyProblem[] } {
  const problems: PropertyProblem[] = [];
  const fields = new Map<string, unknown>();
  for (const [key, value] of pairs) {
    if (fields.has(key)) problems.push({ key, code: 'FRONTMATTER_DUPLICATE_KEY', readAs: 'its last value' });
    fields.set(key, value);
  }
  const read = <T>(key: string, parse: (value: unknown) => T | null): T | null => {
    const value = fields.get(key);
    if (value === undefined || value === null || value === '' || isPlaceholder(value)) return null;
    const parsed = parse(value);
    // Other tools use `type` and `status` too, so an unknown value there is not a mistake.
    if (parsed === null && key !== 'type' && key !== 'status')
      problems.push({ key, code: 'FRONTMATTER_VALUE', readAs: 'absent' });
    return parsed;
  };
  const properties: NoteProperties = {
    span,
    id: read('id', toText),
    title: read('title', toText),
    type: read('type', (value) => oneOf<NoteType>(value, ['episodic', 'semantic', 'procedural'])),
    date: read('date', normaliseDate),
    region: read('region', toText),
    source: read('source', toText),
    privacy: readPrivacy(pairs, problems),
    created: read('created', toDate),
    updated: read('updated', toDate),
    summary: read('summary', toText),
    tags: unique(
      [...toList(fields.get('tags'), /[,\s]+/), ...toList(fields.get('tag'), /[,\s]+/)].map(withoutHash),
    ),
    refs: unique(toList(fields.get('refs'), /,/).map(withoutBrackets)),
    status: read('status', (value) => oneOf<NoteStatus>(value, ['draft', 'active', 'archived'])),
    validFrom: read('valid_from', normaliseDate),
    validUntil: read('valid_until', normaliseDate),
    confidence: read('confidence', toUnitInterval),
    aliases: unique([...toList(fields.get('aliases'), /,/), ...toList(fields.get('alias'), /,/)]),
    fields,
  };
  return { properties, problems };
}

/** A YAML value on one line, for people: lists joined with commas, other structures as JSON. */
export function toDisplayText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toDisplayText).filter(Boolean).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value).replace(/\s+/gu, ' ').trim();
}

function readPrivacy(pairs: NonNullable<YamlPairs>, problems: PropertyProblem[]): Band | null {
  let band: Band | null = null;
  for (const [key, value] of pairs) {
    if (key.trim().toLowerCase() !== 'privacy') continue;
    const parsed = parseBand(value);
    if (!parsed.known) problems.push({ key: 'privacy', code: 'PRIVACY_UNREADABLE', readAs: 'secret' });
    band = band === null ? parsed.band : strictestBand(band, parsed.band);
  }
  return band;
}

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : null;
}

/**
 * A template's placeholder (`{{title}}`, `<% tp.date.now() %>`) is neither a value nor a mistake: if it were an id, every note made from the template would
 * share it. YAML reads an unquoted `{{date}}` as a map in a map.
 */
function isPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{{') || /^\s*<%.*%>\s*$/su.test(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [[key, inner] = [], ...others] = value instanceof Map ? [...value] : Object.entries(value);
  return (
    others.length === 0 && inner === null && (typeof key === 'object' || String(key).trim().startsWith('{'))
  );
}

/** A date in a machine-readable form, or as people write it: "1:56 pm on 8 May, 2023". */
function toDate(value: unknown): string | null {
  return normaliseDate(value) ?? (typeof value === 'string' ? (findDate(value)?.validFrom ?? null) : null);
}

function oneOf<T extends string>(value: unknown, names: readonly T[]): T | null {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return names.find((known) => known === name) ?? null;
}

function toUnitInterval(value: unknown): number | null {
  const word = typeof value === 'string' ? CONFIDENCE_WORDS[value.trim().toLowerCase()] : undefined;
  if (word !== undefined) return word;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 1 ? number : null;
}

/** Lists as people write them: a YAML list, one string with separators, null entries, numbers, nested lists. */
function toList(value: unknown, separator: RegExp): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    // YAML reads an unquoted `[[note]]` as a list in a list; the intended link is its text.
    return value.flatMap((item) => (Array.isArray(item) ? toList(item, separator) : (toText(item) ?? [])));
  }
  const text = toText(value);
  if (text === null) return [];
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function withoutHash(tag: string): string {
  return tag.replace(/^#+/, '');
}

function withoutBrackets(ref: string): string {
  return ref.replace(/^\[\[(.*)\]\]$/, '$1');
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}
