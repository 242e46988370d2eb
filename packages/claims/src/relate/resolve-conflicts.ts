import type { ClaimId } from '@memora/core';
import { compareText } from '@memora/core/internal';
import { compareStarts, type Dated, startOf, toTimeRange } from './time-range.ts';

/** The data of a claim that conflict resolution needs. */
export interface ConflictingClaim extends Dated {
  readonly id: ClaimId;
  /** The end that the text states, or null. */
  readonly validUntil: string | null;
  readonly trust: number;
}

/** Two claims that can't both hold at one time, according to a judge. Their order has no meaning. */
export interface Conflict {
  readonly a: ClaimId;
  readonly b: ClaimId;
  readonly reason: string;
  /** True if the key takes one value at a time, so that a newer claim may end an older one. */
  readonly singleValued: boolean;
  /** The claim that says that it replaces the other: it is the later one if their beginnings give no order. */
  readonly later?: ClaimId;
  /** True if a reader of both decided that `later` replaces the other, regardless of their dates. */
  readonly decides?: boolean;
  /** The instant of this decision. It ends the other claim if `later` has no date. */
  readonly noted?: string;
}

/** The user's decisions about pairs of claims (from the ledger); later entries override earlier ones. */
export interface ConflictDecisions {
  /** Winner and loser. */
  readonly resolved: readonly { readonly winner: ClaimId; readonly loser: ClaimId; readonly time: string }[];
  readonly acknowledged: readonly (readonly [ClaimId, ClaimId])[];
}

/** The outcome of one conflict. `newer` is the claim that is kept, or the first by id if nothing orders the two. */
export interface ResolvedConflict {
  readonly newer: ClaimId;
  readonly older: ClaimId;
  readonly resolution: 'superseded' | 'contested' | 'acknowledged' | 'historical';
  readonly reason: string;
  /** When a superseded older claim stops holding, ISO 8601. */
  readonly until: string | null;
}

/** The states of claims that follow from a set of conflicts. */
export interface Resolution {
  /** Ordered by (newer, older). */
  readonly conflicts: readonly ResolvedConflict[];
  /** The end of each superseded claim: the beginning of the earliest claim that supersedes it. */
  readonly untilById: ReadonlyMap<ClaimId, string>;
  readonly supersededBy: ReadonlyMap<ClaimId, readonly ClaimId[]>;
  readonly contested: ReadonlySet<ClaimId>;
}

/**
 * Decides the outcome of each conflict. A pure function of the set: the order of `claims` and `conflicts` and earlier runs change nothing. A newer claim
 * supersedes an older one if the key is single-valued, the two beginnings have a certain order and the newer source is not less trusted; otherwise both are
 * kept as contested.
 */
export function resolveConflicts(
  claims: Iterable<ConflictingClaim>,
  conflicts: Iterable<Conflict>,
  decisions: ConflictDecisions = { resolved: [], acknowledged: [] },
): Resolution {
  const claimById = new Map([...claims].map((claim) => [claim.id, claim]));
  const decided = decisionByPair(decisions);
  const pairs = [...uniquePairs(conflicts)].flatMap((conflict) => {
    const a = claimById.get(conflict.a);
    const b = claimById.get(conflict.b);
    const isGone = a === undefined || b === undefined;
    return isGone || (conflict.decides !== true && separateWindows(a, b)) ? [] : [{ a, b, conflict }];
  });

  const steps: Succession[] = [];
  const open: { a: ConflictingClaim; b: ConflictingClaim; reason: string; acknowledged: boolean }[] = [];
  for (const { a, b, conflict } of pairs) {
    const decision = decided.get(pairKey(a.id, b.id));
    if (decision !== undefined && decision.kind === 'resolve') {
      const [winner, loser] = decision.winner === a.id ? [a, b] : [b, a];
      const at = compareStarts(loser, winner) < 0 ? (winner.validFrom as string) : decision.time;
      steps.push({ newer: winner.id, older: loser.id, at, reason: conflict.reason, decides: false });
      continue;
    }
    const acknowledged = decision?.kind === 'acknowledge';
    const step = acknowledged ? null : succession(a, b, conflict);
    if (step === null) open.push({ a, b, reason: conflict.reason, acknowledged });
    else steps.push(step);
  }

  const { untilById, supersededBy } = earliestSuccessors(steps);
  const contested = new Set<ClaimId>();
  const outcome: ResolvedConflict[] = steps.map((step) => ({
    newer: step.newer,
    older: step.older,
    resolution: supersededBy.get(step.older)?.includes(step.newer) ? 'superseded' : 'historical',
    reason: step.reason,
    until: untilById.get(step.older) ?? null,
  }));
  for (const { a, b, reason, acknowledged } of open) {
    // A claim that a newer one has ended is no longer contested.
    const over = untilById.has(a.id) || untilById.has(b.id);
    if (!acknowledged && !over) contested.add(a.id).add(b.id);
    const [newer, older] = inOrder(a, b);
    const resolution = over ? 'historical' : acknowledged ? 'acknowledged' : 'contested';
    outcome.push({ newer: newer.id, older: older.id, resolution, reason, until: null });
  }
  outcome.sort((x, y) => compareText(x.newer, y.newer) || compareText(x.older, y.older));
  return { conflicts: outcome, untilById, supersededBy, contested };
}

