import type { QuestionReading } from '../question-reading.ts';
import { bonusOf, countPassage, type PassageCount } from './count-passage.ts';
import type { PassageRow } from './passage-rows.ts';

/** A passage with its score for a question. */
export interface ScoredPassage {
  readonly row: PassageRow;
  readonly count: PassageCount;
  /** The score by words alone. */
  readonly score: number;
  /** True if it contains only misspellings of the question's words, and none of the words. */
  readonly onlyTypos: boolean;
}

/** Reads and scores each passage of a question once. */
export interface PassageScorer {
  /** Returns the keys that have not been added. */
  readonly missing: (keys: readonly number[]) => readonly number[];
  readonly add: (rows: readonly PassageRow[]) => void;
  /** Returns null for a passage that was not added. */
  readonly score: (key: number) => ScoredPassage | null;
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): the frequencies of a term in text, title and headings are summed and saturated once. Scores are
 * comparable within one question only.
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

/**
 * Minimum average length, in terms. Without it, the longest passages of a vault would count as long even if
 * all its passages are short.
 */
const SHORT = 50;
