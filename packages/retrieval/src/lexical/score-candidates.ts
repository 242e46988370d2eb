import { readTimeWords } from '@memora/language/dates';
import { readMeasureWords } from '@memora/language/words';
import type { Question } from '../question/question.ts';
import { type FieldWeights, LEXICAL_FIELDS } from './lexical-fields.ts';
import type { LexicalTotals } from './read-vocabulary.ts';

/** The ranking's parameters; the defaults are explained in the decision page on ranking. */
export interface LexicalParameters {
  readonly weights: FieldWeights;
  /** Saturation of repeated terms. */
  readonly k1: number;
  /** How much a field's length counts, 0–1, by field. */
  readonly lengthNormalisation: FieldWeights;
  /** Share of a pair's rarity added where two neighbouring words of the question are neighbours in the claim too. */
  readonly pairBonus: number;
  /** The same for a quoted phrase found whole. */
  readonly phraseBonus: number;
  /** How much stop words count. */
  readonly stopWeight: number;
}

export const DEFAULT_LEXICAL_PARAMETERS: LexicalParameters = {
  weights: { statement: 1, span: 1, title: 3, heading: 0.6, alias: 0.6, near: 0.25 },
  k1: 1.2,
  lengthNormalisation: { statement: 0.4, span: 0.5, title: 0.4, heading: 0.4, alias: 0.4, near: 0.4 },
  pairBonus: 0.1,
  phraseBonus: 1,
  stopWeight: 0,
};

/** A candidate's pre-tokenised text, one string a field in the order of LEXICAL_FIELDS. */
export interface CandidateText {
  readonly key: number;
  readonly fields: readonly string[];
}

export interface ScoredCandidate {
  readonly key: number;
  readonly score: number;
  /** True where the claim holds none of the words themselves, only terms spelt like them. */
  readonly onlyTypos: boolean;
  /** 0–1: how much of what the question asks for, weighted by rarity, stands in the claim or over it; words beside it count half. */
  readonly coverage: number;
  /** The same for the words of the claim's span alone. */
  readonly ownCoverage: number;
  /** What each name that the question asks for adds to both. */
  readonly names: readonly HeldName[];
}

/** A name of the question, or something spelt or stemmed like it, in a claim. */
export interface HeldName {
  readonly name: string;
  readonly share: number;
  readonly ownShare: number;
  /** How much more of all that is asked for it would be, stood it nowhere: as it does where only another is like it. */
  readonly rarer: number;
}

/** What a word counts for coverage that stands only in the texts beside a claim. */
const BESIDE = 0.5;

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): the frequencies of a term are weighted and length-normalised by field, summed,
 * and saturated once. Scores are comparable within one question only.
 */
export function scoreCandidates(
  candidates: readonly CandidateText[],
  question: Question,
  totals: LexicalTotals,
  parameters: LexicalParameters,
): ScoredCandidate[] {
  const reading = prepareReading(question, totals, parameters);
  return candidates.map((candidate) => scoreCandidate(candidate, reading));
}

interface Reading {
  readonly question: Question;
  readonly parameters: LexicalParameters;
  readonly averages: readonly number[];
  readonly rarity: readonly number[];
  /** What each term weighs where the question is what it asks about: time aside, which narrows an answer and is no subject. */
  readonly asked: readonly number[];
  /** What a term that stands nowhere weighs. */
  readonly rarest: number;
  /** Which terms are names. */
  readonly names: readonly number[];
  readonly positionsByTerm: ReadonlyMap<
    string,
    readonly { position: number; weight: number; typo: boolean }[]
  >;
  readonly pairsByFirst: ReadonlyMap<number, readonly number[]>;
}

