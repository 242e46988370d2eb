import { PASSAGE_FLAGS } from './passages/passage-terms.ts';
import type { ScoredPassage } from './passages/score-passages.ts';
import { isDate, type QuestionReading } from './question-reading.ts';

/**
 * Adds to the scores by words what else speaks for a passage, in shares of the best one's score: its note, whom it is labelled with, a
 * time where one is asked for, the note's date. A passage without a word of the question gets nothing.
 *
 * `passages` are those that are held against each other. A note is worth what its best passages are, of `read` ones that are no stricter than the passage.
 */
export function createShares(
  passages: readonly ScoredPassage[],
  read: readonly ScoredPassage[],
  reading: QuestionReading,
): (passage: ScoredPassage) => number {
  const best = passages.reduce((most, { score }) => Math.max(most, score), 0);
  const noteWorth = createNoteWorth(read);
  const bestNote = passages.reduce((most, passage) => Math.max(most, noteWorth(passage)), 0);
  const { shares } = reading.parameters;
  return (passage) => {
    const { row, score } = passage;
    if (score <= 0) return 0;
    let share = bestNote > 0 ? shares.note * Math.min(1, noteWorth(passage) / bestNote) : 0;
    if (isNamed(row.label, reading)) share += shares.label;
    if (reading.asksWhen && (row.flags & PASSAGE_FLAGS.time) !== 0) share += shares.time;
    if (holdsDate(passage, reading)) share += shares.date;
    return score + share * best;
  };
}

const NONE: readonly ScoredPassage[] = [];
/** More than there are. */
const BANDS = 16;

function createNoteWorth(passages: readonly ScoredPassage[]): (passage: ScoredPassage) => number {
  let grouped: ReturnType<typeof groupByNote> | null = null;
  const known = new Map<number, number>();
  return ({ row, score, isAlone }) => {
    if (row.note === null || isAlone) return score;
    grouped ??= groupByNote(passages);
    const byNote = grouped;
    const name = row.note * BANDS + row.band;
    let worth = known.get(name);
    if (worth === undefined) {
      const found = byNote.get(row.note) ?? NONE;
      // What one passage is worth need not be remembered.
      if ('row' in found) return found.row.band > row.band || found.score <= 0 ? score : found.score;
      worth = worthOf(found, row.band);
      known.set(name, worth);
    }
    return worth === 0 ? score : worth;
  };
}

/** Most notes of a sentence have one passage, and no list is made of it. */
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

/** What the best passages of a note are worth together that are no stricter than a band: the first whole, the second half, the third a quarter. */
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

function isNamed(label: string, { positionsByTerm, question }: QuestionReading): boolean {
  if (label === '') return false;
  return label
    .split(' ')
    .some((term) =>
      positionsByTerm
        .get(term)
        ?.some(({ position, typo }) => !typo && question.terms[position]?.stop !== true),
    );
}

function holdsDate({ row }: ScoredPassage, { positionsByTerm, question }: QuestionReading): boolean {
  if (!question.terms.some(isDate)) return false;
  // Title and headings; the note's own date stands among the headings.
  return [row.fields[1] ?? '', row.fields[2] ?? ''].some((text) =>
    text
      .split(' ')
      .some((term) => positionsByTerm.get(term)?.some(({ position }) => isDate(question.terms[position]))),
  );
}
