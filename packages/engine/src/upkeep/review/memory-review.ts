import type { Claim, Contradiction, Decision, EdgeType } from '@memora/claims';
import type { ClaimId } from '@memora/core';

/** A contradiction with its two claims. */
export interface ReviewedContradiction extends Omit<Contradiction, 'newer' | 'older'> {
  readonly newer: Claim;
  readonly older: Claim;
}

/** A stale claim with the invalid claim that caused it and the path between them. */
export interface StaleClaim {
  readonly claim: Claim;
  /** In words, with ids only. */
  readonly reason: string;
  /** From the invalid claim to this one. */
  readonly path: readonly ClaimId[];
}

/** A claim that an edge connects with another. */
export interface RelatedClaim {
  /** The requested claim. */
  readonly of: ClaimId;
  readonly type: EdgeType;
  /** True for an edge that starts at the requested claim. */
  readonly outgoing: boolean;
  readonly weight: number;
  readonly claim: Claim;
}

/** A decision, with its reasons from the notes. */
interface ReviewedDecision extends Decision {
  /** The claims that caused it, that it depends on and that it was learned from, by links in its sentences. */
  readonly because: readonly ClaimId[];
}

/** One entry of a claim's history. */
export interface HistoryEntry {
  readonly at: string;
  /** `recorded`, `retired`, `restored`, `superseded`, `contested`, `current`, `stale`, `forgotten`, … */
  readonly kind: string;
  readonly relatedId: ClaimId | null;
}

/** A secret claim is in no queue unless requested: its place there would reveal its content. */
export interface SecretOption {
  /** True for callers that may read secret claims. */
  readonly secret?: boolean;
}

/** The history and the review queues of a memory, and a person's decisions in them. */
export interface MemoryReview {
  /**
   * Every claim about a subject under any of its names, oldest first, including superseded claims. Secret
   * ones only if requested.
   */
  readonly timeline: (subject: string, options?: SecretOption) => Promise<readonly Claim[]>;
  readonly contradictions: (
    subject?: string,
    options?: SecretOption,
  ) => Promise<readonly ReviewedContradiction[]>;
  readonly stale: (options?: SecretOption) => Promise<readonly StaleClaim[]>;
  readonly decisions: () => Promise<readonly ReviewedDecision[]>;
  /**
   * The claims that edges connect with these: entailed, supporting, mentioned, causing and co-occurring ones. Retired claims are left out. Ordered by the
   * requested claim, type and id.
   */
  readonly related: (
    claimIds: readonly string[],
    types?: readonly EdgeType[],
    options?: SecretOption,
  ) => Promise<readonly RelatedClaim[]>;
  /** Questions in the notes without an answer, in file order. */
  readonly openQuestions: () => Promise<readonly Claim[]>;
  readonly history: (claimId: string) => Promise<readonly HistoryEntry[]>;
  /** Exactly the claims that would become stale if this one were retracted. Changes nothing. */
  readonly whatIfRetracted: (claimId: string, options?: SecretOption) => Promise<readonly StaleClaim[]>;
  /** Retracts a claim, in the ledger: it stays forgotten when the notes are indexed again. */
  readonly forget: (claimId: string, reason: string) => Promise<void>;
  /** Records that both claims of a contested pair are kept, or that an item of the challenger was seen: it stays hidden until it changes. */
  readonly acknowledge: (id: string, reason: string) => Promise<void>;
  /** Decides a contradiction for one of its claims. */
  readonly resolve: (contradictionId: string, winnerId: string, reason: string) => Promise<void>;
  /** Records that a stale claim still holds although its evidence changed. */
  readonly revalidate: (claimId: string, reason: string) => Promise<void>;
}
