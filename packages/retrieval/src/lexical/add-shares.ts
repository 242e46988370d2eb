import type { ScoredPassage } from './passages/score-passages.ts';
import type { QuestionReading } from './question-reading.ts';

/**
 * Adds a share for the note to each passage's score, relative to the best passage's score. A passage without a word of the question gets nothing.
 *
 * `passages` are compared with each other. A note's share comes from its best passages among `read` that are no stricter than the passage.
 */
export function createShares(
  passages: readonly ScoredPassage[],
  read: readonly ScoredPassage[],
  { parameters }: QuestionReading,
): (passage: ScoredPassage) => number {
  const best = passages.reduce((most, { score }) => Math.max(most, score), 0);
  const noteWorth = createNoteWorth(read);
  const bestNote = passages.reduce((most, passage) => Math.max(most, noteWorth(passage)), 0);
  const { noteShare } = parameters;
  return (passage) => {
    const { score } = passage;
    if (score <= 0 || bestNote <= 0) return Math.max(0, score);
    return score + noteShare * Math.min(1, noteWorth(passage) / bestNote) * best;
  };
}

const NONE: readonly ScoredPassage[] = [];
/** More than the number of bands. */
const BANDS = 16;

function createNoteWorth(passages: readonly ScoredPassage[]): (passage: ScoredPassage) => number {
  let grouped: ReturnType<typeof groupByNote> | null = null;
  const known = new Map<number, number>();
  return ({ row, score }) => {
    if (row.note === null) return score;
    grouped ??= groupByNote(passages);
    const byNote = grouped;
    const name = row.note * BANDS + row.band;
    let worth = known.get(name);
    if (worth === undefined) {
      const found = byNote.get(row.note) ?? NONE;
      // If there is only one passage, its value needs no cache.
      if ('row' in found) return found.row.band > row.band || found.score <= 0 ? score : found.score;
      worth = worthOf(found, row.band);
      known.set(name, worth);
    }
    return worth === 0 ? score : worth;
  };
}

/** Most one-sentence notes have one passage and need no list. */
function groupByNote(
  passages: readonly ScoredPassage[],
): ReadonlyMap<number | null, ScoredPassage | readonly ScoredPassage[]> {
  const byNote = new Map<number | null, ScoredPassage | ScoredPassage[]>();
  for (const passage of passages) {
    const others = byNote.get(passage.row.note);
    if (others === undefined) byNote.set(passage.row.note, passage);
    else if (Array.isArray(others)) others.push(passage);
    else byNote.set(passage.row.note, [others, passage]);
  }
  return byNote;
}

/** Sums the best passages of a note up to a band: the first counts whole, the second half, the third a quarter. */
function worthOf(passages: readonly ScoredPassage[], band: number): number {
  let [first, second, third] = [0, 0, 0];
  for (const { row, score } of passages) {
    if (row.band > band) continue;
    if (score > first) [first, second, third] = [score, first, second];
    else if (score > second) [second, third] = [score, second];
    else if (score > third) third = score;
  }
  return first + second / 2 + third / 4;
}
