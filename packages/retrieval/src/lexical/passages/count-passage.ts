import type { Question } from '../../question/question.ts';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';
import type { FoundTerm, QuestionReading } from '../question-reading.ts';
import { findTerms, type TermHit } from '../term-finder.ts';

/** The words of a question in a passage. */
export interface PassageCount {
  /** Weighted frequencies in its own text, by position in the question. */
  readonly frequencies: readonly number[];
  /** Terms of its own text. */
  readonly length: number;
  /** Frequencies in what stands over and before it, weighted and normalised by field; null where there is none. */
  readonly around: readonly number[] | null;
  /** The best hit of each position in title, headings and aliases. */
  readonly over: readonly number[];
  /** The best in its text and in what introduces it. */
  readonly inside: readonly number[];
  /** True where one of the words stands in it as such, and not only a term spelt like it. */
  readonly isExact: boolean;
  /** Where in the text words of the question stand. */
  readonly hits: readonly TermHit[];
  readonly pairs: ReadonlySet<number>;
  /** A bit for each phrase that stands in it. */
  readonly phrases: number;
}

const PAIR_BASE = 4096;

/** Reads a passage once, however many windows it is part of. `fields` stand in the order of LEXICAL_FIELDS. */
export function countPassage(fields: readonly string[], reading: QuestionReading): PassageCount {
  const found = fields.map((text) => findTerms(text, reading.finder));
  const length = found[0]?.length ?? 0;
  if (found.every(({ hits }) => hits.length === 0)) return nothingOf(length, reading);
  const { parameters, averages, rarity, pairsByFirst, question } = reading;
  const noughts = () => new Array<number>(rarity.length).fill(0);
  const frequencies = noughts();
  const [over, inside] = [noughts(), noughts()];
  let around: number[] | null = null;
  let isExact = false;
  let pairs: Set<number> | null = null;
  let phrases = 0;
  for (const [f, field] of LEXICAL_FIELDS.entries()) {
    const { length: terms = 0, hits = NO_HITS } = found[f] ?? {};
    const weight = parameters.weights[field];
    if (hits.length === 0 || weight === 0) continue;
    const b = parameters.lengthNormalisation[field];
    const share = field === 'text' ? weight : weight / (1 - b + (b * terms) / (averages[f] ?? 1));
    const best = field === 'address' ? null : field === 'text' || field === 'lead' ? inside : over;
    const isRead = field !== 'lead' && field !== 'address';
    if (field !== 'text') around ??= noughts();
    const into = field === 'text' ? frequencies : (around as number[]);
    let before: TermHit | undefined;
    for (const hit of hits) {
      for (const { position, weight: worth, typo } of hit.found) {
        into[position] = (into[position] ?? 0) + share * worth;
        isExact ||= !typo && (rarity[position] ?? 0) > 0;
        if (best !== null && worth > (best[position] ?? 0)) best[position] = worth;
      }
      if (isRead && before?.at === hit.at - 1) {
        pairs ??= new Set();
        addPairs(pairs, before.found, hit.found, pairsByFirst);
      }
      before = hit;
    }
    if (isRead && question.phrases.length > 0) phrases |= phrasesIn(hits, question.phrases);
  }
  return {
    frequencies,
    length,
    around,
    over,
    inside,
    isExact,
    hits: found[0]?.hits ?? NO_HITS,
    pairs: pairs ?? NO_PAIRS,
    phrases,
  };
}

const NO_PAIRS: ReadonlySet<number> = new Set();
const NO_HITS: readonly TermHit[] = [];

/** Most of what stands around a passage holds no word of the question. */
function nothingOf(length: number, { noughts }: QuestionReading): PassageCount {
  return {
    frequencies: noughts,
    length,
    around: null,
    over: noughts,
    inside: noughts,
    isExact: false,
    hits: NO_HITS,
    pairs: NO_PAIRS,
    phrases: 0,
  };
}

function addPairs(
  pairs: Set<number>,
  before: readonly FoundTerm[],
  found: readonly FoundTerm[],
  pairsByFirst: QuestionReading['pairsByFirst'],
): void {
  for (const { position: first } of before) {
    const seconds = pairsByFirst.get(first);
    if (!seconds) continue;
    for (const { position: second } of found)
      if (seconds.includes(second)) pairs.add(first * PAIR_BASE + second);
  }
}

/** What the pairs and phrases of a passage add to its score. */
export function bonusOf(
  { pairs, phrases }: PassageCount,
  { parameters, rarity, question }: QuestionReading,
): number {
  let bonus = 0;
  for (const pair of pairs)
    bonus +=
      parameters.pairBonus *
      Math.min(rarity[Math.floor(pair / PAIR_BASE)] ?? 0, rarity[pair % PAIR_BASE] ?? 0);
  if (phrases === 0) return bonus;
  for (const [i, phrase] of question.phrases.slice(0, MOST_PHRASES).entries())
    if (phrases & (1 << i))
      bonus += parameters.phraseBonus * Math.max(1, ...phrase.map((p) => rarity[p] ?? 0));
  return bonus;
}

const MOST_PHRASES = 30;

/** A bit for each phrase (the first thirty) that stands whole among the hits of a text. */
function phrasesIn(hits: readonly TermHit[], phrases: Question['phrases']): number {
  const foundAt = new Map(hits.map(({ at, found }) => [at, found]));
  let bits = 0;
  phrases.slice(0, MOST_PHRASES).forEach((phrase, i) => {
    const isWhole = hits.some(({ at: start }) =>
      phrase.every((wanted, step) => foundAt.get(start + step)?.some(({ position }) => position === wanted)),
    );
    if (isWhole) bits |= 1 << i;
  });
  return bits;
}
