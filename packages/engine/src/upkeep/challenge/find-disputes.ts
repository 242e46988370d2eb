import type { Claim } from '@memora/claims';
import { clusterPairs } from '../consolidate/compose/compose-queues.ts';
import type { ReviewedContradiction } from '../review/memory-review.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { type Finding, idsOf } from './finding.ts';
import { thingOf } from './thing-of.ts';

/**
 * Contested claims. Connected ones are one item, whose kind depends on whether they are in one region or in
 * several.
 */
export function findContradictions({ contradictions }: VaultFacts): Finding[] {
  const open = contradictions.filter(({ resolution }) => resolution !== 'superseded');
  return clusterPairs(open).map(({ ids, claims, pairs }): Finding => {
    const regions = new Set(claims.map(({ region }) => region));
    const [first] = claims;
    return {
      kind: 'contradiction',
      reason: regions.size > 1 ? 'across_regions' : 'same_region',
      severity: regions.size > 1 ? 'high' : 'medium',
      claims,
      ...(first === undefined ? {} : { thing: thingOf(first), day: newestDay(claims) }),
      action: `Decide which is right: edit the note that is wrong, or \`memora contradictions resolve ${ids[0]} <claim>\`.`,
      isSettled: pairs.every(({ resolution }) => resolution === 'acknowledged'),
      state: pairs
        .map(({ id, resolution }) => `${id} ${resolution}`)
        .filter((each) => each.endsWith('contested')),
      ties: [
        idsOf(claims),
        ...pairs
          .filter(({ resolution }) => resolution === 'contested')
          .map(({ newer, older }) => [newer.id, older.id]),
      ],
    };
  });
}

/**
 * Active notes that still contain a statement which a newer note has replaced. A daily log describes its own
 * day and may stay. So may a sentence that names the date itself, and a claim that a person has decided about
 * in the ledger.
 */
export function findOvertaken({ contradictions, stale }: VaultFacts): Finding[] {
  const reported = new Set(stale.flatMap(({ path }) => path));
  const byOlder = Map.groupBy(
    contradictions.filter((pair) => isOvertaken(pair) && !reported.has(pair.older.id)),
    ({ older }) => older.id,
  );
  return [...byOlder.values()].map((pairs): Finding => {
    const older = pairs[0]?.older as Claim;
    const newest = pairs
      .map(({ newer }) => newer)
      .sort((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? 1 : -1));
    return {
      kind: 'contradiction',
      reason: 'newer_source',
      severity: 'low',
      claims: [older, ...newest.slice(0, 1)],
      thing: thingOf(older),
      day: newestDay(newest),
      ties: [[older.id], idsOf(newest)],
      action: `Bring ${older.notePath} up to date, or say in it until when it was true.`,
    };
  });
}

function newestDay(claims: readonly Claim[]): string | null {
  const days = claims.flatMap(({ validFrom }) => validFrom?.slice(0, 10) ?? []).sort();
  return days.at(-1) ?? null;
}

function isOvertaken({ newer, older, resolution }: ReviewedContradiction): boolean {
  return (
    resolution === 'superseded' &&
    newer.notePath !== older.notePath &&
    older.assertion === 'asserted' &&
    older.active &&
    !isDated(older)
  );
}

/** True for text of a log, a journal or a meeting, which describes that day. */
function isDated({ notePath, noteTitle }: Claim): boolean {
  const day = /(?:^|\D)(?:19|20)\d{2}-\d{2}(?:-\d{2})?(?:\D|$)/u;
  return /^episodic\//iu.test(notePath) || day.test(notePath) || day.test(noteTitle);
}
