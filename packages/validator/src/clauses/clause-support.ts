import { segmentSentences, type TextRange } from '@memora/language/sentences';
import { standIn } from '../reading/plain-words.ts';
import { readText, type TextReading, textOf } from '../reading/text-reading.ts';
import { findInline } from '../statements/find-inline.ts';
import { findQuotes } from '../statements/find-quotes.ts';
import { UNSPACED } from '../words/unspaced.ts';
import { hasFiniteWord } from './clause-words.ts';
import { exceedsInCells, exceedsSpan } from './exceeds-span.ts';
import { countSpaceBefore, findEmbedded } from './find-embedded.ts';
import { hasStranger } from './has-stranger.ts';
import { isPlainlyVerbatim, isVerbatim, wordsBeforeMarker } from './is-verbatim.ts';
import { createKnownWords, type KnownWords } from './known-words.ts';
import { hasPackedStranger } from './packed-words.ts';
import { type Clause, type ClauseTie, readClauses } from './read-clauses.ts';
import { readTail } from './read-tail.ts';
import { replacesOneWord } from './replaces-one-word.ts';
import { REFERENCE } from './to-read-text.ts';

/** A marker of the statement, and whether one of its citations verified: the others cover nothing. */
export interface CarryingMarker extends TextRange {
  readonly carries: boolean;
}

/** What of a statement its citations do not carry. */
export interface ClauseSupport {
  /** What may be left out so that the rest stands as it is: a clause behind the last marker, brackets. */
  readonly riders: readonly TextRange[];
  /** Images, HTML and link targets that no source has. */
  readonly embedded: readonly TextRange[];
  /** False where something else asserts without support: the statement falls. */
  readonly supported: boolean;
}

/** The rest of a statement is nearly its evidence: what is left over comes from elsewhere. */
const NEAR = 0.75;
const NEARLY_ALL = 0.9;
/** As much of the evidence stands in the rest of the statement: there is nothing left that a clause could restate. */
const USED_UP = 0.7;
const LONG_CLAUSE = 4;
/** The same in pairs of characters. */
const LONG_PAIRS = 8;
const BREAK_TAG = /<br[ \t]*\/?>/giu;
/** A statement of more clauses stands only where it is a piece of its source. */
const MOST_CLAUSES = 300;
/** (CEO): the guard holds it against the names that it is short for. */
const ACRONYM = /^.[\p{L}\p{N}-]*\p{Lu}[\p{L}\p{N}-]*(?:\p{Lu}|\d)[\p{L}\p{N}-]{0,6}.$/u;

/**
 * Holds each clause of a statement against the spans it cites. A marker covers the clause it stands in or follows; what stands behind the
 * last marker has to be known to the evidence word by word, what stands before it must not be strange to it. `markers` count from the
 * start of `raw`; `sources` are the cited spans and what stands around them.
 */
