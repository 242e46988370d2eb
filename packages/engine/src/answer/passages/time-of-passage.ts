import type { Claim } from '@memora/claims';
import { timeOf } from '@memora/claims/internal';
import { isMemoryPath } from '@memora/vault/internal';
import { overlaps } from './citable-units.ts';
import type { FoundPassage } from './found-passage.ts';

/** The dependencies of {@link timeOfPassage}. */
export interface TimePorts {
  readonly claimsOf: (notePath: string) => Promise<readonly Claim[]>;
  readonly now: () => Date;
}

/**
 * Returns when a memory ended or begins: `was true until 2026-11-20`, `from 2027-01-05`. Returns null if it is
 * valid now. Also returns null for every other note, because its text says so itself.
 */
export async function timeOfPassage(
  { passage }: FoundPassage,
  { claimsOf, now }: TimePorts,
): Promise<string | null> {
  if (!isMemoryPath(passage.notePath)) return null;
  const claims = (await claimsOf(passage.notePath)).filter(({ span }) => overlaps(span, passage.span));
  const times = claims.map((claim) => ({ claim, time: timeOf({ ...claim, created: '' }, now()) }));
  const [first] = times;
  // If any part is still valid, so is the passage.
  if (first === undefined || times.some(({ time }) => time === null)) return null;
  const { claim, time } = first;
  return time === 'over'
    ? `was true until ${claim.validUntil?.slice(0, 10)}`
    : `from ${claim.validFrom?.slice(0, 10)}`;
}