interface Succession {
  readonly newer: ClaimId;
  readonly older: ClaimId;
  readonly at: string;
  readonly reason: string;
  /** True if a reader of both decided it: a sentence with several statements is replaced by several others. */
  readonly decides: boolean;
}

function succession(a: ConflictingClaim, b: ConflictingClaim, conflict: Conflict): Succession | null {
  const said = conflict.later === b.id ? -1 : conflict.later === a.id ? 1 : 0;
  const order = (conflict.decides === true ? said : 0) || compareStarts(a, b) || said;
  if (!conflict.singleValued || order === 0) return null;
  const [older, newer] = order < 0 ? [a, b] : [b, a];
  const at = newer.validFrom ?? (conflict.decides === true ? (conflict.noted ?? null) : null);
  if (newer.trust < older.trust || at === null) return null;
  return {
    newer: newer.id,
    older: older.id,
    at,
    reason: conflict.reason,
    decides: conflict.decides === true,
  };
}

/** The earliest of the superseding claims ends a claim; later ones supersede those, unless a reader decided that they replace this one. */
function earliestSuccessors(steps: readonly Succession[]) {
  const untilById = new Map<ClaimId, string>();
  const supersededBy = new Map<ClaimId, ClaimId[]>();
  const byOlder = Map.groupBy(steps, (step) => step.older);
  for (const [older, candidates] of byOlder) {
    const first = candidates.reduce((x, y) => (startMs(y.at) < startMs(x.at) ? y : x));
    const earliest = candidates.filter((step) => startMs(step.at) === startMs(first.at));
    untilById.set(older, earliest.map((step) => step.at).sort(compareText)[0] as string);
    const named = candidates.filter((step) => step.decides || earliest.includes(step));
    supersededBy.set(older, named.map((step) => step.newer).sort(compareText));
  }
  return { untilById, supersededBy };
}

function startMs(at: string): number {
  return toTimeRange(at, 'instant')?.from ?? Number.POSITIVE_INFINITY;
}

/** True if the periods in the texts do not overlap: last year's figure does not contradict this year's. */
function separateWindows(a: ConflictingClaim, b: ConflictingClaim): boolean {
  return endsBefore(a, b) || endsBefore(b, a);
}

function endsBefore(first: ConflictingClaim, second: ConflictingClaim): boolean {
  const start = startOf(second);
  if (first.validUntil === null || start === null) return false;
  const end = toTimeRange(first.validUntil, 'instant');
  return end !== null && end.from <= start.from;
}

function decisionByPair(decisions: ConflictDecisions) {
  type Decision = { kind: 'resolve'; winner: ClaimId; time: string } | { kind: 'acknowledge' };
  const byPair = new Map<string, Decision>();
  for (const [a, b] of decisions.acknowledged) byPair.set(pairKey(a, b), { kind: 'acknowledge' });
  for (const { winner, loser, time } of decisions.resolved) {
    byPair.set(pairKey(winner, loser), { kind: 'resolve', winner, time });
  }
  return byPair;
}

function* uniquePairs(conflicts: Iterable<Conflict>): Generator<Conflict> {
  const seen = new Map<string, Conflict>();
  for (const conflict of conflicts) {
    if (conflict.a === conflict.b) continue;
    const key = pairKey(conflict.a, conflict.b);
    const known = seen.get(key);
    if (known === undefined || goesBefore(conflict, known)) seen.set(key, conflict);
  }
  yield* [...seen.entries()].sort(([x], [y]) => compareText(x, y)).map(([, conflict]) => conflict);
}

/** Compares conflicts: one that names its later claim has priority; otherwise the first by reason. */
function goesBefore(one: Conflict, other: Conflict): boolean {
  const says = Number(other.later !== undefined) - Number(one.later !== undefined);
  return (says || compareText(one.reason, other.reason)) < 0;
}

function inOrder(a: ConflictingClaim, b: ConflictingClaim): [ConflictingClaim, ConflictingClaim] {
  const order = compareStarts(a, b) || -compareText(a.id, b.id);
  return order < 0 ? [b, a] : [a, b];
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
