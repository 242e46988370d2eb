import type { IndexStatus, SqliteClaimStore } from '@memora/claims';
import { toWireText } from '@memora/privacy';
import { checkedEmbed } from '../embed/checked-embed.ts';
import type { Embedder } from '../embed/embedder.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import {
  dropSets,
  ensureVectorSet,
  isSetOf,
  readVectorSets,
  sawEveryClaim,
  type VectorSet,
} from './vector-schema.ts';
import { writeVectors } from './write-vectors.ts';

export interface EmbedPendingOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
  /** Texts per request; 64 by default. */
  readonly batch?: number;
  /** Timeout of one request in milliseconds; 60,000 by default. */
  readonly timeout?: number;
}

/**
 * Embeds the texts that the embedder's set lacks, one transaction per batch, so that an interruption loses one batch. A set that becomes complete
 * replaces those of other embedders, which are then dropped. Returns the number of texts embedded.
 */
export async function embedPending(
  store: SqliteClaimStore,
  embedder: Embedder,
  options: EmbedPendingOptions = {},
): Promise<number> {
  const { signal, onProgress, batch = 64, timeout = 60_000 } = options;
  const db = store.database;
  if (isWhole(db, embedder)) return 0;
  const set = store.transaction((open) => ensureVectorSet(open, embedder));
  const total = prepareValue(db, 'countPending').get(set.id) ?? 0;
  const next = prepareQuery(db, 'nextPending');
  let done = 0;
  for (let rows = next.all(set.id, batch); rows.length > 0; rows = next.all(set.id, batch)) {
    signal?.throwIfAborted();
    // Secret texts are never queued, so `private` is the strictest possible band.
    const wires = rows.flatMap(({ text }) => toWireText({ text, band: 'private' }, embedder.place) ?? []);
    const vectors = await checkedEmbed(embedder, wires, { role: 'document', signal, timeout });
    store.transaction((open) => writeStanding(open, set, rows, vectors));
    done += rows.length;
    onProgress?.({ done, total: Math.max(total, done) });
  }
  store.transaction((open) => takeOver(open, store.indexStatus, embedder));
  return done;
}

type Database = SqliteClaimStore['database'];

/** A claim's text that is waiting for its vector. */
export interface PendingText {
  readonly key: number;
  readonly text: string;
}

/** True if the embedder's set is the only one, ready, and complete, as after most saves, so that no transaction would change anything. */
export function isWhole(db: Database, embedder: Embedder): boolean {
  const [own, ...others] = readVectorSets(db);
  if (own === undefined || others.length > 0 || !isSetOf(own, embedder) || own.state !== 'ready')
    return false;
  if (prepareQuery(db, 'firstPending').get(own.id) !== undefined) return false;
  return own.computed === 0 || prepareQuery(db, 'firstVectorText').get() === undefined;
}

/**
 * Another process may have removed or changed a claim while the embedder worked: only unchanged texts get their vectors, and a changed one stays queued. Returns
 * the number of vectors written.
 */
export function writeStanding(
  db: Database,
  set: VectorSet,
  rows: readonly PendingText[],
  vectors: readonly Float32Array[],
): number {
  const read = prepareValue(db, 'vectorTextOf');
  const done = prepareQuery(db, 'unqueueVector');
  const standing = rows.flatMap(({ key, text }, i) => {
    const now = read.get(key);
    if (now === undefined || now === text) done.run(set.id, key);
    return now === text ? [{ key, vector: vectors[i] as Float32Array }] : [];
  });
  writeVectors(
    db,
    set,
    standing.map(({ key }) => key),
    standing.map(({ vector }) => vector),
  );
  return standing.length;
}

/** Makes the embedder's set the one in use, and drops the others. Nothing may be pending in it. */
export function takeOver(db: Database, status: IndexStatus, embedder: Embedder): void {
  const sets = readVectorSets(db);
  const own = sets.find((set) => isSetOf(set, embedder));
  // A set is incomplete while claims have yet to be added to it, even if nothing is pending.
  if (!own || !sawEveryClaim(status)) return;
  prepareQuery(db, 'readySet').run(own.id);
  const others = sets.filter(({ id }) => id !== own.id);
  dropSets(db, others);
  if (own.computed === 1) prepareQuery(db, 'emptyVectorTexts').run();
}