function prepareReading(question: Question, totals: LexicalTotals, parameters: LexicalParameters): Reading {
  const rarity = question.terms.map(({ documents, stop }) => {
    const count = Math.min(documents, totals.documents);
    return (
      Math.log(1 + (totals.documents - count + 0.5) / (count + 0.5)) * (stop ? parameters.stopWeight : 1)
    );
  });
  const allStop = question.terms.every(({ stop }) => stop);
  const positionsByTerm = new Map<string, { position: number; weight: number; typo: boolean }[]>();
  question.terms.forEach(({ variants }, position) => {
    for (const { term, weight, typo } of variants) {
      const list = positionsByTerm.get(term);
      if (list) list.push({ position, weight, typo });
      else positionsByTerm.set(term, [{ position, weight, typo }]);
    }
  });
  const pairsByFirst = new Map<number, number[]>();
  for (const [a, b] of question.pairs) pairsByFirst.set(a, [...(pairsByFirst.get(a) ?? []), b]);
  return {
    question,
    parameters,
    averages: LEXICAL_FIELDS.map((field) => Math.max(1, totals.averageLength[field])),
    rarity: allStop
      ? question.terms.map(({ documents }) => Math.log(1 + totals.documents / (documents + 1)))
      : rarity,
    asked: askedWeights(question, totals),
    rarest: weightOf(0, totals),
    names: question.terms.flatMap(({ name }, i) => (name ? [i] : [])),
    positionsByTerm,
    pairsByFirst,
  };
}

/**
 * As if a thousand more claims stood in the vault: in a small one every word is common or absent, and a word that happens to stand nowhere,
 * such as the `many` of `how many`, would weigh more than all that the question is about.
 */
const UNSEEN_CLAIMS = 1_000;

function weightOf(documents: number, totals: LexicalTotals): number {
  return Math.log(1 + (totals.documents + UNSEEN_CLAIMS) / (documents + 1));
}

function askedWeights({ terms }: Question, totals: LexicalTotals): readonly number[] {
  const words = terms.map(({ word }) => word);
  const times = readTimeWords(words);
  const measures = readMeasureWords(words);
  const weights = terms.map(({ documents }) => weightOf(documents, totals));
  const subjects = weights.map((weight, i) =>
    terms[i]?.stop === true || terms[i]?.kind === 'date' || times[i] === true || measures[i] === true
      ? 0
      : weight,
  );
  // A question of nothing but times, or of nothing but small words, asks about them.
  return subjects.some((weight) => weight > 0) ? subjects : weights;
}

function scoreCandidate({ key, fields }: CandidateText, reading: Reading): ScoredCandidate {
  const { parameters, positionsByTerm, averages, rarity, pairsByFirst, question } = reading;
  const frequencies = new Float64Array(rarity.length);
  const covered = new Float64Array(rarity.length);
  const own = new Float64Array(rarity.length);
  const exact = new Uint8Array(rarity.length);
  const pairs = new Set<number>();
  let phrases = 0;
  LEXICAL_FIELDS.forEach((field, f) => {
    const text = fields[f] ?? '';
    const weight = parameters.weights[field];
    if (text === '' || weight === 0) return;
    const terms = text.split(' ');
    const b = parameters.lengthNormalisation[field];
    const share = weight / (1 - b + (b * terms.length) / (averages[f] ?? 1));
    let before: readonly { position: number }[] | undefined;
    const sequence: (readonly { position: number }[] | undefined)[] = [];
    for (const term of terms) {
      const found = positionsByTerm.get(term);
      if (found) {
        for (const { position, weight: worth, typo } of found) {
          frequencies[position] = (frequencies[position] ?? 0) + share * worth;
          if (!typo) exact[position] = 1;
          const part = field === 'near' ? worth * BESIDE : worth;
          if (part > (covered[position] ?? 0)) covered[position] = part;
          if (field === 'span' && part > (own[position] ?? 0)) own[position] = part;
        }
        if (before && field !== 'near') addPairs(pairs, before, found, pairsByFirst);
      }
      before = found;
      if (question.phrases.length > 0) sequence.push(found);
    }
    if (field !== 'near') phrases |= phrasesIn(sequence, question.phrases);
  });
  const score =
    saturated(frequencies, reading) +
    parameters.pairBonus * sum(pairs, (pair) => pairRarity(pair, rarity)) +
    parameters.phraseBonus * phraseRarity(phrases, reading);
  return {
    key,
    score,
    coverage: coverageOf(covered, reading.asked),
    ownCoverage: coverageOf(own, reading.asked),
    names: reading.names.length === 0 ? NO_NAMES : namesIn(covered, own, reading),
    onlyTypos: !exact.some((found, position) => found === 1 && (rarity[position] ?? 0) > 0),
  };
}

