import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoraError } from '@memora/core';
import {
  createKeptStores,
  createWorkerPace,
  openTeamDatabase,
  openTeamSealing,
  runWorkerOnce,
  type Tracing,
} from '@memora/postgres';
import { createScopeUpkeep, type TidyMemories } from '../exits/create-scope-upkeep.ts';
import { openWorkerEmbedders } from '../exits/open-worker-embedders.ts';
import { readTeamPlace, teamWorkerFolder } from '../read-team-place.ts';
import { followEmbeddings } from './follow-embeddings.ts';
import { nameFault } from './hear-thread.ts';
import type { LargeRoundsData, LargeRoundsMessage } from './large-rounds.ts';

const BETWEEN_MS = 500;
const AFTER_FAULT_MS = 2_000;
/** Milliseconds after which the database is checked again, whatever is due. */
const MOST_ROUNDS_MS = 60_000;

const post = (message: LargeRoundsMessage): void => parentPort?.postMessage(message);

/**
 * The thread of a worker that `startLargeRounds` starts: rounds on large scopes, and the daily tasks of each scope. `tidy` comes from a package above this one;
 * without it, memories of agents are not consolidated. Ends with the first message.
 */
export async function runLargeRounds({ tidy }: { readonly tidy?: TidyMemories } = {}): Promise<void> {
  const { settings, env, cwd, holder } = workerData as LargeRoundsData;
  const ended = new AbortController();
  const { signal } = ended;
  parentPort?.once('message', () => ended.abort());
  const place = readTeamPlace(settings, { env, cwd });
  if (typeof place === 'string') return;
  const folder = teamWorkerFolder({ env, cwd });
  const upkeep = createScopeUpkeep({ settings, tidy });
  const pace = createWorkerPace();
  const embedders = openWorkerEmbedders({ settings, env, folder });
  // A killed worker may have held the lease of scopes that are small now, under either name, so the first check covers all scopes.
  let lane: 'large' | undefined;
  let said = '';
  {
    await using stores = createKeptStores();
    const embedding = followEmbeddings({
      ...{ place, surroundings: { env, cwd }, embedders, folder, stores, holder, signal, tracing: TOLD },
      onTurn: (turn) => post({ kind: 'embedded', turn }),
      onFault: (code) => post({ kind: 'fault', code }),
    });
    while (!signal.aborted) {
      try {
        const sealing = await openTeamSealing({ env, cwd });
        await using team = await openTeamDatabase(place.address, { connections: 3 });
        const until = performance.now() + MOST_ROUNDS_MS;
        while (!signal.aborted && performance.now() < until) {
          await runWorkerOnce({
            ...sealing,
            ...{ source: team.source, database: place.database, folder, embedders, upkeep },
            ...{ pace, stores, holder, signal, lane, tracing: TOLD, most: MOST_ROUNDS_MS },
            onRound: (round) =>
              post('error' in round ? { kind: 'left', scope: round.scope } : { kind: 'round', round }),
          });
          lane = 'large';
          said = '';
          await wait(BETWEEN_MS, undefined, { signal });
        }
      } catch (error) {
        if (signal.aborted) break;
        const code = nameFault(error);
        // A persistent fault is reported once.
        if (code !== said) post({ kind: 'fault', code });
        said = code;
        await wait(AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    await embedding;
  }
  parentPort?.close();
}

let last = 0;

/** Passes spans to the main thread, which has the operator's OpenTelemetry SDK. */
const TOLD: Tracing = {
  span: async (name, work) => {
    const id = ++last;
    let tell = {};
    let code: string | null = null;
    post({ kind: 'begin', id, name });
    try {
      return await work((attributes) => {
        tell = { ...tell, ...attributes };
      });
    } catch (error) {
      code = codeOf(error);
      throw error;
    } finally {
      post({ kind: 'end', id, tell, code });
    }
  },
  measure: (name, value, attributes = {}) => post({ kind: 'measure', name, value, attributes }),
};

function codeOf(error: unknown): string {
  return MemoraError.isInstance(error) ? error.code : 'UNKNOWN';
}
