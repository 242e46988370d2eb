/* Compares statements with the places they cite. Loaded with the first statement that cites something intact. */
import type { TextRange } from '@memora/language/sentences';
import type { QuoteCheck } from '../contract/verification-report.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { saidFigures } from '../figures/read-figures.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { type NotePassage, readNoteText } from '../passages/note-text.ts';
import { proveQuote } from '../passages/prove-quote.ts';
import { readPassageWords } from '../wording/read-units.ts';
import { readWords } from '../wording/read-words.ts';
import { figuresOf } from './check-figures.ts';
import { withNearest } from './check-quotations.ts';
import type { HeldInput } from './hold-statement.ts';
import type { HeldWithoutRiders } from './hold-without-riders.ts';
import type { introduces } from './introduces.ts';
import type { placeTokens } from './place-tokens.ts';

export { holdWithoutRiders } from './hold-without-riders.ts';
export { introduces } from './introduces.ts';
export { loadWords } from './load-words.ts';
export { placeTokens } from './place-tokens.ts';

/** A marker's quote that is missing from what the marker cites. */
export interface AbsentQuote {
  readonly absent: QuoteCheck;
}

/** The parts of this file that {@link checkStatement} needs. */
export interface StatementHolder {
  readonly introduces: typeof introduces;
  readonly place: (
    evidence: Evidence & { readonly state: 'intact' },
    quote?: string,
  ) => CitedPlace | AbsentQuote;
  /**
   * True if a text ends with a sentence of the cited place, and the text's last part is only the end of that
   * sentence.
   */
  readonly endsInSentence: (text: string, last: string, place: CitedPlace) => boolean;
  readonly hasFigures: (statement: string) => boolean;
  /** Reads the cited places in steps, so that other work can run in between. Figures are read only for a statement that has some. */
  readonly prepare: (
    evidence: Evidence & { readonly state: 'intact' },
    withFigures: boolean,
  ) => Iterable<void>;
  readonly holdWithoutRiders: (input: HeldInput) => HeldWithoutRiders;
  readonly placeTokens: typeof placeTokens;
}

/** Returns the place that a citation means: its span, or the marker's quoted words, which must be in the passages of the span. */
export const place: StatementHolder['place'] = ({ claim, span, text, note: bytes }, quote) => {
  const note = readNoteText(bytes);
  const range = note.toRange(span);
  const passages = note.passagesAt(range);
  const whole = { claim, note, range, quote: text, passages, span: () => span };
  if (quote === undefined) return whole;
  const { found } = proveQuote(note, quote, range);
  if (found === null || !isAt(found, range, passages))
    return { absent: withNearest({ text: quote, status: 'absent', grounded: false }, [whole]) };
  return {
    ...whole,
    range: found,
    quote: note.source().text.slice(found.start, found.end),
    passages: note.passagesAt(found),
    span: () => note.toSpan(found),
  };
};

export const endsInSentence: StatementHolder['endsInSentence'] = (text, last, { passages, range }) => {
  const said = readWords(text);
  const least = readWords(last).length;
  const isEnd = (words: readonly string[]) =>
    words.every((word, i) => word === said[said.length - words.length + i]);
  return passages.some((passage) => {
    const { units, unitsByWord } = readPassageWords(passage);
    return unitsByWord.get(said.at(-1) ?? '')?.some((at) => {
      const { words, isWhole, start, end } = units[at] as (typeof units)[number];
      // If the citation covers a whole item, the item is one statement.
      if (isWhole && (start < range.start || end > range.end)) return false;
      return words.length > least && words.length <= said.length && isEnd(words);
    });
  });
};

export const hasFigures: StatementHolder['hasFigures'] = (statement) => saidFigures(statement).length > 0;

export const prepare: StatementHolder['prepare'] = function* ({ span, note: bytes }, withFigures) {
  const note = readNoteText(bytes);
  const range = note.toRange(span);
  yield;
  note.passages();
  yield;
  for (const passage of note.passagesAt(range)) {
    readPassageWords(passage);
    yield;
    if (withFigures) figuresOf(passage);
    yield;
  }
};

/** A quote may be anywhere in the passages of the cited span. */
function isAt(found: TextRange, range: TextRange, passages: readonly NotePassage[]): boolean {
  return [range, ...passages].some(({ start, end }) => found.start >= start && found.end <= end);
}
