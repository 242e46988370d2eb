import type { SyncedBridge } from './bridges.ts';
import type { Pulled } from './pull-items.ts';
import type { BridgeJournal } from './queue/open-journal.ts';

const NOTHING_PULLED: Pulled = { batch: null, written: 0, held: 0, same: 0, left: {}, contested: [] };

/** The result of running a bridge, and its remaining work: ids and codes. */
export function reportBridge(
  done: Pick<SyncedBridge, 'name' | 'provider' | 'problem' | 'pushed'> & { readonly pulled: Pulled | null },
  journal: BridgeJournal,
): SyncedBridge {
  const { contested, ...pulled } = done.pulled ?? NOTHING_PULLED;
  const waiting = [...journal.pending];
  return {
    ...done,
    pulled,
    contested,
    pending: waiting.flatMap(([memoryId, { operation, dead }]) =>
      dead === null ? [{ memoryId, operation }] : [],
    ),
    dead: waiting.flatMap(([memoryId, { operation, dead: code }]) =>
      code === null ? [] : [{ memoryId, operation, code }],
    ),
    refused: [...journal.written].flatMap(([memoryId, { refused: code }]) =>
      code === null ? [] : [{ memoryId, code }],
    ),
    doubtful: [...journal.written].flatMap(([memoryId, { isDoubtful }]) => (isDoubtful ? [memoryId] : [])),
  };
}
