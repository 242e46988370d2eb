import type { Claim } from '@memora/claims';
import { normaliseTerm, type SpanLike } from '@memora/core';
import { segmentSentences } from '@memora/language/sentences';
import { toAnswerLine } from './to-answer-line.ts';

/** A claim that was found, with the text of its span as it stands in the note now. */
export interface Evidence {
  readonly claim: Claim;
  readonly score: number;
  /** How much of what the question asks for it holds, 0–1. */
  readonly coverage: number;
  /** How much of it the claim's own words hold, without title, headings and neighbours. */
  readonly ownCoverage: number;
  readonly text: string;
  /** True for a line of the note's frontmatter. */
  readonly inFrontmatter: boolean;
}

/** One line of an extractive answer. */
export interface AnswerLine {
  /** The source's own words. */
  readonly text: string;
  readonly claim: Claim;
  /** From when it holds (`2026-04-20`), where the notes say so. */
  readonly date: string | null;
  /** As of its {@link Evidence}. */
  readonly ownCoverage: number;
}

/** Lines of one note that stand together. */
export interface AnswerGroup {
  readonly notePath: string;
  readonly title: string;
  readonly lines: readonly AnswerLine[];
}

/** More than this nobody reads. */
export const MAX_ANSWER_LINES = 8;

/**
 * Chooses what to answer with, in the sources' own words: at most `limit` lines, best evidence first, the lines of one
 * note together, no fact and no sentence twice. Within a note, whose title says the same of each, lines that say themselves
 * what is asked for go first.
 */
export function chooseAnswerLines(evidence: readonly Evidence[], limit = MAX_ANSWER_LINES): AnswerGroup[] {
  const chosen: AnswerLine[] = [];
  const seen = new Set<string>();
  for (const { claim, text, ownCoverage } of evidence) {
    if (chosen.length >= limit) break;
    const line = toAnswerLine(text);
    const keys = [normaliseTerm(line), factKey(claim)];
    if (isNoteType(claim) || line === '' || holdsMarker(line) || keys.some((key) => seen.has(key))) continue;
    if (
      chosen.some((other) => other.claim.notePath === claim.notePath && overlap(other.claim.span, claim.span))
    )
      continue;
    for (const key of keys) seen.add(key);
    chosen.push({ text: line, claim, date: toDay(claim), ownCoverage });
  }
  return groupByNote(chosen);
}

/** The draft: list items, each with its citation, dated where the notes give a date. */
export function formatExtractiveDraft(groups: readonly AnswerGroup[]): string {
  return groups
    .flatMap((group) => group.lines)
    .map((line) => `- ${citeEachSentence(withDate(line), line.claim.id)}`)
    .join('\n');
}

/** A marker carries the one sentence it follows, and a span may hold several. */
function citeEachSentence(text: string, id: string): string {
  return segmentSentences(text, { bias: 'split' })
    .map(({ start, end }) => `${text.slice(start, end)} [claim:${id}]`)
    .join(' ');
}

function withDate({ text, date }: AnswerLine): string {
  return date === null || text.includes(date) ? text : `${date}: ${text}`;
}

function groupByNote(lines: readonly AnswerLine[]): AnswerGroup[] {
  const byNote = new Map<string, AnswerLine[]>();
  for (const line of lines) {
    const group = byNote.get(line.claim.notePath);
    if (group === undefined) byNote.set(line.claim.notePath, [line]);
    else group.push(line);
  }
  return [...byNote].map(([notePath, group]) => ({
    notePath,
    title: group[0]?.claim.noteTitle ?? notePath,
    lines: group.toSorted((a, b) => b.ownCoverage - a.ownCoverage),
  }));
}

/** A claim whose span says all (`states`) is told apart by its text alone. */
function factKey(claim: Claim): string {
  if (claim.object === null) return `id\0${claim.id}`;
  return [claim.subject, claim.predicate, claim.object].map(normaliseTerm).join('\0');
}

function overlap(a: SpanLike, b: SpanLike): boolean {
  return a.start < b.end && b.start < a.end;
}

/** `type: semantic` says what sort of page a note is, not what its writer knows. */
function isNoteType({ predicate, object }: Claim): boolean {
  return predicate === 'type' && ['episodic', 'semantic', 'procedural'].includes(object ?? '');
}

/** Text of a note that looks like a citation would be read as one. */
function holdsMarker(line: string): boolean {
  return /[[\uff3b\u3010]\s*claim\s*[:：]/iu.test(line);
}

/** The day, month or year a claim holds from; nothing where only the file's own time is known. */
function toDay(claim: Claim): string | null {
  if (claim.validFrom === null || claim.precision === 'unknown' || claim.precision === 'instant') return null;
  return claim.validFrom.slice(0, 10);
}
