import type { Claim, Contradiction, Decision, EdgeType } from '@memora/claims';
import type { ClaimId } from '@memora/core';

/** A contradiction with its two claims. */
export interface ReviewedContradiction extends Omit<Contradiction, 'newer' | 'older'> {
  readonly newer: Claim;
  readonly older: Claim;
}

/** A stale claim and why: what fell, and the way from there. */
export interface StaleClaim {
  readonly claim: Claim;
  /** In words, with ids only. */
  readonly reason: string;
  /** From the claim that fell to this one. */
  readonly path: readonly ClaimId[];
}

/** A claim that an edge connects with another. */
export interface RelatedClaim {
  /** The claim that was asked about. */
  readonly of: ClaimId;
  readonly type: EdgeType;
  /** True for an edge from the claim that was asked about. */
  readonly outgoing: boolean;
  readonly weight: number;
  readonly claim: Claim;
}

/** A decision, and what the notes give as its grounds. */
interface ReviewedDecision extends Decision {
  /** What caused it, what it rests on and what it was learned from, as its sentences say by a link. */
  readonly because: readonly ClaimId[];
}

/** One entry of a claim's history. */
export interface HistoryEntry {
  readonly at: string;
  /** `recorded`, `retired`, `restored`, `superseded`, `contested`, `current`, `stale`, `forgotten`, … */
  readonly kind: string;
  readonly relatedId: ClaimId | null;
}

/** A secret claim is in no queue unless asked for: its place there would tell what it says. */
export interface SecretOption {
  /** True for whoever may read the secret claims. */
  readonly secret?: boolean;
}

/** The history and the review queues of a memory, and the decisions a person takes in them. */
export interface MemoryReview {
  /** Everything ever said about a subject (by any of its names), oldest first, superseded claims included; secret ones only if asked for. */
  readonly timeline: (subject: string, options?: SecretOption) => Promise<readonly Claim[]>;
  readonly contradictions: (
    subject?: string,
    options?: SecretOption,
  ) => Promise<readonly ReviewedContradiction[]>;
  readonly stale: (options?: SecretOption) => Promise<readonly StaleClaim[]>;
  readonly decisions: () => Promise<readonly ReviewedDecision[]>;
  /**
   * What edges connect with the claims: what they entail, rest on, mention, what caused them, what stands beside them.
   * Retired claims are left out. Ordered by the claim asked about, type and id.
   */
  readonly related: (
    claimIds: readonly string[],
    types?: readonly EdgeType[],
    options?: SecretOption,
  ) => Promise<readonly RelatedClaim[]>;
  /** Questions in the notes that nothing has answered, in file order. */
  readonly openQuestions: () => Promise<readonly Claim[]>;
  readonly history: (claimId: string) => Promise<readonly HistoryEntry[]>;
  /** Exactly the claims that would become stale if this one were retracted. Changes nothing. */
  readonly whatIfRetracted: (claimId: string, options?: SecretOption) => Promise<readonly StaleClaim[]>;
  /** Retracts a claim, in the ledger: it stays forgotten when the notes are indexed again. */
  readonly forget: (claimId: string, reason: string) => Promise<void>;
  /** Says that both of a contested pair may stand, or that an item of the challenger was seen: it is quiet until it changes. */
  readonly acknowledge: (id: string, reason: string) => Promise<void>;
  /** Decides a contradiction for one of its claims. */
  readonly resolve: (contradictionId: string, winnerId: string, reason: string) => Promise<void>;
  /** Says that a stale claim holds in spite of what fell. */
  readonly revalidate: (claimId: string, reason: string) => Promise<void>;
}
