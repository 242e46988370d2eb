import { createHash } from 'node:crypto';
import type { Span } from '@memora/core';
import type { GuessedLanguage } from '@memora/language/detect';
import type { ParsedNote, Segment } from '@memora/vault';
import type { ExtractedClaim } from '../../model/extractor.ts';
import { makeOnce } from '../../prepare/hash-once.ts';

/** The claims of a segment, or the reason why it makes none. */
export type SegmentOutcome = readonly ExtractedClaim[] | string;

/** The results for a conversation note, and the data that recognises the note after it has grown. */
interface Remembered {
  readonly path: string;
  readonly language: GuessedLanguage | null;
  readonly length: number;
  /** Digest of all its bytes. */
  readonly digest: string;
  /** Spans of its segments. */
  readonly spans: readonly Span[];
  /** By segment index; undefined for segments that must be read again. */
  readonly outcomes: readonly (SegmentOutcome | undefined)[];
}

/** Maximum number of conversations that one process keeps. */
const MOST_NOTES = 8;
/** Shorter conversations are not worth keeping. */
const MOST_READ = 16;

let latest: readonly Remembered[] = [];

/**
 * Returns the results for the turns of a conversation before it grew, by segment index. A session appends to a note that may have hundreds of turns, and
 * existing turns do not change. Empty for other notes, and if any earlier byte has changed.
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

/** Keeps the results for the turns of a conversation, except the last one, until newer notes replace them. Notes with secret parts are never kept. */
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
    // Rows share the note's remaining cell budget.
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

/** True if the bytes begin with the bytes that were read before. */
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
