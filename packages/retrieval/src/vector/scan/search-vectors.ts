import type * as Sqlite from '@memora/claims/sqlite';
import { prepareValue } from '../../queries/prepare-query.ts';
import { RetrievalError } from '../../retrieval-error.ts';
import type { ScoredKey } from '../../retrieve/leg.ts';
import { keptRowsOf } from '../../source/kept-rows.ts';
import { type IndexMarks, openIndexFile } from '../index-file.ts';
import type { NearestOfAll } from '../nearest-leg.ts';
import type { VectorSet } from '../vector-schema.ts';
import { hasUsearch, type VectorGraph, viewGraph } from '../view-graph.ts';
import { best, bestAndLast, bestOfMatrix } from './best-of-matrix.ts';
import { prepareBlockReader, prepareLastSequence, prepareVectorCount } from './vector-blocks.ts';
import { matrixOfBlocks, matrixOfKeys, type VectorMatrix } from './vector-matrix.ts';

/** Up to this many vectors are compared one by one: no index file, no native code, no approximation. */
export const EXACT_LIMIT = 20_000;
/** Without a valid index file, up to this many times more are still compared, slowly. */
const SCAN_FACTOR = 10;

/** Finds the vectors nearest to a vector of length 1. */
export interface VectorSearch {
  /** Returns the `limit` nearest, best first, ties by key. Throws `VECTORS_NOT_INDEXED` if there are too many to compare and no index file. */
  readonly nearest: (query: Float32Array, limit: number) => Promise<readonly ScoredKey[]>;
  /** True while every vector is compared, so that requesting all costs little more than requesting some. */
  readonly comparesAll: () => boolean;
  /** If all are compared: returns the `limit` nearest, and the score of the last of the `width` nearest; null if there are fewer. */
  readonly best: (query: Float32Array, limit: number, width: number) => NearestOfAll | null;
  readonly similarities: (query: Float32Array, keys: readonly number[]) => ReadonlyMap<number, number>;
}

/** The last viewed index file by set id: viewing it again costs more than many searches. */
export type ViewedGraphs = Map<number, { readonly stamp: string; readonly graph: VectorGraph | null }>;

/**
 * Creates a search over one set of vectors of a database connection. Its caches follow the database's changes, as far as {@link keptRowsOf} checks for them.
 */
export function createVectorSearch(
  db: Sqlite.Database,
  set: VectorSet,
  folder: string,
  exactLimit = EXACT_LIMIT,
  marks?: IndexMarks,
  viewed: ViewedGraphs = new Map(),
): VectorSearch {
  const { dimensions } = set;
  const blocks = prepareBlockReader(db, set.id);
  const kept = keptRowsOf(db);
  const last = kept.once(prepareLastSequence(db));
  const countOf = prepareVectorCount(db);
  const count = kept.once(() => countOf(set.id));
  const owner = prepareValue(db, 'vectorOwner').get() as string;
  let scanned: { readonly stamp: string; readonly matrix: VectorMatrix } | null = null;
  let isInstalled: boolean | null = null;

  /** Returns the vectors written after `sequence`, cached until one is written or removed. */
  const scan = (sequence: number): VectorMatrix => {
    const stamp = `${sequence} ${last()} ${count()}`;
    if (scanned?.stamp !== stamp)
      scanned = { stamp, matrix: matrixOfBlocks(blocks.after(sequence), dimensions) };
    return scanned.matrix;
  };

  const openGraph = async (): Promise<VectorGraph | null> => {
    isInstalled ??= await hasUsearch();
    const file = isInstalled ? openIndexFile(folder, owner, set, last(), marks) : null;
    if (file === null) {
      viewed.delete(set.id);
      return null;
    }
    const stamp = `${file.path} ${file.manifest.digest} ${file.manifest.sequence}`;
    const known = viewed.get(set.id);
    if (known?.stamp === stamp) return known.graph;
    const graph = await viewGraph(file.path, file.manifest.sequence, set);
    viewed.set(set.id, { stamp, graph });
    return graph;
  };
  let opened: Promise<VectorGraph | null> | null = null;
  let openedAt = -1;

  let compared: {
    readonly query: Float32Array;
    readonly matrix: VectorMatrix;
    readonly scores: Float32Array;
  };
  /** Returns the scores of a matrix; those of the last question are cached. */
  const compare = (query: Float32Array, matrix: VectorMatrix): Float32Array => {
    if (compared?.query !== query || compared.matrix !== matrix)
      compared = { query, matrix, scores: matrix.scores(query) };
    return compared.scores;
  };

  const similarities = (query: Float32Array, keys: readonly number[]) => {
    if (keys.length === 0) return new Map<number, number>();
    // If all vectors are in memory already, none is read again.
    const matrix = count() <= exactLimit ? scan(0) : matrixOfKeys(keys, blocks.holding(keys), dimensions);
    const scores = compare(query, matrix);
    const found = new Map<number, number>();
    for (const key of keys) {
      const position = matrix.positionOf(key);
      if (position !== undefined) found.set(key, scores[position] as number);
    }
    return found;
  };
  const bestOf = (query: Float32Array, matrix: VectorMatrix, limit: number) =>
    bestOfMatrix(matrix, compare(query, matrix), limit);

  return {
    similarities,
    comparesAll: () => count() <= exactLimit,
    best: (query, limit, width) => {
      if (count() > exactLimit || limit < 1 || limit > width) return null;
      const matrix = scan(0);
      return bestAndLast(matrix, compare(query, matrix), limit, width);
    },
    async nearest(query, limit) {
      if (count() <= exactLimit) return bestOf(query, scan(0), limit);
      // The file is checked again when the database has changed, not for each question.
      const version = db.pragma('data_version', { simple: true }) as number;
      if (!opened || openedAt !== version + last()) {
        opened = openGraph();
        openedAt = version + last();
      }
      const index = await opened;
      const fits = index !== null && blocks.countAfter(index.sequence) <= Math.max(exactLimit, count() / 4);
      if (!fits && (isInstalled === false || count() <= exactLimit * SCAN_FACTOR))
        return bestOf(query, scan(0), limit);
      if (!fits) {
        throw new RetrievalError(`${count()} vectors have no index file that matches them`, {
          code: 'VECTORS_NOT_INDEXED',
          hint: 'Index the vault again: it builds the file.',
        });
      }
      // The graph only proposes keys: the database decides whether a vector still exists and how near it is.
      const proposed = [...similarities(query, index.find(query, limit))].map(([key, score]) => ({
        key,
        score,
      }));
      const fresh = bestOf(query, scan(index.sequence), limit);
      return best([...new Map([...proposed, ...fresh].map((hit) => [hit.key, hit])).values()], limit);
    },
  };
}
