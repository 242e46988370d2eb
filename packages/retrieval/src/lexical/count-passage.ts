import type { Question } from '../question/question.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import type { FoundTerm, QuestionReading } from './question-reading.ts';

/** The words of a question in a passage. */
export interface PassageCount {
  /** Weighted frequencies in its own text, by position in the question. */
  readonly frequencies: Float64Array;
  /** Terms of its own text. */
  readonly length: number;
  /** Frequencies in what stands over and before it, weighted and normalised by field; null where there is none. */
  readonly around: Float64Array | null;
  /** The best hit of each position in title, headings and aliases. */
  readonly over: Float64Array;
  /** The best in its text and in what introduces it. */
  readonly inside: Float64Array;
  /** Which positions are found as such and not by their spelling alone. */
  readonly exact: Uint8Array;
  /** Where in the text words of the question stand. */
  readonly hits: readonly TextHit[];
  readonly pairs: ReadonlySet<number>;
  /** A bit for each phrase that stands in it. */
  readonly phrases: number;
}

export interface TextHit {
  readonly at: number;
  readonly found: readonly FoundTerm[];
}

const PAIR_BASE = 4096;

/** Reads a passage once, however many windows it is part of. `fields` stand in the order of LEXICAL_FIELDS. */
export function countPassage(fields: readonly string[], reading: QuestionReading): PassageCount {
  const { parameters, positionsByTerm, averages, pairsByFirst, question } = reading;
  const split = fields.map((text) => (text === '' ? NO_TERMS : text.split(' ')));
  if (!split.some((terms) => terms.some((term) => positionsByTerm.has(term))))
    return nothingOf(split[0]?.length ?? 0, reading);
  const size = reading.rarity.length;
  const frequencies = new Float64Array(size);
  let around: Float64Array | null = null;
  const over = new Float64Array(size);
  const inside = new Float64Array(size);
  const exact = new Uint8Array(size);
  const pairs = new Set<number>();
  const hits: TextHit[] = [];
  let length = 0;
  let phrases = 0;
  for (const [f, field] of LEXICAL_FIELDS.entries()) {
    const terms = split[f] ?? NO_TERMS;
    const weight = parameters.weights[field];
    if (terms.length === 0) continue;
    if (field === 'text') length = terms.length;
    if (weight === 0) continue;
    const b = parameters.lengthNormalisation[field];
    const share = field === 'text' ? weight : weight / (1 - b + (b * terms.length) / (averages[f] ?? 1));
    const best = field === 'address' ? null : field === 'text' || field === 'lead' ? inside : over;
    const isRead = field !== 'lead' && field !== 'address';
    let before: readonly FoundTerm[] | undefined;
    const sequence: (readonly FoundTerm[] | undefined)[] = [];
    for (let at = 0; at < terms.length; at++) {
      const found = positionsByTerm.get(terms[at] as string);
      if (found !== undefined) {
        if (field === 'text') hits.push({ at, found });
        else around ??= new Float64Array(size);
        const into = field === 'text' ? frequencies : (around as Float64Array);
        for (const { position, weight: worth, typo } of found) {
          into[position] = (into[position] ?? 0) + share * worth;
          if (!typo) exact[position] = 1;
          if (best !== null && worth > (best[position] ?? 0)) best[position] = worth;
        }
        if (before && isRead) addPairs(pairs, before, found, pairsByFirst);
      }
      before = found;
      if (question.phrases.length > 0) sequence.push(found);
    }
    if (isRead) phrases |= phrasesIn(sequence, question.phrases);
  }
  return { frequencies, length, around, over, inside, exact, hits, pairs, phrases };
}

const NO_TERMS: readonly string[] = [];
const NO_PAIRS: ReadonlySet<number> = new Set();
const NO_HITS: readonly TextHit[] = [];

/** Most of what stands around a passage holds no word of the question. */
function nothingOf(length: number, { noughts, noBits }: QuestionReading): PassageCount {
  return {
    frequencies: noughts,
    length,
    around: null,
    over: noughts,
    inside: noughts,
    exact: noBits,
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

/** A bit for each phrase (the first thirty) that stands in the sequence. */
function phrasesIn(
  sequence: readonly (readonly FoundTerm[] | undefined)[],
  phrases: Question['phrases'],
): number {
  let bits = 0;
  phrases.slice(0, MOST_PHRASES).forEach((phrase, i) => {
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
