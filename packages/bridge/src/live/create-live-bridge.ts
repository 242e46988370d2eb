import type { AgentMemory, ExternalSource } from '@memora/agent-memory';
import { MemoraError } from '@memora/core';
import { createDetector, type Egress } from '@memora/privacy';
import { acquireVaultLock } from '@memora/vault';
import type { BridgePlace } from './bridge-place.ts';
import type { SyncedBridge, SyncOptions } from './bridges.ts';
import { openRemoteMemory } from './open-remote-memory.ts';
import { type Pulled, pullItems } from './pull-items.ts';
import { drainWrites } from './queue/drain-writes.ts';
import { openJournal } from './queue/open-journal.ts';
import { dropUnwanted, planWrites } from './queue/plan-writes.ts';
import { MOST_FOUND, type RemoteMemory } from './remote-memory.ts';
import { reportBridge } from './report-bridge.ts';
import { screenRemoteItem } from './screen-remote-item.ts';

interface LiveBridgePorts {
  readonly vaultRoot: string;
  readonly agent: () => Promise<AgentMemory>;
  readonly egress: Egress;
  readonly now: () => Date;
}

/** One external memory while it is in use. */
export interface LiveBridge {
  readonly place: BridgePlace;
  /** Null for a bridge that is only written to. */
  readonly source: ExternalSource | null;
  readonly run: (
    wanted: { readonly pull: boolean; readonly push: boolean } & SyncOptions,
  ) => Promise<SyncedBridge>;
  readonly remote: (signal: AbortSignal) => Promise<RemoteMemory>;
  readonly close: () => Promise<void>;
}

/** Opens an external memory lazily: it connects on first use, and reconnects after a failure. */
export function createLiveBridge(place: BridgePlace, ports: LiveBridgePorts): LiveBridge {
  const stop = new AbortController();
  const detector = createDetector({ mode: 'enforce' });
  let opened: Promise<RemoteMemory> | null = null;
  const remote = async (signal: AbortSignal): Promise<RemoteMemory> => {
    // A waiting caller may give up; the connection continues for the next one.
    opened ??= openRemoteMemory(place, ports.egress, stop.signal);
    const mine = opened;
    mine.catch(() => {
      if (opened === mine) opened = null;
    });
    return orAbort(mine, signal);
  };
  /** The failure may mean that the tools changed or the program ended, so the connection is closed. */
  const forget = async (): Promise<void> => {
    const gone = opened;
    opened = null;
    await gone?.then((each) => each.close()).catch(() => undefined);
  };
  const guarded = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } catch (error) {
      if (MemoraError.isInstance(error) && error.code.startsWith('BRIDGE_')) await forget();
      throw error;
    }
  };
  const run: LiveBridge['run'] = async ({
    pull,
    push,
    dryRun = false,
    retry = false,
    signal = stop.signal,
  }) => {
    const both = AbortSignal.any([stop.signal, signal]);
    const agent = await ports.agent();
    await using _lock = await acquireVaultLock(ports.vaultRoot, `bridge-${place.name}`);
    const journal = await openJournal(ports.vaultRoot, place.name);
    let pulled: Pulled | null = null;
    const pushed = { saved: 0, removed: 0 };
    let problem: SyncedBridge['problem'] = null;
    let unseen: readonly string[] = [];
    try {
      if (place.writes && !dryRun) {
        unseen = await planWrites(journal, agent, place);
        if (retry)
          journal.append(
            ...[...journal.pending].flatMap(([id, { dead }]) =>
              dead === null ? [] : [{ t: 'again' as const, id }],
            ),
          );
      }
      if (pull && place.reads)
        try {
          pulled = await guarded(async () =>
            pullItems(await remote(both), journal, { agent, place, detector, dryRun, signal: both }),
          );
        } catch (error) {
          // A server that can't list its memories may still accept writes.
          if (!MemoraError.isInstance(error) || error.code !== 'BRIDGE_REFUSED') throw error;
          problem = { code: error.code, message: error.message };
        }
      if (push && place.writes && !dryRun) {
        const drained = await drainWrites(journal, {
          agent,
          place,
          now: ports.now,
          signal: both,
          remote: () => remote(both),
          isForced: pull && push,
        });
        Object.assign(pushed, { saved: drained.saved, removed: drained.removed });
        const { stopped } = drained;
        if (stopped !== null && stopped !== 'WAITING' && stopped !== 'ABORTED') {
          problem = {
            code: stopped,
            message: `${place.name} did not accept the write. Memora tries again later.`,
          };
          await forget();
        }
      }
    } catch (error) {
      problem = MemoraError.isInstance(error)
        ? { code: error.code, message: error.message }
        : { code: 'BRIDGE_FAILED', message: `The bridge ${place.name} failed.` };
    }
    await dropUnwanted(unseen, journal, agent, place);
    const provider = await (opened ?? Promise.resolve(null))
      .then((each) => each?.provider ?? null)
      .catch(() => null);
    return reportBridge({ name: place.name, provider, problem, pulled, pushed }, journal);
  };
  return {
    place,
    run,
    remote,
    source: !place.reads
      ? null
      : {
          name: place.name,
          deadlineMs: place.deadlineMs,
          search: async (query, { limit, signal }) =>
            guarded(async () => {
              const found = await (await remote(signal)).search(
                query,
                Math.min(limit * 2, MOST_FOUND),
                signal,
              );
              const journal = await openJournal(ports.vaultRoot, place.name);
              const isOurs = new Set(
                [...journal.written].flatMap(([id, { remote: there }]) => [id, there ?? id]),
              );
              return found
                .filter(({ id, key }) => !isOurs.has(id) && (key === null || !isOurs.has(key)))
                .filter((item) => screenRemoteItem(item, place.name, detector) === null)
                .slice(0, limit)
                .map(({ id: original, text, at, score }) => ({ original, text, at, score }));
            }),
        },
    close: async () => {
      stop.abort();
      await forget();
      ports.egress.close();
    },
  };
}

function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
