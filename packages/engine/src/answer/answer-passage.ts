import type { FoundPassage } from './passages/found-passage.ts';

/** A passage that a question found, as its note has it now. */
export interface AnswerPassage extends FoundPassage {
  /** Its text without what is secret, with the lead-in of its list or the header of its table where they stand elsewhere. */
  readonly text: string;
  /** The claims that it can be cited by, in the order of the text: `[claim:<id>]`. The first of them carries its best sentence. */
  readonly claimIds: readonly string[];
}

/** What a question finds: a page of passages, and no answer. */
export interface SearchPage {
  /** Best first; none where nothing is about the question. */
  readonly passages: readonly AnswerPassage[];
  /** Where nothing is about the question: what comes nearest, three at most, one a note. */
  readonly nearest: readonly AnswerPassage[];
  /** True where nothing in the notes is about the question. */
  readonly abstained: boolean;
  readonly degradedReasons: readonly string[];
}
