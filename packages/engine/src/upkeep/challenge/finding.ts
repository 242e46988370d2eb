import type { Claim } from '@memora/claims';
import { type ClaimId, fingerprint, type Span } from '@memora/core';
import type { ChallengeItem, ChallengeKind } from './challenger-report.ts';

/** An item before its evidence is read and its impact is known. */
export interface Finding {
  readonly kind: ChallengeKind;
  readonly reason: string;
  readonly severity: ChallengeItem['severity'];
  /** The claims it is about, the most informative first. */
  readonly claims: readonly Claim[];
  /** Places without a claim. */
  readonly places?: readonly { readonly note: string; readonly span: Span | null }[];
  readonly action: string;
  /** The name of its topic; that of its first claim if absent. */
  readonly thing?: string;
  /** The day that matters for it, ISO 8601; null or absent if there is none. */
  readonly day?: string | null;
  /** Values that, in addition to the claims, make it a new item when they change. */
  readonly state?: readonly string[];
  /**
   * Sets of claims that replace `claims` and `state` when the item is recognised after ids have changed.
   * Needed if `state` contains ids, or if `claims` is only a selection.
   */
  readonly ties?: readonly (readonly ClaimId[])[];
  /**
   * True if `state` alone identifies it: it stays the same item even if its notes are renamed, as long as
   * their number is the same.
   */
  readonly isAnywhere?: boolean;
  /** True if the ledger has already settled it. */
  readonly isSettled?: boolean;
}

/** The id of an item, made from its topic, so that it stays the same while nothing changes. */
export function idOfFinding({ kind, reason, claims, places = [], state = [], isAnywhere }: Finding): string {
  const about = isAnywhere ? [] : [...claims.map(({ id }) => id)].sort();
  const where = isAnywhere ? places.length : places.map(({ note }) => note);
  const text = JSON.stringify([kind, reason, about, where, state]);
  return fingerprint(new TextEncoder().encode(text)).slice(0, 16);
}

/**
 * The mark by which an item is recognised after the ids of its claims have changed: made from the names of its claims in every note. Null if there are none;
 * the item then has only its id.
 */
export function markOfFinding(finding: Finding, nameOf: (id: ClaimId) => string | undefined): string | null {
  const { kind, reason, claims, places = [], state = [], ties } = finding;
  if (claims.length === 0 || claims.some(({ id }) => nameOf(id) === undefined)) return null;
  const toNames = (ids: readonly ClaimId[]) => ids.map((id) => nameOf(id) ?? id).sort();
  const about = (ties ?? [claims.map(({ id }) => id)]).map((ids) => JSON.stringify(toNames(ids))).sort();
  const text = JSON.stringify([kind, reason, about, places.length, ties === undefined ? state : []]);
  return fingerprint(new TextEncoder().encode(text)).slice(0, 32);
}

/** The ids of claims, each once, in the order given. */
export function idsOf(claims: readonly Claim[]): ClaimId[] {
  return [...new Set(claims.map(({ id }) => id))];
}
