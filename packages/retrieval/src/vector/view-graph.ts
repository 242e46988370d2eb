import type { VectorSet } from './vector-schema.ts';

/** How widely a graph is built and searched. */
const EXPANSION = 128;

/** An index file as a search sees it. */
export interface VectorGraph {
  /** It holds the vectors written up to here. */
  readonly sequence: number;
  /** Keys of candidates; some may have been deleted from the database since. */
  readonly find: (query: Float32Array, limit: number) => readonly number[];
}

/** What is used of usearch's index; its own types would have to be installed to compile against these. */
interface GraphIndex {
  dimensions(): number;
  add(keys: BigUint64Array, vectors: Float32Array[], threads: number): void;
  search(
    query: Float32Array,
    limit: number,
    threads: number,
  ): { readonly keys: BigUint64Array; readonly distances: Float32Array };
  save(path: string): void;
  view(path: string): void;
}

/** Maps an index file into memory: nothing is read before it is needed. Null where it has other dimensions. */
export async function viewGraph(path: string, sequence: number, set: VectorSet): Promise<VectorGraph | null> {
  const index = await createGraph(set.dimensions);
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

/** An empty usearch index for vectors of length 1. Its native code is loaded here and nowhere else. */
export async function createGraph(dimensions: number): Promise<GraphIndex> {
  const { Index, MetricKind, ScalarKind } = await loadUsearch();
  return new Index({
    dimensions,
    metric: MetricKind.Cos,
    quantization: ScalarKind.BF16,
    connectivity: 16,
    expansion_add: EXPANSION,
    expansion_search: EXPANSION,
    multi: false,
  });
}

/** True where the optional package is installed: without it every vector is compared, whatever their number. */
export async function hasUsearch(): Promise<boolean> {
  return loadUsearch().then(
    () => true,
    () => false,
  );
}

const loadUsearch = () => import('usearch');
