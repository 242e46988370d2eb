import type { Relocation } from '../evidence/relocate-spans.ts';

/**
 * Maximum number of windows of a note that are hashed in the search for one span: those with sentence-like
 * edges, and others.
 */
const LIKELY_BUDGET = 400_000;
const OTHER_BUDGET = 20_000;

/**
 * A slow reference implementation of `relocateSpans` for tests: one span at a time, with every window hashed
 * again. `matches` compares `length` bytes with the original.
 */
export function relocateOneByOne(
  bytes: Uint8Array,
  length: number,
  matches: (window: Uint8Array) => boolean,
  headingPath?: readonly string[] | null,
): Relocation {
  const nowhere = { span: null, several: false };
  if (length <= 0 || length > bytes.length) return nowhere;
  const first = search(bytes, length, matches);
  if (first === -1) return nowhere;
  const places = occurrences(bytes, bytes.subarray(first, first + length));
  const under = headingPath?.length ? places.filter((at) => isUnder(bytes, at, headingPath)) : places;
  const at = places.length === 1 ? places[0] : under.length === 1 ? under[0] : undefined;
  return at === undefined
    ? { span: null, several: true }
    : { span: { start: at, end: at + length }, several: false };
}

function search(bytes: Uint8Array, length: number, matches: (window: Uint8Array) => boolean): number {
  const last = bytes.length - length;
  let budget = LIKELY_BUDGET;
  for (let at = 0; at <= last && budget > 0; at++) {
    if (!isLikely(bytes, at, length)) continue;
    budget--;
    if (matches(bytes.subarray(at, at + length))) return at;
  }
  budget = OTHER_BUDGET;
  for (let at = 0; at <= last && budget > 0; at++) {
    if (isLikely(bytes, at, length) || !isBoundary(bytes, at) || !isBoundary(bytes, at + length)) continue;
    budget--;
    if (matches(bytes.subarray(at, at + length))) return at;
  }
  return -1;
}

/** True if the window starts and ends like a sentence, item or field. */
function isLikely(bytes: Uint8Array, at: number, length: number): boolean {
  if (!isBoundary(bytes, at) || !isBoundary(bytes, at + length)) return false;
  if (isSpace(bytes[at]) || isSpace(bytes[at + length - 1])) return false;
  return (
    !(isWord(bytes[at - 1]) && isWord(bytes[at])) &&
    !(isWord(bytes[at + length - 1]) && isWord(bytes[at + length]))
  );
}

/** True if a character starts. */
function isBoundary(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & 0xc0) !== 0x80;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13);
}

/** ASCII letters and digits; scripts without spaces have a boundary at every character. */
function isWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 122);
}

function occurrences(bytes: Uint8Array, wanted: Uint8Array): number[] {
  const places: number[] = [];
  const first = wanted[0] as number;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(first); at !== -1 && at <= last; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < wanted.length && bytes[at + i] === wanted[i]) i++;
    if (i === wanted.length) places.push(at);
  }
  return places;
}

function isUnder(bytes: Uint8Array, at: number, headingPath: readonly string[]): boolean {
  const path: { level: number; title: string }[] = [];
  for (const line of new TextDecoder().decode(bytes.subarray(0, at)).split('\n')) {
    const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/u.exec(line);
    if (heading === null) continue;
    const level = (heading[1] as string).length;
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    path.push({ level, title: plain(heading[2] as string) });
  }
  const titles = path.map(({ title }) => title);
  return titles.join('\n') === headingPath.map(plain).join('\n');
}

function plain(title: string): string {
  return title
    .replace(/#+\s*$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
