import { createHash } from 'node:crypto';
import type { Span } from '@memora/core';
import type { GuessedLanguage } from '@memora/language/detect';
import type { ParsedNote, Segment } from '@memora/vault';
import type { ExtractedClaim } from '../../model/extractor.ts';
import { makeOnce } from '../../prepare/hash-once.ts';

/** The claims of a segment, or the reason why it makes none. */
export type SegmentOutcome = readonly ExtractedClaim[] | string;

/** What was made of a conversation note, and by what it is known again once it has grown. */
interface Remembered {
  readonly path: string;
  readonly language: GuessedLanguage | null;
  readonly length: number;
  /** Of all its bytes. */
  readonly digest: string;
  /** Of its segments. */
  readonly spans: readonly Span[];
  /** By the index of the segment; undefined for those that are read again. */
  readonly outcomes: readonly (SegmentOutcome | undefined)[];
}

/** Conversations that go on at once in one process. */
const MOST_NOTES = 8;
/** Shorter ones are read in no time. */
const MOST_READ = 16;

let latest: readonly Remembered[] = [];

/**
 * What was made of the turns of a conversation before it grew, by the index of their segments: a session appends to a note that may have hundreds
 * of turns, and each of them says what it said. Empty for every other note, and where a byte of what was there has changed.
 */
export function recallTurns(
  note: ParsedNote,
  bytes: Uint8Array,
  language: GuessedLanguage | null,
): readonly (SegmentOutcome | undefined)[] {
  const known = latest.find((each) => each.language === language && hasGrown(each, note.path, bytes));
  if (known === undefined) return [];
  const isAt = (span: Span, i: number) => isSameSpan(note.segments[i]?.span, span);
  return known.outcomes.every((each, i) => each === undefined || isAt(known.spans[i] as Span, i))
    ? known.outcomes
    : [];
}

/** Keeps what was made of the turns of a conversation, its last one aside, until others take its place. Nothing is kept of a note with secret parts. */
export function rememberTurns(
  note: ParsedNote,
  bytes: Uint8Array,
  language: GuessedLanguage | null,
  outcomes: ReadonlyMap<number, SegmentOutcome>,
): void {
  const { path, segments, turns, band } = note;
  if (turns.length < MOST_READ || band === 'secret' || segments.some(isSecret)) return;
  const last = turns.at(-1)?.index ?? null;
  const isKept = ({ kind, turn }: Segment) =>
    // Rows share what is left of the cells of the note.
    kind !== 'table_row' && turn !== undefined && turn.index !== null && turn.index !== last;
  const remembered: Remembered = {
    spans: segments.map(({ span }) => span),
    path,
    language,
    length: bytes.length,
    digest: digestOf(bytes),
    outcomes: segments.map((segment, index) => (isKept(segment) ? outcomes.get(index) : undefined)),
  };
  for (const outcome of remembered.outcomes) if (typeof outcome === 'object') outcome.forEach(makeOnce);
  latest = [remembered, ...latest.filter((each) => !hasGrown(each, path, bytes))].slice(0, MOST_NOTES);
}

/** True where these are the bytes that were read, with more behind them. */
function hasGrown({ path, length, digest }: Remembered, now: string, bytes: Uint8Array): boolean {
  return path === now && length <= bytes.length && digest === digestOf(bytes.subarray(0, length));
}

function isSameSpan(a: Span | undefined, b: Span): boolean {
  return a?.start === b.start && a.end === b.end;
}

function isSecret({ band }: Segment): boolean {
  return band === 'secret';
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
