import { MemoraError } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { ScoredKey } from '../retrieve/leg.ts';
import { openIndexFile } from './index-file.ts';
import { readVector, similarity } from './vector-bytes.ts';
import type { VectorSet } from './vector-schema.ts';

/** Up to so many vectors are compared one by one: no index file, nothing approximate. */
export const EXACT_LIMIT = 5000;
/** Without an index file that fits, so many times more are still compared, slowly, rather than not at all. */
const SCAN_FACTOR = 10;
/** How widely the graph of an index file is searched. */
const EXPANSION = 128;

/** Finds the vectors nearest to one of length 1. */
export interface VectorSearch {
  /** The `limit` nearest, best first, ties by key. Throws `VECTORS_NOT_INDEXED` where there are too many to compare and no index file. */
  readonly nearest: (query: Float32Array, limit: number) => Promise<readonly ScoredKey[]>;
  readonly similarities: (query: Float32Array, keys: readonly number[]) => ReadonlyMap<number, number>;
}

interface Graph {
  readonly sequence: number;
  readonly find: (query: Float32Array, limit: number) => readonly number[];
}

/** A search over one set of vectors of a database connection; what it keeps in memory follows the database's changes. */
export function createVectorSearch(
  db: BetterSqlite3.Database,
  set: VectorSet,
  folder: string,
  exactLimit = EXACT_LIMIT,
): VectorSearch {
  const countAll = db.prepare('SELECT vectors FROM vector_count WHERE set_id = ?').pluck();
  const lastSequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'vector_data'").pluck();
  const readAfter = db
    .prepare<[number, number], [number, Uint8Array]>(
      'SELECT key, vector FROM vector_data WHERE set_id = ? AND sequence > ? ORDER BY sequence',
    )
    .raw();
  const readKeys = db
    .prepare<[number, string], [number, Uint8Array]>(
      'SELECT key, vector FROM vector_data WHERE set_id = ? AND key IN (SELECT value FROM json_each(?))',
    )
    .raw();
  const owner = db.prepare('SELECT id FROM vector_owner').pluck().get() as string;
  let scanned: { readonly stamp: string; readonly matrix: Matrix } | null = null;
  let graph: { readonly stamp: string; readonly graph: Graph | null } | null = null;

  const last = () => (lastSequence.get() as number | undefined) ?? 0;
  const count = () => (countAll.get(set.id) as number | undefined) ?? 0;

  /** Vectors written after `sequence`, kept until one is written or removed. */
  const scan = (sequence: number): Matrix => {
    const stamp = `${sequence} ${last()} ${count()}`;
    if (scanned?.stamp !== stamp)
      scanned = { stamp, matrix: toMatrix(readAfter.all(set.id, sequence), set.dimensions) };
    return scanned.matrix;
  };

  const openGraph = async (): Promise<Graph | null> => {
    const file = openIndexFile(folder, owner, set, last());
    const stamp = file ? `${file.manifest.digest} ${file.manifest.sequence}` : 'none';
    if (graph?.stamp !== stamp)
      graph = { stamp, graph: file ? await viewGraph(file.path, file.manifest.sequence, set) : null };
    return graph.graph;
  };
  let opened: Promise<Graph | null> | null = null;
  let openedAt = -1;

  const similarities = (query: Float32Array, keys: readonly number[]) => {
    const { keys: found, values } = toMatrix(readKeys.all(set.id, JSON.stringify(keys)), set.dimensions);
    return new Map(found.map((key, i) => [key, similarity(query, values, i * set.dimensions)]));
  };

  return {
    similarities,
    async nearest(query, limit) {
      if (count() <= exactLimit) return bestOf(query, scan(0), limit);
      // The file is looked at again when the database has changed, not for each question.
      const version = db.pragma('data_version', { simple: true }) as number;
      if (!opened || openedAt !== version + last()) {
        opened = openGraph();
        openedAt = version + last();
      }
      const index = await opened;
      const fits = index !== null && last() - index.sequence <= Math.max(exactLimit, count() / 4);
      if (!fits && count() <= exactLimit * SCAN_FACTOR) return bestOf(query, scan(0), limit);
      if (!fits) {
        throw new MemoraError(`${count()} vectors have no index file that fits them`, {
          code: 'VECTORS_NOT_INDEXED',
          hint: 'Index the vault again: it builds the file.',
        });
      }
      // The graph only proposes: whether a vector still stands, and how near it is, the database says.
      const proposed = [...similarities(query, index.find(query, limit))].map(([key, score]) => ({
        key,
        score,
      }));
      const fresh = bestOf(query, scan(index.sequence), limit);
      return best([...new Map([...proposed, ...fresh].map((hit) => [hit.key, hit])).values()], limit);
    },
  };
}

interface Matrix {
  readonly keys: readonly number[];
  readonly values: Float32Array;
}

function toMatrix(rows: readonly [number, Uint8Array][], dimensions: number): Matrix {
  const values = new Float32Array(rows.length * dimensions);
  rows.forEach(([, bytes], i) => {
    if (bytes.length === dimensions * 2) readVector(bytes, values, i * dimensions);
  });
  return { keys: rows.map(([key]) => key), values };
}

/** The `limit` best of a matrix. Only those are made into objects: there may be tens of thousands. */
function bestOf(query: Float32Array, { keys, values }: Matrix, limit: number): ScoredKey[] {
  const scores = new Float32Array(keys.length);
  for (let i = 0; i < scores.length; i++) {
    const score = similarity(query, values, i * query.length);
    scores[i] = Number.isFinite(score) ? score : -2;
  }
  const least = scores.length > limit ? (Float32Array.from(scores).sort()[scores.length - limit] ?? -1) : -1;
  const found: ScoredKey[] = [];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (score >= least) found.push({ key: keys[i] as number, score });
  }
  return best(found, limit);
}

function best(found: ScoredKey[], limit: number): ScoredKey[] {
  return found.sort((a, b) => b.score - a.score || a.key - b.key).slice(0, limit);
}

/** Maps the file into memory; nothing is read before it is needed. */
async function viewGraph(path: string, sequence: number, set: VectorSet): Promise<Graph | null> {
  const { Index, MetricKind, ScalarKind } = await import('usearch');
  const index = new Index({
    dimensions: set.dimensions,
    metric: MetricKind.Cos,
    quantization: ScalarKind.BF16,
    connectivity: 16,
    expansion_add: EXPANSION,
    expansion_search: EXPANSION,
    multi: false,
  });
  index.view(path);
  // `view` adopts whatever dimensions the file has.
  if (index.dimensions() !== set.dimensions) return null;
  return {
    sequence,
    find: (query, limit) => {
      const { keys, distances } = index.search(query, limit, 1);
      return [...keys].flatMap((key, i) => (Number.isFinite(distances[i]) ? [Number(key)] : []));
    },
  };
}
