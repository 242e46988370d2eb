import type { QuestionReading } from '../question-reading.ts';
import { bonusOf, countPassage, type PassageCount } from './count-passage.ts';
import type { PassageRow } from './passage-rows.ts';
import { PASSAGE_FLAGS } from './passage-terms.ts';

/** A passage with what it is worth for a question. */
export interface ScoredPassage {
  readonly row: PassageRow;
  readonly count: PassageCount;
  /** By words alone. */
  readonly score: number;
  /** True where neither it nor what stands around it holds one of the words themselves, only terms spelt like them. */
  readonly onlyTypos: boolean;
  /** The passages next to it, as far as its band lets them be seen. */
  readonly neighbours: readonly PassageCount[];
  /** True where no other passage of its note was read. */
  readonly isAlone: boolean;
}

/** Passages of one question: each is read once, and scored with those around it. */
export interface PassageScorer {
  /** Those of some passages that were not added. */
  readonly missing: (keys: readonly number[]) => readonly number[];
  readonly add: (rows: readonly PassageRow[]) => void;
  /** Null for one that was not added. */
  readonly score: (key: number) => ScoredPassage | null;
}

/** A passage that was added; it is counted when it is first scored, or stands beside one that is. */
interface Added {
  readonly row: PassageRow;
  count: PassageCount | null;
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004) over a window: the frequencies of a term in a passage and, less, in those around it, in its title and headings are
 * summed and saturated once. Its length is the mean of the window's, by the weights of the neighbours that it has. Scores are comparable within one question only.
 */
export function createPassageScorer(reading: QuestionReading): PassageScorer {
  const addedByKey = new Map<number, Added>();
  const addedByNote = new Map<number, Added | Map<number, Added>>();
  // Most notes of a sentence have one passage, and no map is made of it.
  const inNote = (note: number) => {
    const others = addedByNote.get(note);
    return others instanceof Map ? others : NO_OTHERS;
  };
  // Summed up anew for each passage, and kept for none.
  const sums = new Float64Array(reading.rarity.length);
  return {
    missing: (keys) => (addedByKey.size === 0 ? keys : keys.filter((key) => !addedByKey.has(key))),
    add: (rows) => {
      for (const row of rows) {
        const added: Added = { row, count: null };
        addedByKey.set(row.key, added);
        if (row.note === null) continue;
        const others = addedByNote.get(row.note);
        if (others === undefined) addedByNote.set(row.note, added);
        else if (others instanceof Map) others.set(row.at, added);
        else
          addedByNote.set(
            row.note,
            new Map([
              [others.row.at, others],
              [row.at, added],
            ]),
          );
      }
    },
    score: (key) => {
      const added = addedByKey.get(key);
      return added === undefined ? null : scorePassage(added, reading, inNote, sums);
    },
  };
}

function countOf(added: Added, reading: QuestionReading): PassageCount {
  added.count ??= countPassage(added.row.fields, reading);
  return added.count;
}

function scorePassage(
  added: Added,
  reading: QuestionReading,
  inNote: (note: number) => ReadonlyMap<number, Added>,
  frequencies: Float64Array,
): ScoredPassage {
  const { row } = added;
  const { window, acrossSections, shares } = reading.parameters;
  const own = countOf(added, reading);
  const { rarity } = reading;
  const size = rarity.length;
  const [, , middle] = window;
  for (let i = 0; i < size; i++) frequencies[i] = middle * (own.frequencies[i] ?? 0);
  let length = middle * own.length;
  let present = middle;
  let isExact = own.isExact;
  let neighbours = NO_COUNTS;
  let follows = false;
  const others = row.note === null ? NO_OTHERS : inNote(row.note);
  for (let i = 0; i < STEPS.length && others.size > 0; i++) {
    const step = STEPS[i] as number;
    const beside = others.get(row.at + step);
    const neighbour = beside?.row;
    // What is stricter than a passage is nobody's to learn of by finding it.
    if (beside === undefined || neighbour === undefined || neighbour.band > row.band) continue;
    const isAsked = step === -1 && asks(neighbour) && !asks(row);
    const weight = window[step + 2] ?? 0;
    // A question and its answer are one text.
    const share =
      (isAsked && weight > 0 ? middle : weight) * (neighbour.section === row.section ? 1 : acrossSections);
    if (share === 0) continue;
    const count = countOf(beside, reading);
    length += share * count.length;
    present += share;
    if (count.hits.length > 0) {
      for (let i = 0; i < size; i++)
        frequencies[i] = (frequencies[i] ?? 0) + share * (count.frequencies[i] ?? 0);
      isExact ||= count.isExact;
    }
    if (step === -1 || step === 1) neighbours = [...neighbours, count];
    follows ||= isAsked;
  }
  const { k1, b } = saturationOf(present === middle, reading);
  const norm = 1 - b + (b * (length / present)) / Math.max(SHORT, reading.averages[0] ?? 0);
  let score = bonusOf(own, reading);
  for (let i = 0; i < size; i++) {
    const frequency = (frequencies[i] ?? 0) / norm + (own.around?.[i] ?? 0);
    if (frequency > 0) score += ((rarity[i] ?? 0) * frequency * (k1 + 1)) / (k1 + frequency);
  }
  return {
    row,
    count: own,
    score: score * (follows ? 1 + shares.answers : 1),
    onlyTypos: !isExact,
    neighbours,
    isAlone: others.size === 0,
  };
}

/** Terms of a text: where the mean is shorter, no sentence is long. */
const SHORT = 8;

function saturationOf(isAlone: boolean, { parameters }: QuestionReading) {
  const { alone, k1, lengthNormalisation } = parameters;
  return isAlone ? { k1: alone.k1, b: alone.lengthNormalisation } : { k1, b: lengthNormalisation.text };
}

function asks({ flags }: PassageRow): boolean {
  return (flags & PASSAGE_FLAGS.asks) !== 0;
}

const NO_COUNTS: readonly PassageCount[] = [];
const STEPS = [-2, -1, 1, 2] as const;
const NO_OTHERS: ReadonlyMap<number, Added> = new Map();