export function clauseSupport(
  raw: string,
  markers: readonly CarryingMarker[],
  cited: readonly (string | TextReading)[],
  beside: () => string | TextReading,
  isRow: boolean,
): ClauseSupport {
  const spans = cited.map(textOf);
  const masked = blank(raw, markers).replace(BREAK_TAG, (tag) => '\n'.padEnd(tag.length));
  const { ranges } = findInline(masked);
  const found = findEmbedded(masked, ranges, () => [...spans, textOf(beside())]);
  const { foreign } = found;
  const embedded = found.cuts.map((cut) => behindMarkers(cut, markers));
  const references = Array.from(masked.matchAll(REFERENCE), ({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  const shown = blank(masked, [...embedded, ...foreign, ...references]);
  if (
    embedded.some((cut) => movesMarks(masked, cut) || (masked[cut.end - 1] === ')' && isGlued(masked, cut)))
  )
    return refused(embedded);
  if (foreign.length === 0 && isVerbatim(shown, spans)) return { riders: [], embedded, supported: true };
  const known = createKnownWords(cited.map(readText), beside);
  const carrying = markers.filter(({ carries }) => carries);
  let lastEnd = isRow ? raw.length : (carrying.at(-1)?.end ?? raw.length);
  const closed: TextRange[] = [
    ...findQuotes(shown).map(({ start, after }) => ({ start: start - 1, end: after })),
  ];
  for (const { kind, start, end } of ranges) if (kind !== 'emphasis') closed.push({ start, end });
  const wordsOf = (clause: TextRange | undefined) => shown.slice(clause?.start ?? 0, clause?.end ?? 0);
  const riders: TextRange[] = [];
  const isForeign = (range: TextRange) =>
    foreign.some((at) => at.start >= range.start && at.end <= range.end);

  const behind = readTail(blank(masked, [...embedded, ...references]), lastEnd);
  let before = shown.slice(0, lastEnd);
  const exceeds = (text: string) => exceedsSpan(text, spans, known);
  if (
    behind !== null &&
    (!isTailCovered(shown, behind, known, isForeign(behind)) ||
      (!exceeds(before) && exceeds(shown.slice(0, behind.end))))
  ) {
    if (!isWhole(masked, behind, ranges) || movesMarks(masked, behind) || known.cover(before).words === 0)
      return refused(embedded);
    riders.push(behind);
  } else if (behind !== null) {
    // What stays behind the last marker is held together with what that marker follows.
    lastEnd = behind.end;
    before = shown.slice(0, lastEnd);
  }
  const isPacked = (text: string) => hasPackedStranger(text, () => [...spans, textOf(beside())], known);
  if (behind === null && foreign.length === 0 && replacesOneWord(shown, spans) && !isPacked(shown))
    return { riders, embedded, supported: true };
  const inner = isRow ? [] : carrying.map(({ end }) => end).filter((end) => end < lastEnd);
  const clauses = readClauses(before, closed, isRow, inner);
  // Brackets are cut out by themselves, but for those of the evidence.
  const asides = clauses.filter(
    (clause) => clause.tie === 'aside' && !spans.some((span) => span.includes(wordsOf(clause).trim())),
  );
  const besideAsides = blank(before, asides);
  if (exceeds(besideAsides) || isPacked(besideAsides)) return refused(embedded);
  if (isRow && spans.length === 1 && exceedsInCells(clauses.map(wordsOf), spans, known))
    return refused(embedded);
  const standsThere = (text: string) => isVerbatim(text, spans);
  // `am 30. Juni` looks like two clauses.
  const isRun = clauses.every(({ tie }) => tie === 'first' || tie === 'joined');
  const pieces: TextRange[] = isRun ? [{ start: 0, end: lastEnd }, ...clauses] : clauses;
  if (!isRow && pieces.some((piece) => hasStranger(wordsOf(piece), known, standsThere)))
    return refused(embedded);
  if (clauses.length === 1 && carrying.length < 2 && foreign.length === 0)
    return { riders, embedded, supported: true };
  if (clauses.length > MOST_CLAUSES) return refused(embedded);
  const covers = clauses.map(({ start, end }) => known.cover(shown.slice(start, end)));
  // A clause in the language of the evidence that is all known makes the others strangers, whatever they are written in.
  const isAtHome = (clause: Clause, i: number) =>
    (covers[i]?.words ?? 0) > 0 && covers[i]?.known === covers[i]?.words && !known.isForeign(wordsOf(clause));
  const far = known.isForeign(before) && !clauses.some(isAtHome);
  if (!isRow && hasLooseSentence(before, carrying, closed, known)) return refused(embedded);
  if (asides.some((aside) => isGlued(masked, aside))) return refused(embedded);
  const staying: number[] = [];
  clauses.forEach((clause, i) => {
    if (clause.tie !== 'aside') staying.push(i);
    else if (!isForeign(clause) && (far || isAsideCovered(clause, covers[i]))) staying.push(i);
    else if (
      isWhole(masked, clause, ranges) &&
      !movesMarks(masked, clause) &&
      !carrying.some(({ start }) => start >= clause.start && start < clause.end)
    )
      riders.push(behindMarkers(withSpaceBefore(shown, clause), markers));
    else staying.push(i);
  });
  if (foreign.some((at) => !riders.some((rider) => rider.start <= at.start && rider.end >= at.end)))
    return refused(embedded);
  if (far) return { riders, embedded, supported: true };
  for (const i of staying) {
    const clause = clauses[i] as Clause;
    const { words, known: own } = covers[i] ?? { words: 0, known: 0 };
    if (words === 0) continue;
    const rest = { words: 0, known: 0 };
    for (const j of staying) {
      // Two strangers do not speak for each other.
      if (j === i || covers[j]?.known === 0) continue;
      rest.words += covers[j]?.words ?? 0;
      rest.known += covers[j]?.known ?? 0;
    }
    if (
      !stands(
        clause.tie === 'first' ? (clauses[i + 1]?.tie === 'joined' ? 'joined' : 'first') : clause.tie,
        clause.tie === 'first',
        shown.slice(clause.start, clause.end),
        words,
        own,
        rest,
        () =>
          known.useUp(staying.flatMap((j) => (j === i ? [] : [wordsOf(clauses[j])])).join('\n')) >=
          (words === 1 ? NEARLY_ALL : USED_UP),
      )
    )
      return refused(embedded);
  }
  return { riders, embedded, supported: true };

  function isAsideCovered(clause: Clause, cover = { words: 0, known: 0 }): boolean {
    if (cover.words === cover.known || ACRONYM.test(wordsOf(clause))) return true;
    if (exceeds(blank(before, asides) + wordsOf(clause))) return false;
    // (CEO), (ca. 3): a gloss of one word beside a name. Several pieces are none: `(opened 2019, patients harmed)`.
    return (
      cover.known > 0 &&
      readClauses(shown.slice(clause.start + 1, clause.end - 1), [], false).length === 1 &&
      !hasFiniteWord(shown.slice(clause.start, clause.end)) &&
      cover.known * 2 >= cover.words
    );
  }
}

/**
 * A quick look that decides most statements: true where {@link clauseSupport} surely leaves all of a statement. It has one marker, at its
 * end, and is a piece of a span, or plain words each of which stands in a span.
 */
export function isPlainlySupported(
  raw: string,
  markers: readonly CarryingMarker[],
  cited: readonly TextReading[],
  isRow: boolean,
): boolean {
  const words = wordsBeforeMarker(raw, markers);
  if (words === null) return false;
  if (isPlainlyVerbatim(words, cited)) return true;
  return !isRow && words.length <= LONGEST_PLAIN && PLAIN_WORDS.test(words) && standIn(words, cited);
}

/**
 * Of words and commas alone nothing is embedded; shorter ones make fewer than {@link MOST_CLAUSES} clauses. Whether `percent` is a word of
 * content depends on what stands before it.
 */
const PLAIN_WORDS = /^(?!.*(?:percent|prozent|pct))[a-z0-9][a-z0-9 ,]*$/i;
const LONGEST_PLAIN = 600;

/** Whether a clause of which the evidence knows `known` words may stand beside the rest of its statement. */
function stands(
  tie: ClauseTie,
  isFirst: boolean,
  text: string,
  words: number,
  known: number,
  rest: { words: number; known: number },
  isUsedUp: () => boolean,
): boolean {
  const unspaced = UNSPACED.test(text);
  const isLong = words >= (unspaced ? LONG_PAIRS : LONG_CLAUSE);
  if (known > 0) {
    if (tie === 'cell' || rest.known < Math.max(2, rest.words * NEARLY_ALL) || known * 2 > words) return true;
    return (
      !(tie === 'joined' || hasFiniteWord(text) || (unspaced && isLong && known * 4 < words)) || !isUsedUp()
    );
  }
  if (tie === 'cell') return false;
  if (isLong && !isFirst) return false;
  // All the rest is the evidence's own words: nothing is said in another way, and this clause says something else.
  const asserting = LONG_CLAUSE - (/\p{N}/u.test(text) ? 0 : 1);
  if (rest.words >= 2 && rest.known === rest.words && (hasFiniteWord(text) || words >= asserting))
    return false;
  // A paraphrase of something else in the evidence leaves that unused.
  if (rest.known === 0 || rest.known < rest.words * NEAR) return true;
  if (
    !(
      tie === 'joined' ||
      tie === 'colon' ||
      hasFiniteWord(text) ||
      unspaced ||
      // What stands in front may say when and where: it asserts where it is long.
      words >= (tie === 'comma' ? 2 : asserting)
    )
  )
    return true;
  return !isUsedUp();
}

/** True where emphasis or the like holds several sentences together, and one of them has no marker and is not in the evidence. */
function hasLooseSentence(
  text: string,
  markers: readonly TextRange[],
  closed: readonly TextRange[],
  known: KnownWords,
): boolean {
  const ends = segmentSentences(text, { bias: 'split' }).filter(
    ({ end }) => !closed.some((range) => range.start < end && end < range.end),
  );
  let from = 0;
  return ends.some(({ end }, i) => {
    const next = ends[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const start = from;
    from = next;
    if (markers.some((marker) => marker.start >= start && marker.start < next)) return false;
    const { words, known: own } = known.cover(text.slice(start, end));
    return own < words;
  });
}

/** All of a statement falls; `embedded` would have gone. */
export function refused(embedded: readonly TextRange[]): ClauseSupport {
  return { riders: [], embedded, supported: false };
}

/** Behind the marker each word has to be known; in the clause that the marker stands in, half of them. */
function isTailCovered(
  text: string,
  { start, end }: TextRange,
  known: KnownWords,
  isForeign: boolean,
): boolean {
  if (isForeign) return false;
  const tail = text.slice(start, end);
  const { words, known: own } = known.cover(tail);
  if (words === own) return true;
  const [first, ...others] = readClauses(tail, [], false);
  if (first === undefined || others.length > 0 || !/^[^\S\r\n]*\p{L}/u.test(tail) || first.start > 2)
    return false;
  return own * 2 >= words && !hasFiniteWord(tail);
}

/** `(they say )so)`: what stands right behind a bracket may be a piece of what stood in it. */
function isGlued(text: string, { end }: TextRange): boolean {
  return /^[\p{Lu}\p{Ll}\p{N}]/u.test(text.slice(end, end + 2));
}

/** True where taking a range out leaves every pair of marks whole. */
function isWhole(text: string, { start, end }: TextRange, inline: readonly TextRange[]): boolean {
  for (const range of inline) {
    const inside = range.start >= start && range.end <= end;
    const outside = range.end <= start || range.start >= end || (range.start <= start && range.end >= end);
    if (!inside && !outside) return false;
  }
  let depth = 0;
  for (const unit of text.slice(start, end)) {
    if ('([（【「『“„«'.includes(unit)) depth++;
    else if (')]）】」』”»'.includes(unit) && --depth < 0) return false;
  }
  return depth === 0 && (text.slice(start, end).split('"').length - 1) % 2 === 0;
}

/** True where what follows a cut would come to the start of a line, and may be read as a list mark or the like there, or leave it empty. */
function movesMarks(text: string, { start, end }: TextRange): boolean {
  const isStart = /(?:^|\n)[^\S\n]*$/u.test(text.slice(Math.max(0, start - 200), start));
  return isStart && !/^[^\S\n]*[\p{L}[]/u.test(text.slice(end)) && text.slice(end).trim() !== '';
}

/** A range that took the blanks of a marker for space starts behind that marker. */
function behindMarkers(range: TextRange, markers: readonly TextRange[]): TextRange {
  const inside = markers.findLast(({ start, end }) => start >= range.start && end <= range.end);
  return inside === undefined ? range : { start: inside.end, end: range.end };
}

function withSpaceBefore(text: string, { start, end }: TextRange): TextRange {
  const space = countSpaceBefore(text, start);
  return start - space > 0
    ? { start: start - space, end }
    : { start, end: end + (/^[^\S\r\n]*/u.exec(text.slice(end))?.[0].length ?? 0) };
}

/** All of a statement is carried. */
export const WHOLE: ClauseSupport = { riders: [], embedded: [], supported: true };

/** Spaces in the place of some ranges. */
export function blank(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    result += text.slice(at, Math.max(at, start)) + ' '.repeat(end - Math.max(at, start));
    at = end;
  }
  return result + text.slice(at);
}
