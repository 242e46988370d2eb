import type { TextRange } from '@memora/language/sentences';
import type { WordDifference } from '../contract/verification-report.ts';
import { findNear, findNearWithin, NEARLY, type NearWords } from './find-near.ts';
import { saysProperty } from './find-other-value.ts';
import type { PassageWords, WordUnit } from './read-units.ts';

interface AlteredReading {
  readonly wording: 'altered';
  readonly differences: readonly WordDifference[];
}

/** Minimum number of words of a sentence without a stop. */
const LEAST_WORDS = 3;
/** The number of units with the most shared words that are aligned. */
const MOST_ALIGNED = 8;

/** A number smaller than any difference between two shares of words. */
const CITED = 1e-9;

/** The alignment in which a statement is most similar to the words of the note, if that is similar enough. */
export function findAltered(
  said: readonly string[],
  read: readonly PassageWords[],
  cited: readonly TextRange[],
): AlteredReading | null {
  let best: NearWords | null = null;
  let most = 0;
  for (const { passage, at, around } of nearestUnits(said, read)) {
    const unit = passage.units[at] as WordUnit;
    const { words, isProse, isStopped, start, end } = unit;
    if (saysProperty(said, unit)) continue;
    // Two words without a stop are a label, which many statements contain by chance.
    const isSaid = isProse && (isStopped || words.length >= LEAST_WORDS);
    const isCited = isSaid && cited.some((range) => range.start < end && range.end > start);
    const stretch = around < NEARLY * said.length ? [] : windowOf(passage, at);
    for (const near of [findNear(said, words, isCited), findNearWithin(said, stretch)]) {
      // Of two sentences that are equally near, the cited one is compared.
      const share = near === null ? 0 : near.share + (isCited ? CITED : 0);
      if (share > most) [best, most] = [near, share];
    }
  }
  return best === null ? null : { wording: 'altered', differences: best.differences };
}

/** The unit with its neighbours, because a statement may be made from two of them. */
function windowOf({ units, stream, streamUnits }: PassageWords, at: number): readonly string[] {
  if ((units[at] as WordUnit).isWhole) return [];
  const first = streamUnits.indexOf(at);
  const from = first === -1 ? -1 : streamUnits.indexOf(streamUnits[first - 1] ?? at);
  if (from === -1) return [];
  let to = first;
  const next = () => streamUnits[to];
  while (to < stream.length && next() === at) to++;
  const behind = next();
  while (to < stream.length && next() === behind) to++;
  return stream.slice(from, to);
}

interface NearUnit {
  readonly passage: PassageWords;
  readonly at: number;
  readonly rank: number;
  /** The maximum number of the statement's words in it and its neighbours. */
  readonly around: number;
}

/** The units of all passages with most of the statement's words, shorter ones first. */
function nearestUnits(said: readonly string[], read: readonly PassageWords[]): NearUnit[] {
  const words = [...new Set(said)];
  const repeated = said.length - words.length;
  const nearest: NearUnit[] = [];
  for (const passage of read) {
    const scores = new Map<number, number>();
    for (const word of words)
      for (const at of passage.unitsByWord.get(word) ?? []) scores.set(at, (scores.get(at) ?? 0) + 1);
    for (const [at, shared] of scores) {
      const { length } = (passage.units[at] as WordUnit).words;
      if (shared < Math.min(2, length)) continue;
      const rank = shared / length ** 0.3;
      if (nearest.length === MOST_ALIGNED && rank <= (nearest.at(-1) as NearUnit).rank) continue;
      const behind = nearest.findIndex((other) => other.rank < rank);
      const beside = [-2, -1, 0, 1, 2].reduce((sum, step) => sum + (scores.get(at + step) ?? 0), repeated);
      nearest.splice(behind === -1 ? nearest.length : behind, 0, { passage, at, rank, around: beside });
      if (nearest.length > MOST_ALIGNED) nearest.pop();
    }
  }
  return nearest;
}
