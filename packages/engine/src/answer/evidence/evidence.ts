import type { Claim } from '@memora/claims';
import type { AskedWord, HitPassage } from '@memora/retrieval';

/** A word of the question as a claim holds it; `other` where the claim holds another name that is only like it. */
export interface EvidenceWord extends AskedWord {
  readonly other?: boolean;
}

/** A claim that was found, with the text of its span as it stands in the note now. */
export interface Evidence {
  readonly claim: Claim;
  readonly score: number;
  /** How much of what the question asks for it holds, 0–1. */
  readonly coverage: number;
  /** How much of it the claim's own words hold, without title, headings and neighbours. */
  readonly ownCoverage: number;
  /** Each word that the question asks for; a name that only another is like is not held. */
  readonly words: readonly EvidenceWord[];
  readonly text: string;
  /** True for a line of the note's frontmatter. */
  readonly inFrontmatter: boolean;
  /** True for what is said in a conversation. */
  readonly inConversation?: boolean;
  /** True for what is told in another language than it is asked in. */
  readonly inOtherLanguage?: boolean;
  /** The headings over it, where it is told with its passage. */
  readonly headings?: readonly string[];
  /** The block that it stands in; absent where it stands in none. */
  readonly passage?: HitPassage;
}
