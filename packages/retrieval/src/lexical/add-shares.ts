import { PASSAGE_FLAGS } from './passage-terms.ts';
import type { QuestionReading } from './question-reading.ts';
import type { ScoredPassage } from './score-passages.ts';

/** Of how many passages a note's worth is made, each counting half of the one before. */
const NOTE_PASSAGES = 3;

/**
 * Adds to the scores by words what else speaks for a passage, in shares of the best one's score: its note, whom it is labelled with, a
 * time where one is asked for, the note's date. A passage without a word of the question gets nothing.
 */
export function createShares(
  passages: readonly ScoredPassage[],
  reading: QuestionReading,
): (passage: ScoredPassage) => number {
  const best = passages.reduce((most, { score }) => Math.max(most, score), 0);
  const worthByNote = noteWorths(passages);
  const bestNote = Math.max(0, ...worthByNote.values());
  const { shares } = reading.parameters;
  return (passage) => {
    const { row, score } = passage;
    if (score <= 0) return 0;
    const note = row.note === null ? score * SINGLE : (worthByNote.get(row.note) ?? score);
    let share = bestNote > 0 ? shares.note * Math.min(1, note / bestNote) : 0;
    if (isNamed(row.label, reading)) share += shares.label;
    if (reading.asksWhen && (row.flags & PASSAGE_FLAGS.time) !== 0) share += shares.time;
    if (holdsDate(passage, reading)) share += shares.date;
    return score + share * best;
  };
}

const SINGLE = 1;

function noteWorths(passages: readonly ScoredPassage[]): ReadonlyMap<number, number> {
  const scoresByNote = new Map<number, number[]>();
  for (const { row, score } of passages) {
    if (row.note === null) continue;
    const scores = scoresByNote.get(row.note);
    if (scores) scores.push(score);
    else scoresByNote.set(row.note, [score]);
  }
  return new Map(
    [...scoresByNote].map(([note, scores]) => [
      note,
      scores
        .sort((a, b) => b - a)
        .slice(0, NOTE_PASSAGES)
        .reduce((sum, score, i) => sum + score / 2 ** i, 0),
    ]),
  );
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
  if (!question.terms.some(({ kind }) => kind === 'date')) return false;
  // Title and headings; the note's own date stands among the headings.
  return [row.fields[1] ?? '', row.fields[2] ?? ''].some((text) =>
    text
      .split(' ')
      .some((term) =>
        positionsByTerm.get(term)?.some(({ position }) => question.terms[position]?.kind === 'date'),
      ),
  );
}
