import type { Hit } from '@memora/retrieval';
import type { SourceAnchor } from '@memora/validator';
import type { FoundPassage } from './passages/found-passage.ts';

/** A passage that a question found, as its note has it now. */
export interface AnswerPassage extends FoundPassage {
  /** Its text without what is secret, with the lead-in of its list or the header of its table where they stand elsewhere. */
  readonly text: string;
  /** The claims that it can be cited by, in the order of the text: `[claim:<id>]`. The first of them carries its best sentence. */
  readonly claimIds: readonly string[];
}

/** A claim of a passage that was found. Its score is that of the passage; a claim's snippet is its text as the note has it now. */
export interface PageHit extends Hit {
  /** The place of the document that its note was made of. */
  readonly place: SourceAnchor | null;
}

/** What a question finds: a page of passages, and no answer. */
export interface SearchPage {
  /** Best first; none where nothing is about the question. */
  readonly passages: readonly AnswerPassage[];
  /** Where nothing is about the question: what comes nearest, three at most, one a note. */
  readonly nearest: readonly AnswerPassage[];
  /** True where nothing in the notes is about the question. */
  readonly abstained: boolean;
  /** The claims in what was found: the best of each passage, then the next of each. */
  readonly hits: readonly PageHit[];
  /**
   * Paths of notes that have changed, come or gone since they were indexed: what they say now was not searched. At most fifty; a secret
   * one by another name where secret claims were not asked for.
   */
  readonly behind: readonly string[];
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
}
