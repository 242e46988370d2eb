import { LABEL_WORDS } from '@memora/language/asked-time';
import { readTimeWords } from '@memora/language/dates';
import { fromWords, wordsOf } from '@memora/language/scripts';
import { readMeasureWords } from '@memora/language/words';
import type { Question, QuestionTerm } from '../question/question.ts';
import { WEIGHTS } from '../weights.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import type { LexicalParameters } from './lexical-parameters.ts';
import type { LexicalTotals } from './read-vocabulary.ts';
import { createTermFinder, type TermFinder } from './term-finder.ts';

/**
 * A question prepared for scoring passages. A term that is neither rare nor asked for, usually a word like
 * `the`, adds nothing to a score or to coverage: it is not searched, and lists by position omit it. A phrase
 * is searched with all of its words.
 */
export interface QuestionReading {
  readonly question: Question;
  readonly parameters: LexicalParameters;
  readonly averages: readonly number[];
  /** The terms that are counted, by position. */
  readonly terms: readonly QuestionTerm[];
  readonly rarity: readonly number[];
  /** The positions of a compound's parts, by the position of the compound. */
  readonly pieces: ReadonlyMap<number, readonly number[]>;
  /**
   * The weight of each term in what the question asks for. Times are left out, because a time narrows an
   * answer and is not its subject.
   */
  readonly asked: readonly number[];
  /**
   * The positions of the question's days, or of its months if no passage contains anything else that the
   * question names: events of a month are mostly described outside of it.
   */
  readonly dated: readonly number[];
  /** The extra coverage of a passage with one of these dates. A passage without one loses nothing, because it may give the date in other words. */
  readonly datedWeight: number;
  /**
   * True if the question is about the day or month itself: `What happened on 12 May 2026?`. Then a missing
   * date weighs as much as a missing word.
   */
  readonly isOfDate: boolean;
  /** Covers all terms of the question. */
  readonly positionsByTerm: ReadonlyMap<string, readonly FoundTerm[]>;
  readonly finder: TermFinder;
  /** One zero per term: the counts of a passage without any of them. */
  readonly noughts: readonly number[];
}

/** A question's term that matches a term of a text. */
export interface FoundTerm {
  readonly position: number;
  readonly weight: number;
  readonly typo: boolean;
}

export function readQuestion(
  question: Question,
  totals: LexicalTotals,
  parameters: LexicalParameters,
): QuestionReading {
  const rarity = question.terms.map((term) => {
    const count = Math.min(term.documents, totals.documents);
    if (term.stop) return 0;
    const share = shareOfCompound(term, parameters) * (term.added === true ? parameters.added : 1);
    return Math.log(1 + (totals.documents - count + 0.5) / (count + 0.5)) * share;
  });
  const allStop = question.terms.every(({ stop }) => stop);
  const rarities = allStop
    ? question.terms.map(({ documents }) => Math.log(1 + totals.documents / (documents + 1)))
    : rarity;
  const asked = askedWeights(question, totals);
  const dates = finestDates(question.terms);
  const isOfDate = dates.length > 0 && isOneWord(question);
  const days = isOfDate ? dates : dates.filter(isDay);
  const isCounted = (i: number) => question.phrases.length > 0 || rarities[i] !== 0 || asked[i] !== 0;
  const counted = question.terms.flatMap((_, i) => (isCounted(i) ? [i] : []));
  const terms = counted.map((i) => question.terms[i] as QuestionTerm);
  return {
    question,
    parameters,
    averages: LEXICAL_FIELDS.map((field) => Math.max(1, totals.averageLength[field])),
    terms,
    rarity: counted.map((i) => rarities[i] as number),
    pieces: readPieces(terms, counted),
    asked: counted.map((i) => asked[i] as number),
    dated: counted.flatMap((i, position) =>
      days.includes(question.terms[i] as QuestionTerm) ? [position] : [],
    ),
    datedWeight: WEIGHTS.question.date * weightOf(0, totals),
    isOfDate,
    positionsByTerm: findPositions(question.terms),
    finder: createTermFinder(findPositions(terms)),
    noughts: noughtsOf(terms.length),
  };
}

/** By positions among the terms that count. A compound with a part that does not count is left whole. */
function readPieces(
  terms: readonly QuestionTerm[],
  counted: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const pieces = new Map<number, readonly number[]>();
  terms.forEach((term, i) => {
    const own = term.pieces?.map((position) => counted.indexOf(position)) ?? [];
    if (own.length > 0 && !own.includes(-1)) pieces.set(i, own);
  });
  return pieces;
}

