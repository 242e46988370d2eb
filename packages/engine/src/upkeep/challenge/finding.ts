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
  /** What it is about, by name; what its first claim is about if absent. */
  readonly thing?: string;
  /** The day that it turns on, ISO 8601; null or absent where there is none. */
  readonly day?: string | null;
  /** What, beside the claims, makes it another item when it changes. */
  readonly state?: readonly string[];
  /**
   * Sets of claims that stand for `claims` and `state` where the item is to be known again though ids became others: needed where `state`
   * holds ids, or where `claims` are a choice.
   */
  readonly ties?: readonly (readonly ClaimId[])[];
  /** True if `state` names it by itself: it is the same item whatever the notes are called that it is in, while they are as many. */
  readonly isAnywhere?: boolean;
  /** True if the ledger has settled it already. */
  readonly isSettled?: boolean;
}

/** The id of an item: made of what it is about, so that it stays while nothing changes. */
export function idOfFinding({ kind, reason, claims, places = [], state = [], isAnywhere }: Finding): string {
  const about = isAnywhere ? [] : [...claims.map(({ id }) => id)].sort();
  const where = isAnywhere ? places.length : places.map(({ note }) => note);
  const text = JSON.stringify([kind, reason, about, where, state]);
  return fingerprint(new TextEncoder().encode(text)).slice(0, 16);
}

/**
 * By which an item is known again once the ids of its claims are others: made of what names the claims in every note. Null if nothing does:
 * the item is then known by its id alone.
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
