import type { Claim } from '@memora/claims';
import { type ClaimId, fingerprint, type Span } from '@memora/core';
import type { ChallengeItem, ChallengeKind } from './challenger-report.ts';

/** An item before its words are read and its impact is known. */
export interface Finding {
  readonly kind: ChallengeKind;
  readonly reason: string;
  readonly severity: ChallengeItem['severity'];
  /** The claims it is about, the most telling first. */
  readonly claims: readonly Claim[];
  /** Places that no claim stands for. */
  readonly places?: readonly { readonly note: string; readonly span: Span | null }[];
  readonly action: string;
  /** What, beside the claims, makes it another item when it changes. */
  readonly state?: readonly string[];
  /** True where the ledger has settled it already. */
  readonly isSettled?: boolean;
}

/** The id of an item: made of what it is about, so that it stays while nothing changes. */
export function idOfFinding({ kind, reason, claims, places = [], state = [] }: Finding): string {
  const about = [...claims.map(({ id }) => id)].sort();
  const text = JSON.stringify([kind, reason, about, places.map(({ note }) => note), state]);
  return fingerprint(new TextEncoder().encode(text)).slice(0, 16);
}

/** The ids of claims, each once, in the order given. */
export function idsOf(claims: readonly Claim[]): ClaimId[] {
  return [...new Set(claims.map(({ id }) => id))];
}
