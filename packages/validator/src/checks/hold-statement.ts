/*
 * What one statement is held against: its quotations and figures against the passages it cites, and its wording beside them. Loaded with the
 * first statement that cites something intact.
 */
import { strictestBand } from '@memora/core';
import type { TextRange } from '@memora/language/sentences';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { QuoteCheck, WordDifference, Wording } from '../contract/verification-report.ts';
import type { Evidence } from '../evidence/inspect-span.ts';
import { checkFigures } from '../figures/check-figures.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { type NotePassage, readNoteText } from '../passages/note-text.ts';
import { proveQuote } from '../passages/prove-quote.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { readWording } from '../wording/read-wording.ts';
import { readWords } from '../wording/read-words.ts';
import { checkQuotations } from './check-quotations.ts';
import { findForeignMarkup } from './find-foreign-markup.ts';

export { introduces } from './introduces.ts';
export { loadWords } from './load-words.ts';

/** A statement, and what it cites. */
export interface HeldInput {
  readonly unit: StatementUnit;
  readonly plain: string;
  readonly headText: string | null;
  readonly places: readonly CitedPlace[];
  readonly settings: VerificationSettings;
}

/** What a statement shares with what it cites. */
export interface HeldStatement {
  readonly quotes: readonly QuoteCheck[];
  readonly disagreements: readonly TokenDisagreement[];
  readonly wording: Wording;
  readonly differences: readonly WordDifference[];
  readonly isSecret: boolean;
}

/** What {@link checkStatement} needs of this file. */
export interface StatementHolder {
  readonly introduces: (
    plain: string,
    places: readonly CitedPlace[],
    settings: VerificationSettings,
    isTable: boolean,
  ) => boolean;
  readonly place: (
    evidence: Evidence & { readonly state: 'intact' },
    quote?: string,
  ) => CitedPlace | 'absent';
  readonly hold: (input: HeldInput) => HeldStatement;
}

/** The place that a citation means: its span, or the words that its marker quotes, which have to stand in the passages of the span. */
export const place: StatementHolder['place'] = ({ claim, span, text, note: bytes }, quote) => {
  const note = readNoteText(bytes);
  const range = note.toRange(span);
  const passages = note.passagesAt(range);
  const whole = { claim, note, range, quote: text, passages, span: () => span };
  if (quote === undefined) return whole;
  const { found } = proveQuote(note, quote, range);
  if (found === null || !isAt(found, range, passages)) return 'absent';
  return {
    ...whole,
    range: found,
    quote: note.source().text.slice(found.start, found.end),
    passages: note.passagesAt(found),
    span: () => note.toSpan(found),
  };
};

/** A quote may stand anywhere in the passages of the span that is cited. */
function isAt(found: TextRange, range: TextRange, passages: readonly NotePassage[]): boolean {
  return [range, ...passages].some(({ start, end }) => found.start >= start && found.end <= end);
}

/** Holds a statement against the places it cites. */
export const hold: StatementHolder['hold'] = ({ unit, plain, headText, places, settings }) => {
  const passages = [...new Set(places.flatMap((each) => each.passages))];
  const isQuote = unit.lead.includes('>');
  const isOpenTask = /\[ \][ \t]*$/u.test(unit.lead);
  const isCode = unit.role === 'code';
  const reading = readWording(
    { text: plain, isQuote, isOpenTask },
    passages,
    places.map(({ range }) => range),
  );
  // What stands in the note as it is needs no further look.
  const isVerbatim = reading.wording === 'quoted';
  const quotes = isVerbatim || isCode ? [] : checkQuotations(plain, places, settings);
  const markup = findForeignMarkup(plain, places, settings);
  const figures = checkFigures({ plain, headText, places, passages, settings, isVerbatim });
  const guarded = places.some((each) => each.note.isGuarded) ? places.map((each) => each.quote) : null;
  return {
    quotes,
    disagreements: guarded === null ? [...markup, ...figures] : guardTokens([...markup, ...figures], guarded),
    wording: reading.wording,
    differences: guarded === null ? reading.differences : guardDifferences(reading.differences, guarded),
    isSecret: strictestBand(...places.map(({ claim }) => claim.band ?? 'private')) === 'secret',
  };
};

/** Where nobody said what of a note is hidden, nothing is told of it but the words that are cited. */
function guardTokens(found: readonly TokenDisagreement[], quotes: readonly string[]): TokenDisagreement[] {
  return found.map((each) => {
    const { evidenceToken } = each;
    return evidenceToken === null || quotes.some((quote) => quote.includes(evidenceToken))
      ? each
      : { ...each, evidenceToken: null };
  });
}

function guardDifferences(found: readonly WordDifference[], quotes: readonly string[]): WordDifference[] {
  const known = new Set(quotes.flatMap(readWords));
  return found.map(({ here, there }) => ({
    here,
    there: there.split(' ').every((word) => known.has(word)) ? there : '',
  }));
}
