import { listEmbeddings } from '../publish/embed/list-embeddings.ts';
import { findScopes } from '../publish/run-worker.ts';
import type { Acting } from './members.ts';

/** The amount of unpublished work, over all scopes. */
export interface QueueState {
  readonly scopes: number;
  readonly bytes: number;
  /** Seconds since the newest write of the scope that has waited longest; 0 if nothing waits. */
  readonly seconds: number;
}

/** The amount of work for embedders, over all scopes. */
export interface EmbeddingState {
  readonly scopes: number;
  readonly texts: number;
  /** Scopes whose last attempt failed. */
  readonly failing: number;
}

/** Reads how many claims wait for vectors, in one statement, for monitoring. An embedder that is not among `names` fails. */
export async function readEmbeddings(
  { source }: Pick<Acting, 'source'>,
  names: readonly string[],
): Promise<EmbeddingState> {
  const all = await listEmbeddings({ source });
  const scopesOf = (some: typeof all) => new Set(some.map(({ scope }) => scope)).size;
  return {
    scopes: scopesOf(all),
    texts: all.reduce((sum, { likely }) => sum + likely, 0),
    failing: scopesOf(all.filter(({ problem, embedder }) => problem !== null || !names.includes(embedder))),
  };
}

/** Reads the workers' backlog of a database, in one statement, for monitoring. */
export async function readQueue(
  { source }: Pick<Acting, 'source'>,
  now: () => number = Date.now,
): Promise<QueueState> {
  const due = await findScopes({ source });
  const times = due.flatMap(({ newest }) => (newest > 0 ? [newest] : []));
  return {
    scopes: due.length,
    bytes: due.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: times.length === 0 ? 0 : Math.max(0, (now() - Math.min(...times)) / 1000),
  };
}
