import type { QuestionReading } from '../question-reading.ts';
import { bonusOf, countPassage, type PassageCount } from './count-passage.ts';
import type { PassageRow } from './passage-rows.ts';

/** A passage with what it is worth for a question. */
export interface ScoredPassage {
  readonly row: PassageRow;
  readonly count: PassageCount;
  /** By words alone. */
  readonly score: number;
  /** True where it holds none of the words themselves, only terms spelt like them. */
  readonly onlyTypos: boolean;
}

/** Passages of one question: each is read and scored once. */
export interface PassageScorer {
  /** Those of some passages that were not added. */
  readonly missing: (keys: readonly number[]) => readonly number[];
  readonly add: (rows: readonly PassageRow[]) => void;
  /** Null for one that was not added. */
  readonly score: (key: number) => ScoredPassage | null;
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): the frequencies of a term in a passage, in its title and headings are summed and saturated once.
 * Scores are comparable within one question only.
 */
export function createPassageScorer(reading: QuestionReading): PassageScorer {
  const rowByKey = new Map<number, PassageRow>();
  const scored = new Map<number, ScoredPassage>();
  return {
    missing: (keys) => (rowByKey.size === 0 ? keys : keys.filter((key) => !rowByKey.has(key))),
    add: (rows) => {
      for (const row of rows) rowByKey.set(row.key, row);
    },
    score: (key) => {
      const row = rowByKey.get(key);
      if (row === undefined) return null;
      let known = scored.get(key);
      if (known === undefined) {
        known = scorePassage(row, reading);
        scored.set(key, known);
      }
      return known;
    },
  };
}

function scorePassage(row: PassageRow, reading: QuestionReading): ScoredPassage {
  const { rarity, parameters, averages } = reading;
  const { k1, lengthNormalisation } = parameters;
  const count = countPassage(row.fields, reading);
  const b = lengthNormalisation.text;
  const norm = 1 - b + (b * count.length) / Math.max(SHORT, averages[0] ?? 0);
  let score = bonusOf(count, reading);
  for (let i = 0; i < rarity.length; i++) {
    const frequency = (count.frequencies[i] ?? 0) / norm + (count.around?.[i] ?? 0);
    if (frequency > 0) score += ((rarity[i] ?? 0) * frequency * (k1 + 1)) / (k1 + frequency);
  }
  return { row, count, score, onlyTypos: !count.isExact };
}

/** Terms of a text: where the passages of a vault are shorter on average, its longest are still no long texts. */
const SHORT = 50;
