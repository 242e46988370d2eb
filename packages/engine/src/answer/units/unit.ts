import type { Claim } from '@memora/claims';
import type { HitPassage } from '@memora/retrieval';
import type { Evidence } from '../evidence/evidence.ts';

/** A passage that was found, with what was found in it. */
export interface FoundPassage {
  /** Null for a claim that stands in none: one that reaches beyond its segment, or a secret one. */
  readonly passage: HitPassage | null;
  readonly notePath: string;
  readonly noteTitle: string;
  readonly headingPath: readonly string[];
  /** The best first. */
  readonly evidence: readonly Evidence[];
  readonly score: number;
  /** As of {@link Evidence}: that of the best claim. */
  readonly coverage: number;
  readonly ownCoverage: number;
}

/** Words of a note as they are now, with the claims whose span they are. */
export interface UnitLine {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** A paragraph, an item, a row or a fence of a unit. */
export interface UnitBlock {
  readonly kind: HitPassage['kind'];
  /** What stands before it in the note: `-` or `3.` for an item, nothing else. */
  readonly mark: string;
  /** How deep an item stands in its list, from 0. */
  readonly depth: number;
  readonly lines: readonly UnitLine[];
  /** True where each of its lines stands on a line of its own in the note. */
  readonly oneALine: boolean;
  readonly passage: HitPassage | null;
}

/** What an answer shows at once: a passage with what it is read with, under the title and the headings of its note. */
export interface Unit {
  readonly notePath: string;
  readonly noteTitle: string;
  readonly headingPath: readonly string[];
  readonly blocks: readonly UnitBlock[];
  /** What was found of it, the best first. */
  readonly found: readonly FoundPassage[];
  readonly score: number;
  /** True for what is told in another language than it is asked in. */
  readonly inOtherLanguage?: boolean;
}
