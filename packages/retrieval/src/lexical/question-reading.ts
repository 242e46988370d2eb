import { readTimeWords } from '@memora/language/dates';
import { readMeasureWords } from '@memora/language/words';
import type { Question, QuestionTerm } from '../question/question.ts';
import { WEIGHTS } from '../weights.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import type { LexicalParameters } from './lexical-parameters.ts';
import type { LexicalTotals } from './read-vocabulary.ts';
import { createTermFinder, type TermFinder } from './term-finder.ts';

/**
 * A question as passages are scored by it. What is neither rare nor asked for, as `the` mostly is, adds nothing to a score and nothing to what a claim holds: it is not
 * looked for, and lists by position leave it out. A phrase is looked for with all of its words.
 */
export interface QuestionReading {
  readonly question: Question;
  readonly parameters: LexicalParameters;
  readonly averages: readonly number[];
  /** The terms that count, by position. */
  readonly terms: readonly QuestionTerm[];
  readonly rarity: readonly number[];
  /** The positions of the pieces of a word that is written in one, by its own. */
  readonly pieces: ReadonlyMap<number, readonly number[]>;
  /** What each term weighs where the question is what it asks about: time aside, which narrows an answer and is no subject. */
  readonly asked: readonly number[];
  /** The positions of the days that a question names, or of its months where nothing else that it names stands in any passage: what was so in a month is mostly said outside of it. */
  readonly dated: readonly number[];
  /** What a passage that holds one of them holds more of the question: one that does not lacks nothing, it may hold the date in other words. */
  readonly datedWeight: number;
  /** Among all terms of the question. */
  readonly positionsByTerm: ReadonlyMap<string, readonly FoundTerm[]>;
  readonly finder: TermFinder;
  /** A nought for each term: what a passage without any of them holds. */
  readonly noughts: readonly number[];
}

/** What a term of a text is among those of the question. */
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
  const isNamed = question.terms.some(({ documents }, i) => (asked[i] as number) > 0 && documents > 0);
  const dates = finestDates(question.terms).filter((date) => isDay(date) || !isNamed);
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
      dates.includes(question.terms[i] as QuestionTerm) ? [position] : [],
    ),
    datedWeight: WEIGHTS.question.date * weightOf(0, totals),
    positionsByTerm: findPositions(question.terms),
    finder: createTermFinder(findPositions(terms)),
    noughts: noughtsOf(terms.length),
  };
}

/** By positions among the terms that count. A word one piece of which counts for nothing is left as it is. */
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

/** Made for fractions: an array of whole numbers is made anew for the first fraction that is put into it, and so is each copy. */
function noughtsOf(length: number): readonly number[] {
  const noughts: number[] = [];
  for (let i = 0; i < length; i++) noughts.push(0.5);
  for (let i = 0; i < length; i++) noughts[i] = 0;
  return noughts;
}

/** Which terms of a question a term of a text is. */
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

/** What a compound counts of its rarity beside its parts; any other term counts whole. */
function shareOfCompound({ compound, word }: QuestionTerm, parameters: LexicalParameters): number {
  if (compound !== true) return 1;
  return /\p{N}/u.test(word) ? parameters.compoundWithFigure : parameters.compound;
}

/**
 * As if a thousand more passages stood in the vault: in a small one every word is common or absent, and a word that happens to stand nowhere,
 * such as the `many` of `how many`, would weigh more than all that the question is about.
 */
const UNSEEN_PASSAGES = 1_000;

function weightOf(documents: number, totals: LexicalTotals): number {
  return Math.log(1 + (totals.documents + UNSEEN_PASSAGES) / (documents + 1));
}

/** A date, or the years of a range. */
function isDate(term: QuestionTerm | undefined): boolean {
  return term?.kind === 'date' || term?.kind === 'range';
}

const DAY_LENGTH = '2026-05-12'.length;

function isDay({ kind, word }: QuestionTerm): boolean {
  return kind === 'date' && word.length === DAY_LENGTH;
}

/** The days that a question names; its months and quarters where it names no day. */
function finestDates(terms: readonly QuestionTerm[]): readonly QuestionTerm[] {
  const dates = terms.filter(({ kind }) => kind === 'date');
  const days = dates.filter(isDay);
  return days.length > 0 ? days : dates;
}

/** True for the `12` or `12th` of a day that is looked for as a date. */
function isDayNumber(word: string, dates: readonly QuestionTerm[]): boolean {
  const day = String(Number.parseInt(word, 10)).padStart(2, '0');
  return dates.some((date) => isDay(date) && date.word.endsWith(`-${day}`));
}

function askedWeights({ terms }: Question, totals: LexicalTotals): readonly number[] {
  const words = terms.map(({ word }) => word);
  const times = readTimeWords(words);
  const measures = readMeasureWords(words);
  const dates = finestDates(terms);
  const weights = terms.map(({ documents }) => weightOf(documents, totals));
  const weigh = (isAsked: (term: QuestionTerm, i: number) => boolean) =>
    weights.map((weight, i) => (isAsked(terms[i] as QuestionTerm, i) ? weight : 0));
  const isTime = (term: QuestionTerm, i: number) =>
    isDate(term) || times[i] === true || isDayNumber(term.word, dates);
  const subjects = weigh(
    (term, i) => term.added !== true && !term.stop && measures[i] !== true && !isTime(term, i),
  );
  // A question of nothing but times, or of nothing but small words, asks about them.
  const ofTimes = weigh((term, i) =>
    dates.length > 0 ? dates.includes(term) : !term.stop && isTime(term, i),
  );
  return [subjects, ofTimes].find((some) => some.some((weight) => weight > 0)) ?? weights;
}
