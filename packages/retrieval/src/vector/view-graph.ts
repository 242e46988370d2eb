import type { VectorSet } from './vector-schema.ts';

/** The expansion factor of building and searching a graph. */
const EXPANSION = 128;

/** An index file as a search uses it. */
export interface VectorGraph {
  /** The sequence number of the last vector in it. */
  readonly sequence: number;
  /** Returns candidate keys; some may have been deleted from the database since. */
  readonly find: (query: Float32Array, limit: number) => readonly number[];
}

/** The parts of usearch's index used here; importing its own types would require it to be installed. */
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

/** Memory-maps an index file: nothing is read before it is needed. Null if its dimensions differ. */
export async function viewGraph(path: string, sequence: number, set: VectorSet): Promise<VectorGraph | null> {
  const index = await createGraph(set.dimensions);
  index.view(path);
  // `view` adopts the dimensions of the file.
  if (index.dimensions() !== set.dimensions) return null;
  return {
    sequence,
    find: (query, limit) => {
      const { keys, distances } = index.search(query, limit, 1);
      return [...keys].flatMap((key, i) => (Number.isFinite(distances[i]) ? [Number(key)] : []));
    },
  };
}

/** Creates an empty usearch index for vectors of length 1. This is the only place that loads its native code. */
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

/** True if the optional package is installed. Without it every vector is compared, whatever their number. */
export async function hasUsearch(): Promise<boolean> {
  return loadUsearch().then(
    () => true,
    () => false,
  );
}

const loadUsearch = () => import('usearch');
