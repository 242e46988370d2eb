import type { SqliteClaimStore } from '@memora/claims';
import { MemoryError } from '../../memory-error.ts';
import type { ChallengeItem } from '../challenge/challenger-report.ts';
import type { MemoryReview } from '../review/memory-review.ts';

/** The dependencies of acknowledging. */
interface AcknowledgePorts {
  readonly vault: string;
  readonly review: MemoryReview;
  readonly markClaims: SqliteClaimStore['markClaims'];
  readonly findItems: () => Promise<readonly ChallengeItem[]>;
  /** How the entry names the item. */
  readonly tagItem: (id: string) => Promise<string | null>;
}

/**
 * `memory.acknowledge`: keeps both claims of a contradiction, or marks an item of the challenger as seen. The ledger records it, so it
 * survives the database.
 */
export function createAcknowledge({
  vault,
  review,
  markClaims,
  findItems,
  tagItem,
}: AcknowledgePorts): MemoryReview['acknowledge'] {
  return async (id, reason) => {
    const pairs = await review.contradictions();
    if (pairs.some((pair) => pair.id === id)) return review.acknowledge(id, reason);
    const item = (await findItems()).find((each) => each.id === id);
    if (item === undefined) {
      throw new MemoryError(`there is nothing to acknowledge with the id ${JSON.stringify(id)}`, {
        code: 'CONTRADICTION_NOT_FOUND',
        hint: '`memora challenge` and `memora contradictions` list the ids.',
      });
    }
    const disputed = pairs.filter(
      ({ newer, older, resolution }) =>
        resolution === 'contested' && item.claimIds.includes(newer.id) && item.claimIds.includes(older.id),
    );
    if (item.kind === 'contradiction' && disputed.length > 0) {
      for (const pair of disputed) await review.acknowledge(pair.id, reason);
      return;
    }
    const { appendToLedger } = await import('@memora/claims/internal');
    // Only one id, because two would mean that both claims of a contradiction are kept. For an item without a
    // claim, its own id.
    const claimIds = [item.claimIds[0] ?? (item.id as ChallengeItem['claimIds'][number])];
    const why = `${(await tagItem(item.id)) ?? `[review ${item.id}]`} ${reason}`.trim();
    await appendToLedger(vault, {
      time: new Date().toISOString(),
      verb: 'acknowledge',
      claimIds,
      marks: await markClaims('acknowledge', claimIds),
      reason: why,
    });
  };
}
