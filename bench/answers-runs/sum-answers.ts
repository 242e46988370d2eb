import type { Row } from '../report.ts';
import type { JudgedAnswer } from './judge-answer.ts';

/** The scores of answers as figures. A share of zero items is `null`, printed as `–`. */
export interface AnswerFigures {
  readonly answerable: number;
  readonly unanswerable: number;
  /** Share of the answerable questions whose first shown unit is right. */
  readonly first: number | null;
  readonly inThree: number | null;
  readonly anywhere: number | null;
  /** Average number of units for an answerable question with any result. */
  readonly units: number | null;
  /** Their total number of characters. */
  readonly characters: number | null;
  /** Share of the units for answerable questions that contain no gold text and come from no gold note. */
  readonly offTopic: number | null;
  /** Share of the unanswered questions that the notes do not answer. */
  readonly abstentionPrecision: number | null;
  /** Share of the questions without an answer in the notes that were not answered. */
  readonly abstentionRecall: number | null;
  /** Share of the how-tos that show every step and all code. */
  readonly stepsComplete: number | null;
  /** The average share of its steps that a how-to shows. */
  readonly steps: number | null;
}

export function sumAnswers(judged: readonly JudgedAnswer[]): AnswerFigures {
  const answerable = judged.filter((each) => each.answerable);
  const unanswerable = judged.filter((each) => !each.answerable);
  const shown = answerable.filter(({ units }) => units > 0);
  const abstained = judged.filter((each) => each.abstained);
  const howTos = answerable.filter(({ steps }) => steps !== null);
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    first: shareOf(answerable, ({ first }) => first),
    inThree: shareOf(answerable, ({ inThree }) => inThree),
    anywhere: shareOf(answerable, ({ anywhere }) => anywhere),
    units: mean(shown.map(({ units }) => units)),
    characters: mean(shown.map(({ characters }) => characters)),
    offTopic: ratio(sum(shown.map(({ offTopic }) => offTopic)), sum(shown.map(({ units }) => units))),
    abstentionPrecision: shareOf(abstained, (each) => !each.answerable),
    abstentionRecall: shareOf(unanswerable, (each) => each.abstained),
    stepsComplete: shareOf(howTos, ({ steps }) => steps === 1),
    steps: mean(howTos.map(({ steps }) => steps ?? 0)),
  };
}

/** The figures as a row of a table. */
export function toAnswerRow(name: string, judged: readonly JudgedAnswer[]): Row {
  const figures = sumAnswers(judged);
  const share = (value: number | null) => (value === null ? '–' : value.toFixed(3));
  const count = (value: number | null, digits: number) => (value === null ? '–' : value.toFixed(digits));
  return {
    what: name,
    questions: `${figures.answerable}+${figures.unanswerable}`,
    first: share(figures.first),
    'in 3': share(figures.inThree),
    any: share(figures.anywhere),
    units: count(figures.units, 1),
    characters: count(figures.characters, 0),
    'off topic': share(figures.offTopic),
    'abst. P': share(figures.abstentionPrecision),
    'abst. R': share(figures.abstentionRecall),
    'how-to whole': share(figures.stepsComplete),
    steps: share(figures.steps),
  };
}

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number | null {
  return ratio(items.filter(holds).length, items.length);
}

function mean(values: readonly number[]): number | null {
  return ratio(sum(values), values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