const NO_NAMES: readonly HeldName[] = [];

function namesIn(
  covered: Float64Array,
  own: Float64Array,
  { question, names, asked, rarest }: Reading,
): readonly HeldName[] {
  const all = asked.reduce((total, weight) => total + weight, 0);
  if (all === 0) return NO_NAMES;
  return names.flatMap((i) => {
    const [share, ownShare] = [covered, own].map((part) => ((asked[i] ?? 0) * (part[i] ?? 0)) / all);
    const name = question.terms[i]?.word ?? '';
    return share === undefined || share === 0
      ? []
      : [{ name, share, ownShare: ownShare ?? 0, rarer: (rarest - (asked[i] ?? 0)) / all }];
  });
}

/** The rarest words say most of what is asked for; a word that no claim holds is the rarest of all. */
function coverageOf(covered: Float64Array, asked: readonly number[]): number {
  let found = 0;
  let all = 0;
  for (const [i, weight] of asked.entries()) {
    found += weight * (covered[i] ?? 0);
    all += weight;
  }
  return all === 0 ? 0 : found / all;
}

function saturated(frequencies: Float64Array, { rarity, parameters: { k1 } }: Reading): number {
  let score = 0;
  for (let i = 0; i < frequencies.length; i++) {
    const frequency = frequencies[i] ?? 0;
    if (frequency > 0) score += ((rarity[i] ?? 0) * frequency * (k1 + 1)) / (k1 + frequency);
  }
  return score;
}

const PAIR_BASE = 4096;

function addPairs(
  pairs: Set<number>,
  before: readonly { position: number }[],
  found: readonly { position: number }[],
  pairsByFirst: Reading['pairsByFirst'],
): void {
  for (const { position: first } of before) {
    const seconds = pairsByFirst.get(first);
    if (!seconds) continue;
    for (const { position: second } of found)
      if (seconds.includes(second)) pairs.add(first * PAIR_BASE + second);
  }
}

function pairRarity(pair: number, rarity: readonly number[]): number {
  return Math.min(rarity[Math.floor(pair / PAIR_BASE)] ?? 0, rarity[pair % PAIR_BASE] ?? 0);
}

/** A bit for each phrase (the first thirty) that stands in the sequence. */
function phrasesIn(
  sequence: readonly (readonly { position: number }[] | undefined)[],
  phrases: Question['phrases'],
): number {
  let bits = 0;
  phrases.slice(0, 30).forEach((phrase, i) => {
    for (let start = 0; start + phrase.length <= sequence.length; start++) {
      const whole = phrase.every((wanted, at) =>
        sequence[start + at]?.some(({ position }) => position === wanted),
      );
      if (whole) {
        bits |= 1 << i;
        return;
      }
    }
  });
  return bits;
}

function phraseRarity(bits: number, { question, rarity }: Reading): number {
  return question.phrases
    .slice(0, 30)
    .reduce(
      (total, phrase, i) =>
        bits & (1 << i) ? total + Math.max(1, ...phrase.map((p) => rarity[p] ?? 0)) : total,
      0,
    );
}

function sum(values: Iterable<number>, worth: (value: number) => number): number {
  let total = 0;
  for (const value of values) total += worth(value);
  return total;
}
