import type { ModelCost } from './meter-model.ts';

/** One part of the test: whether the model is good enough for it, and its figures. */
interface TestPart {
  /** True if the figures reach {@link ENOUGH}. */
  readonly good: boolean;
  readonly cost: ModelCost;
}

/** How well a model judges sentences that were labelled by hand. */
export interface JudgingTest extends TestPart {
  /** Share of the true sentences that it calls supported. */
  readonly trueKept: number;
  /** Share of the false sentences that it calls supported. */
  readonly liesKept: number;
  readonly sentences: number;
  /** Sentences that it did not judge, or for which it quoted words that are in no evidence. */
  readonly notJudged: number;
}

/** How well it answers questions, after its citations were checked. */
export interface AnsweringTest extends TestPart {
  /**
   * Questions whose answer contains the expected words. If the notes do not answer a question, the correct
   * result is no answer.
   */
  readonly right: number;
  readonly questions: number;
  /** Questions for which nothing in its answer passed the check. */
  readonly refused: number;
}

/** How well it finds search words for questions. */
export interface RewritingTest extends TestPart {
  /** Questions for which it gave a word that the notes use and the question does not. */
  readonly found: number;
  readonly questions: number;
  /** Replies that can't be read. */
  readonly unreadable: number;
}

/** How well it extracts facts from notes. */
export interface ExtractingTest extends TestPart {
  readonly found: number;
  readonly facts: number;
  readonly claims: number;
  /** Records that were refused, such as those whose quote is not in the note. */
  readonly refused: number;
}

/** The tasks that a model is good enough for. Codes and figures; the model sees only notes of the test. */
export interface ModelTest {
  readonly model: string;
  readonly place: 'loopback' | 'cloud-model';
  readonly judging: JudgingTest;
  readonly answering: AnsweringTest;
  readonly rewriting: RewritingTest;
  readonly extracting: ExtractingTest;
}

/** The minimum figures for each task. */
export const ENOUGH = {
  judging: { trueKept: 0.9, liesKept: 0.1 },
  answering: 0.8,
  rewriting: 0.8,
  extracting: { found: 0.6, refused: 0.2 },
} as const;

/** True if a judge keeps enough true sentences and few enough false ones. */
export function isGoodJudge({ trueKept, liesKept }: Pick<JudgingTest, 'trueKept' | 'liesKept'>): boolean {
  return trueKept >= ENOUGH.judging.trueKept && liesKept <= ENOUGH.judging.liesKept;
}