/** Uses fractions from the start: V8 reallocates an integer array, and every copy of it, when the first fraction is written. */
function noughtsOf(length: number): readonly number[] {
  const noughts: number[] = [];
  for (let i = 0; i < length; i++) noughts.push(0.5);
  for (let i = 0; i < length; i++) noughts[i] = 0;
  return noughts;
}

/** Maps each term of a text to the question's terms that it matches. */
function findPositions(terms: readonly QuestionTerm[]): Map<string, FoundTerm[]> {
  const positionsByTerm = new Map<string, FoundTerm[]>();
  terms.forEach(({ variants }, position) => {
    for (const { term, weight, typo } of variants) {
      const list = positionsByTerm.get(term);
      if (list) list.push({ position, weight, typo });
      else positionsByTerm.set(term, [{ position, weight, typo }]);
    }
  });
  return positionsByTerm;
}

/** Returns the share of its rarity that a compound counts in addition to its parts; 1 for other terms. */
function shareOfCompound({ compound, word }: QuestionTerm, parameters: LexicalParameters): number {
  if (compound !== true) return 1;
  return /\p{N}/u.test(word) ? parameters.compoundWithFigure : parameters.compound;
}

/**
 * Rarity is computed as if the vault had a thousand more passages. In a small vault every word is common or absent, and an absent word, such as
 * the `many` of `how many`, would outweigh the question's subject.
 */
const UNSEEN_PASSAGES = 1_000;

function weightOf(documents: number, totals: LexicalTotals): number {
  return Math.log(1 + (totals.documents + UNSEEN_PASSAGES) / (documents + 1));
}

/** True for a date, or for the years of a range. */
function isDate(term: QuestionTerm | undefined): boolean {
  return term?.kind === 'date' || term?.kind === 'range';
}

const DAY_LENGTH = '2026-05-12'.length;

function isDay({ kind, word }: QuestionTerm): boolean {
  return kind === 'date' && word.length === DAY_LENGTH;
}

/** Returns the days of a question, or its months and quarters if it names no day. */
function finestDates(terms: readonly QuestionTerm[]): readonly QuestionTerm[] {
  const dates = terms.filter(({ kind }) => kind === 'date');
  const days = dates.filter(isDay);
  return days.length > 0 ? days : dates;
}

/** True for the `12` or `12th` of a day that is searched as a date. */
function isDayNumber(word: string, dates: readonly QuestionTerm[]): boolean {
  const day = String(Number.parseInt(word, 10)).padStart(2, '0');
  return dates.some((date) => isDay(date) && date.word.endsWith(`-${day}`));
}

/** True for a question of one small word and one other word, followed only by small words and times. */
function isOneWord({ terms }: Question): boolean {
  const isTime = timesOf(terms);
  const others = terms.flatMap((term, i) => (term.stop || isTime(term, i) ? [] : [i]));
  return terms[0]?.stop === true && others.length === 1 && others[0] === 1;
}

/** True for the dates of a question, and the words and numbers that say a time. */
function timesOf(terms: readonly QuestionTerm[]): (term: QuestionTerm, i: number) => boolean {
  const times = readTimeWords(terms.map(({ word }) => word));
  const dates = finestDates(terms);
  return (term, i) => isDate(term) || times[i] === true || isDayNumber(term.word, dates);
}

/** Words that name a note or ask what it says: `What is known about Mira?`, `What do my notes say?`. */
const namesOfNotes = fromWords(() => new Set([...LABEL_WORDS, ...wordsOf('leadin')]));

function askedWeights({ terms }: Question, totals: LexicalTotals): readonly number[] {
  const words = terms.map(({ word }) => word);
  const measures = readMeasureWords(words);
  const dates = finestDates(terms);
  const weights = terms.map(({ documents }) => weightOf(documents, totals));
  const weigh = (isAsked: (term: QuestionTerm, i: number) => boolean) =>
    weights.map((weight, i) => (isAsked(terms[i] as QuestionTerm, i) ? weight : 0));
  const isTime = timesOf(terms);
  const isSubject = (term: QuestionTerm, i: number) =>
    term.added !== true && !term.stop && measures[i] !== true && !isTime(term, i);
  // A word that occurs in no passage can't distinguish passages, and would leave a question unanswered.
  const subjects = weigh(
    (term, i) => isSubject(term, i) && (term.documents > 0 || !namesOfNotes().has(term.word)),
  );
  // If a question contains only times, or only stop words, these are its subject.
  const ofTimes = weigh((term, i) =>
    dates.length > 0 ? dates.includes(term) : !term.stop && isTime(term, i),
  );
  return [subjects, weigh(isSubject), ofTimes].find((some) => some.some((weight) => weight > 0)) ?? weights;
}
