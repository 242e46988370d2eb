import type { ScoredKey } from '../retrieve/leg.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';
import type { StepFinder } from './graph-source.ts';

/** A claim that received activation. */
export interface ActivatedClaim {
  readonly key: number;
  readonly activation: number;
  /** Row keys on the way, from the claim that the question found to this one. */
  readonly path: readonly number[];
}

export interface SpreadOptions {
  /** The number of steps from the claims that were found. */
  readonly hops: number;
  /** The share of a claim's activation that is passed on, 0–1. */
  readonly decay: number;
  /** The number of most active claims from which each hop starts. */
  readonly beam: number;
}

export const DEFAULT_SPREAD: SpreadOptions = { hops: 2, decay: 0.7, beam: 12 };

/**
 * Spreading activation (Collins and Loftus 1975): each claim passes a share of its activation to the claims it leads to, divided by the square
 * root of their number. A claim keeps the strongest activation it receives, so the order of the seeds does not matter. `see` returns the keys
 * that may be seen; nothing is reached through a hidden claim.
 */
export async function spreadActivation(
  seeds: readonly ScoredKey[],
  finders: readonly StepFinder[],
  see: (keys: readonly number[]) => MaybePromise<{ readonly has: (key: number) => boolean }>,
  { hops, decay, beam }: SpreadOptions = DEFAULT_SPREAD,
): Promise<Map<number, ActivatedClaim>> {
  const reached = new Map<number, ActivatedClaim>();
  const known = new Map<number, ActivatedClaim>(
    seeds.map(({ key, score }) => [key, { key, activation: score, path: [key] }]),
  );
  let frontier = mostActive([...known.values()], beam);
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const arrivals = await arrive(frontier, finders, decay);
    const visible = await see([...arrivals.keys()]);
    const next: ActivatedClaim[] = [];
    for (const [key, arrival] of arrivals) {
      if (!visible.has(key) || isStronger(reached.get(key), arrival)) continue;
      reached.set(key, arrival);
      if (isStronger(known.get(key), arrival)) continue;
      known.set(key, arrival);
      next.push(arrival);
    }
    frontier = mostActive(next, beam);
  }
  return reached;
}

async function arrive(
  frontier: readonly ActivatedClaim[],
  finders: readonly StepFinder[],
  decay: number,
): Promise<Map<number, ActivatedClaim>> {
  const arrivals = new Map<number, ActivatedClaim>();
  const keys = frontier.map(({ key }) => key);
  const found = await Promise.all(
    finders.map(async (find) => Map.groupBy(await find(keys), ({ from }) => from)),
  );
  for (const { key, activation, path } of frontier) {
    for (const stepsByClaim of found) {
      const steps = (stepsByClaim.get(key) ?? []).filter(({ to }) => !path.includes(to));
      for (const { to, strength, undivided } of steps) {
        const arrival = {
          key: to,
          activation: (activation * decay * strength) / (undivided ? 1 : Math.sqrt(steps.length)),
          path: [...path, to],
        };
        if (!isStronger(arrivals.get(to), arrival)) arrivals.set(to, arrival);
      }
    }
  }
  return arrivals;
}

/** True if the known one is at least as strong. Ties go to the shorter path, then to the path with the lower keys. */
function isStronger(known: ActivatedClaim | undefined, other: ActivatedClaim): boolean {
  return known !== undefined && compare(known, other) <= 0;
}

function mostActive(claims: readonly ActivatedClaim[], beam: number): ActivatedClaim[] {
  return [...claims].sort(compare).slice(0, beam);
}

function compare(a: ActivatedClaim, b: ActivatedClaim): number {
  return (
    b.activation - a.activation ||
    a.path.length - b.path.length ||
    a.path.map((key, i) => key - (b.path[i] ?? 0)).find((difference) => difference !== 0) ||
    0
  );
}
