import type { Memory } from '@memora/engine';
import { type CallEntry, openCallLog, openEgressLog } from '@memora/privacy';
import { memoraPlace } from '@memora/privacy/files';
import type { Activity } from './activity-entry.ts';

/** Maximum number of log entries that are shown, the newest. */
const MOST = 300;
const MOST_NOTES = 5;

/** Reads the requests that left this machine or were stopped, and the calls by agents, the newest first: sizes and destinations, never text. */
export async function readActivity(memory: Pick<Memory, 'vault' | 'claims'>): Promise<Activity> {
  const calls = readCalls(memory.vault).slice(-MOST).reverse();
  const pathById = await readPaths(memory, new Set(calls.flatMap(({ claimIds }) => claimIds)));
  return {
    left: openEgressLog(memoraPlace(memory.vault, 'egress.jsonl')).read().slice(-MOST).reverse(),
    calls: calls.map(({ claimIds, ...call }) => ({
      ...call,
      notes: [...new Set(claimIds.flatMap((id) => pathById.get(id) ?? []))].slice(0, MOST_NOTES),
    })),
  };
}

/** The calls by agents, the oldest first. */
export function readCalls(vault: string): CallEntry[] {
  return openCallLog(memoraPlace(vault, 'calls.jsonl')).read();
}

async function readPaths(
  { claims }: Pick<Memory, 'claims'>,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.size === 0) return new Map();
  const found = await claims.getClaims(ids);
  return new Map(
    [...found.values()].flatMap((claim) =>
      claim.band === 'secret' || claim.noteBand === 'secret' ? [] : [[claim.id, claim.notePath] as const],
    ),
  );
}
