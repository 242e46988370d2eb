import type BetterSqlite3 from 'better-sqlite3';
import { openIndexFile, writeIndexFile } from './index-file.ts';
import { EXACT_LIMIT } from './search-vectors.ts';
import { readVector } from './vector-bytes.ts';
import type { VectorSet } from './vector-schema.ts';

const BATCH = 2000;
/** Share of the vectors that may have been written since before the file is built anew. */
const STALE_SHARE = 0.05;

/**
 * Builds the index file of a set where it is needed and absent, damaged, foreign or too old. It is built from the
 * vectors in the database, in the order of their keys and by one thread: the same vectors give the same bytes. Returns whether it built.
 */
export async function buildIndexFile(
  db: BetterSqlite3.Database,
  set: VectorSet,
  folder: string,
  options: { readonly signal?: AbortSignal | undefined; readonly exactLimit?: number | undefined } = {},
): Promise<boolean> {
  const count =
    (db.prepare('SELECT vectors FROM vector_count WHERE set_id = ?').pluck().get(set.id) as
      | number
      | undefined) ?? 0;
  if (count <= (options.exactLimit ?? EXACT_LIMIT)) return false;
  const last = db
    .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'vector_data'")
    .pluck()
    .get() as number;
  const owner = db.prepare('SELECT id FROM vector_owner').pluck().get() as string;
  const known = openIndexFile(folder, owner, set, last);
  if (known && last - known.manifest.sequence <= count * STALE_SHARE) return false;

  const { Index, MetricKind, ScalarKind } = await import('usearch');
  const index = new Index({
    dimensions: set.dimensions,
    metric: MetricKind.Cos,
    quantization: ScalarKind.BF16,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 128,
    multi: false,
  });
  const read = db
    .prepare<[number, number, number, number], [number, Uint8Array]>(
      'SELECT key, vector FROM vector_data WHERE set_id = ? AND key > ? AND sequence <= ? ORDER BY key LIMIT ?',
    )
    .raw();
  let after = -1;
  let vectors = 0;
  for (
    let rows = read.all(set.id, after, last, BATCH);
    rows.length > 0;
    rows = read.all(set.id, after, last, BATCH)
  ) {
    options.signal?.throwIfAborted();
    const whole = rows.filter(([, bytes]) => bytes.length === set.dimensions * 2);
    const values = new Float32Array(whole.length * set.dimensions);
    whole.forEach(([, bytes], i) => {
      readVector(bytes, values, i * set.dimensions);
    });
    const matrix = whole.map((_, i) => values.subarray(i * set.dimensions, (i + 1) * set.dimensions));
    if (whole.length > 0)
      index.add(
        BigUint64Array.from(whole, ([key]) => BigInt(key)),
        matrix,
        1,
      );
    vectors += whole.length;
    after = rows.at(-1)?.[0] ?? after;
    // Let queries of this process through between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
  writeIndexFile(
    folder,
    {
      owner,
      set: set.id,
      embedder: set.embedder,
      version: set.version,
      dimensions: set.dimensions,
      sequence: last,
      vectors,
    },
    (path) => index.save(path),
  );
  return true;
}
