import type { GoldText } from './read-questions.ts';
import { toPlainWords } from './to-plain-words.ts';

/** One unit that an answer shows: a line, a paragraph or a list of it, with the notes it comes from. */
export interface ShownUnit {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The correct results for a question. */
export interface ExpectedAnswer {
  readonly gold: readonly GoldText[];
  readonly steps?: readonly string[];
}

/** The score of one answer. For a question that the notes do not answer, only `abstained` and the shown units count. */
export interface JudgedAnswer {
  readonly answerable: boolean;
  /** Nothing was shown as an answer. */
  readonly abstained: boolean;
  /** The first shown unit contains the words of a gold text, or a step. */
  readonly first: boolean;
  /** One of the first three does. */
  readonly inThree: boolean;
  /** Any does. */
  readonly anywhere: boolean;
  readonly units: number;
  readonly characters: number;
  /** Units that contain no gold text and come from no gold note. */
  readonly offTopic: number;
  /** For a how-to, the share of its steps and code that is shown; null for other questions. */
  readonly steps: number | null;
}

/** A match of this many plain characters counts as the same words in any note, so the same text in another note also answers. */
const SAME_WORDS = 25;

/** Compares shown text with the correct one, by words alone. */
export function judgeAnswer(expected: ExpectedAnswer, shown: readonly ShownUnit[]): JudgedAnswer {
  const gold = expected.gold.map(({ note, text }) => ({ note, words: toPlainWords(text) }));
  const notes = new Set(gold.map(({ note }) => note));
  const steps = (expected.steps ?? []).map(toPlainWords);
  const units = shown.map((unit) => {
    const words = toPlainWords(unit.text);
    const fromGold = unit.notes.some((note) => notes.has(note));
    const right =
      gold.some(
        ({ note, words: sought }) =>
          words.includes(sought) && (unit.notes.includes(note) || sought.length >= SAME_WORDS),
      ) || steps.some((step) => words.includes(step) && (fromGold || step.length >= SAME_WORDS));
    return { words, right, offTopic: !right && !fromGold };
  });
  const all = units.map(({ words }) => words).join('\n');
  return {
    answerable: gold.length > 0,
    abstained: shown.length === 0,
    first: units[0]?.right === true,
    inThree: units.slice(0, 3).some(({ right }) => right),
    anywhere: units.some(({ right }) => right),
    units: shown.length,
    characters: shown.reduce((sum, { text }) => sum + text.length, 0),
    offTopic: units.filter(({ offTopic }) => offTopic).length,
    steps: steps.length === 0 ? null : steps.filter((step) => all.includes(step)).length / steps.length,
  };
}
