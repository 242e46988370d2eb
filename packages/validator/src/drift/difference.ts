import type { DriftFinding } from './aligned-pair.ts';

/** A difference that makes a statement fall. */
export function difference(
  rule: DriftFinding['rule'],
  said?: DriftFinding['said'],
  known?: DriftFinding['known'],
): DriftFinding {
  return { rule, said: said ?? null, known: known ?? null, decisive: true };
}
