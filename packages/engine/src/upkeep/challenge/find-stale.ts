import type { Claim } from '@memora/claims';
import type { VaultFacts } from '../review/vault-facts.ts';
import { type Finding, idsOf } from './finding.ts';

/**
 * Claims that depend on an invalid one. All claims under one invalid claim are one item, with the invalid
 * claim last.
 */
export function findStale(facts: VaultFacts): Finding[] {
  const byFallen = Map.groupBy(facts.stale, ({ path }) => path[0] as string);
  return [...byFallen].map(([fallen, members]): Finding => {
    const claims = members.map(({ claim }) => claim);
    const ground = facts.claimById.get(fallen as Claim['id']);
    const notes = [...new Set(claims.map(({ notePath }) => notePath))];
    return {
      kind: 'stale',
      reason: ground?.status === 'superseded' ? 'superseded_ground' : 'lost_ground',
      severity: claims.length > 2 ? 'high' : 'medium',
      claims: [...claims, ...(ground === undefined ? [] : [ground])],
      action: `Look at ${notes.slice(0, 3).join(', ')} again: revise what rests on it, or \`memora stale revalidate ${claims[0]?.id}\`.`,
      state: [fallen],
      ties: [idsOf(claims), [fallen as Claim['id']]],
    };
  });
}

/** Notes that could not be read or extracted, one item each. */
export function findFailedNotes({ failures }: VaultFacts): Finding[] {
  return failures.map(({ notePath, code, attempts }) => ({
    kind: 'failed_note',
    reason: code.toLowerCase(),
    severity: attempts > 3 ? 'high' : 'medium',
    claims: [],
    places: [{ note: notePath, span: null }],
    action: `${notePath} could not be read as intended (${code}): fix it, then run \`memora index\`.`,
    state: [code],
  }));
}
