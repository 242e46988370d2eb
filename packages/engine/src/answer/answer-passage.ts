import type { Hit } from '@memora/retrieval';
import type { SourceAnchor } from '@memora/validator';
import type { FoundPassage } from './passages/found-passage.ts';

/** A passage found for a question, with its current text. */
export interface AnswerPassage extends FoundPassage {
  /** Its text without secret parts, with the lead-in of its list or the header of its table if they are elsewhere. */
  readonly text: string;
  /** The claims that it can be cited by, in text order: `[claim:<id>]`. The first one carries its best sentence. */
  readonly claimIds: readonly string[];
  /** What stands above its best sentence inside the passage: `Mum:` for a heading, the line that introduces its list, or both; null if nothing. Show it with the sentence. */
  readonly leadIn: string | null;
}

/** A claim of a found passage. Its score is the passage's; its snippet is its current text in the note. */
interface PageHit extends Hit {
  /** The place in the document that its note was made from. */
  readonly place: SourceAnchor | null;
}

/** The results of a question: a page of passages without an answer. */
export interface SearchPage {
  /** Best first; empty if nothing is about the question. */
  readonly passages: readonly AnswerPassage[];
  /** If nothing is about the question: the nearest passages, at most three, one per note. */
  readonly nearest: readonly AnswerPassage[];
  /** True if nothing in the notes is about the question. */
  readonly abstained: boolean;
  /** The claims of the results: the best of each passage, then the next of each. */
  readonly hits: readonly PageHit[];
  /**
   * Paths of notes that changed, were added or deleted since they were indexed: their current content was not searched. At most fifty; a secret note has
   * another name if secret claims were not requested.
   */
  readonly behind: readonly string[];
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
}
