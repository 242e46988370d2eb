import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerEmbedders } from '../../embedders/embedder-book.ts';
import type { WorkOptions } from '../scope-worker.ts';
import { createEmbeddingPace, type EmbeddingPace } from './embedding-pace.ts';
import { type DueEmbedding, listEmbeddings } from './list-embeddings.ts';
import { type EmbeddingTurn, endTurn, takeTurn } from './take-turn.ts';

export interface EmbeddingsOptions extends Omit<WorkOptions, 'scope' | 'bytes' | 'upkeep' | 'before'> {
  readonly embedders: WorkerEmbedders;
  /** What earlier calls learned about each scope and embedder; nothing by default. */
  readonly pace?: EmbeddingPace | undefined;
  readonly onTurn?: ((turn: EmbeddingTurn) => void) | undefined;
  /** Milliseconds after which no further turn begins; none by default. */
  readonly most?: number | undefined;
}

/** Milliseconds after which a scope that nobody has worked on counts as released by every worker. */
const LEFT_MS = 60_000;
/** Milliseconds between two checks for due work while another embedder is running. */
const BETWEEN_MS = 500;

/**
 * Embeds due texts until none are left: per embedder one scope after the other, those with the fewest first,
 * and every fourth turn the one that has waited longest. Embedders run concurrently, so one that hangs delays
 * only its own scopes. A scope's lease is held only while its vectors are written, never while an embedder is
 * awaited. A turn that fails is recorded with a code and repeated later. Any other error is thrown after all
 * embedders have had their turns.
 */
export async function runEmbeddings(options: EmbeddingsOptions): Promise<EmbeddingTurn[]> {
  const { embedders, onTurn, signal, pace = createEmbeddingPace(), holder = randomUUID() } = options;
  const until = performance.now() + (options.most ?? Number.POSITIVE_INFINITY);
  const turns: EmbeddingTurn[] = [];
  /** Scopes that failed, or that another worker holds. */
  const left = new Set<string>();
  const faults: unknown[] = [];
  /** Embedders in a turn. */
  let busy = 0;
  const listDue = async (own: string) => {
    signal?.throwIfAborted();
    if (performance.now() > until) return [];
    const all = await listEmbeddings({ ...options, holder: own });
    return all.filter(
      ({ scope, embedder, isDue, isHeld }) =>
        isDue && !isHeld && !left.has(`${scope} ${embedder}`) && !pace.isAvoided(`${scope} ${embedder}`),
    );
  };
  const follow = async (name: string): Promise<void> => {
    // Two embedders of one worker do not take each other's leases.
    const own = `${holder}-embeds-${name}`;
    for (;;) {
      const due = (await listDue(own)).filter(({ embedder }) => embedder === name);
      const [smallest] = due;
      if (smallest === undefined) {
        // While another one is running, there may be more work for this one.
        if (busy === 0 || performance.now() > until) return;
        await wait(BETWEEN_MS, undefined, signal === undefined ? {} : { signal });
        continue;
      }
      const { scope, again } = pace.isForLongest(name) ? longestOf(due) : smallest;
      busy++;
      const taken = await takeTurn({ ...options, scope, embedder: name, again, pace, holder: own }).finally(
        () => {
          busy--;
        },
      );
      // Embedders without work now are checked again in the next call.
      if (taken === null || taken.turn.problem !== null || taken.turn.embedded === 0)
        left.add(`${scope} ${name}`);
      if (taken === null) continue;
      if (taken.fault !== undefined) faults.push(taken.fault);
      turns.push(taken.turn);
      onTurn?.(taken.turn);
    }
  };
  const due = await listDue(holder);
  // If no worker knows the name, the status says so.
  for (const { scope, embedder, texts, problem, waited } of due)
    if (!embedders.names.includes(embedder) && problem === null && (texts === null || waited > LEFT_MS))
      await endTurn({ ...options, scope, embedder, holder }, { problem: 'EMBEDDER_UNKNOWN', isHere: true });
  if (due.length === 0) return [];
  const ended = await Promise.allSettled(embedders.names.map(follow));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  if (faults.length > 0) throw faults[0];
  return turns;
}

function longestOf(due: readonly DueEmbedding[]): DueEmbedding {
  return due.reduce((longest, each) => (each.waited > longest.waited ? each : longest));
}
