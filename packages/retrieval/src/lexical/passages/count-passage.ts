import type { Question } from '../../question/question.ts';
import { LEXICAL_FIELDS, type LexicalField } from '../lexical-fields.ts';
import type { FoundTerm, QuestionReading } from '../question-reading.ts';
import { type FoundTerms, findTerms, type TermHit } from '../term-finder.ts';

/** The counts of a question's words in a passage. */
export interface PassageCount {
  /** Weighted frequencies in its own text, by position in the question. */
  readonly frequencies: readonly number[];
  /** The number of terms in its own text. */
  readonly length: number;
  /** Frequencies in its title, headings and lead-in, weighted and normalised by field; null if there are none. */
  readonly around: readonly number[] | null;
  /** The best match for each position in title, headings and aliases. */
  readonly over: readonly number[];
  /** The best match for each position in its text and lead-in. */
  readonly inside: readonly number[];
  /** True if it contains one of the words itself, not only a misspelling. */
  readonly isExact: boolean;
  /** Positions of the question's words in the text. */
  readonly hits: readonly TermHit[];
  /** One bit per phrase that it contains. */
  readonly phrases: number;
}

/** Counts a passage once, however many windows contain it. `fields` are in the order of LEXICAL_FIELDS. */
export function countPassage(fields: readonly string[], reading: QuestionReading): PassageCount {
  const { finder, noughts } = reading;
  let length = 0;
  let own = NO_HITS;
  let held: Held | null = null;
  for (let f = 0; f < LEXICAL_FIELDS.length; f++) {
    const found = findTerms(fields[f] ?? '', finder);
    if (f === 0) {
      length = found.length;
      own = found.hits;
    }
    if (found.hits.length === 0) continue;
    held ??= {
      frequencies: noughts.slice(),
      around: null,
      over: noughts,
      inside: noughts,
      length,
      hits: own,
      isExact: false,
      phrases: 0,
    };
    addField(held, f, found, reading);
  }
  return held ?? nothingOf(length, reading);
}

/** The counts of a passage while it is read. The text is its first field. Arrays are the question's shared zeros until a value is written. */
interface Held {
  frequencies: number[];
  around: number[] | null;
  over: readonly number[];
  inside: readonly number[];
  readonly length: number;
  readonly hits: readonly TermHit[];
  isExact: boolean;
  phrases: number;
}

function addField(
  held: Held,
  f: number,
  { length: terms, hits }: FoundTerms,
  reading: QuestionReading,
): void {
  const { parameters, averages, rarity, question, noughts } = reading;
  const field = LEXICAL_FIELDS[f] as LexicalField;
  const weight = parameters.weights[field];
  if (weight === 0) return;
  const b = parameters.lengthNormalisation[field];
  const share = field === 'text' ? weight : weight / (1 - b + (b * terms) / (averages[f] ?? 1));
  const best = bestIn(held, field, noughts);
  const isRead = field !== 'lead' && field !== 'address';
  if (field !== 'text') held.around ??= noughts.slice();
  const into = field === 'text' ? held.frequencies : (held.around as number[]);
  // A recall spends most of its time here, before the code is optimised: the loops allocate nothing.
  for (let h = 0; h < hits.length; h++) {
    const hit = hits[h] as TermHit;
    for (let i = 0; i < hit.found.length; i++) {
      const term = hit.found[i] as FoundTerm;
      const { position } = term;
      into[position] = (into[position] ?? 0) + share * term.weight;
      held.isExact ||= !term.typo && (rarity[position] ?? 0) > 0;
      if (best !== null && term.weight > (best[position] ?? 0)) best[position] = term.weight;
    }
  }
  if (isRead && question.phrases.length > 0) held.phrases |= phrasesIn(hits, question.phrases);
}

/** Returns the array for the best matches of a field; null for addresses, which nobody reads. */
function bestIn(held: Held, field: LexicalField, noughts: readonly number[]): number[] | null {
  if (field === 'address') return null;
  if (field === 'text' || field === 'lead') {
    if (held.inside === noughts) held.inside = noughts.slice();
    return held.inside as number[];
  }
  if (held.over === noughts) held.over = noughts.slice();
  return held.over as number[];
}

const NO_HITS: readonly TermHit[] = [];

/** Returns zeros: most titles and headings contain no word of the question. */
function nothingOf(length: number, { noughts }: QuestionReading): PassageCount {
  return {
    frequencies: noughts,
    length,
    around: null,
    over: noughts,
    inside: noughts,
    isExact: false,
    hits: NO_HITS,
    phrases: 0,
  };
}

/** Returns the phrase bonus of a passage. */
export function bonusOf(
  { phrases }: PassageCount,
  { parameters, rarity, question }: QuestionReading,
): number {
  let bonus = 0;
  if (phrases === 0) return bonus;
  for (const [i, phrase] of question.phrases.slice(0, MOST_PHRASES).entries())
    if (phrases & (1 << i))
      bonus += parameters.phraseBonus * Math.max(1, ...phrase.map((p) => rarity[p] ?? 0));
  return bonus;
}

const MOST_PHRASES = 30;

/** Returns one bit for each of the first thirty phrases that occurs whole among the hits of a text. */
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
