import type { SqliteClaimStore } from '@memora/claims';
import type { ChangedRows } from '@memora/claims/internal';
import { keysOfBlock, readShownVectors, type ShownVectors } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';

/** Vectors per statement. */
const BATCH = 2_000;
/** A scope with at least this many vectors gets a graph; fewer are compared one by one. */
export const GRAPH_FROM = 50_000;
/** Maximum number of dimensions that an `hnsw` index of pgvector holds for the type `halfvec`. Wider vectors are compared one by one. */
export const WIDEST_GRAPH = 4_000;

/** The state of a scope's comparable vectors. */
export interface NearState {
  /** The schema of the extension's types; null if no column can store them. */
  readonly home: string | null;
  readonly isFilled: boolean;
  /** The sets with a graph. */
  readonly graphs: readonly number[];
}

/** Reads the state of a scope's comparable vectors. */
export async function readNearState(db: Connection, scope: number): Promise<NearState> {
  const [[found], graphs] = await Promise.all([
    db.query<{ home: string; filled: boolean }>(
      `SELECT quote_ident(n.nspname) AS home, EXISTS (SELECT 1 FROM memora.vector_near WHERE scope = $1) AS filled
       FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
       WHERE e.extname = 'vector' AND EXISTS (SELECT 1 FROM pg_attribute
         WHERE attrelid = 'memora.vector_near'::regclass AND attname = 'vector' AND NOT attisdropped)`,
      [scope],
    ),
    db.rows<[string]>(
      `SELECT relname FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND relkind = 'i'
         AND starts_with(relname::text, 'near_graph_' || $1::int || '_')`,
      [scope],
    ),
  ]);
  return {
    home: found?.home ?? null,
    isFilled: found?.filled ?? false,
    graphs: graphs.map(([name]) => Number(name.split('_').at(-1))),
  };
}

/** Which comparable vectors to rewrite: all, some blocks, or none (null). */
interface DueVectors {
  readonly home: string;
  readonly shown: ShownVectors | null;
  /** Null for all. */
  readonly blocks: readonly number[] | null;
}

/** Finds the vectors that a publication must rewrite. A set that is still incomplete needs none: the previous set is compared until then. */
export function findDueVectors(
  store: SqliteClaimStore,
  changes: readonly ChangedRows[],
  { home, isFilled }: NearState,
  isWhole: boolean,
): DueVectors | null {
  if (home === null) return null;
  const shown = readShownVectors(store.database);
  const changed = (name: string) => changes.find(({ table }) => table.name === name);
  const isOtherSet = changed('vector_set') !== undefined;
  if (isWhole || isOtherSet) return { home, shown, blocks: null };
  if (!isFilled) {
    const [first] = shown?.blocks() ?? [];
    return first === undefined ? null : { home, shown, blocks: null };
  }
  const { rows = [], gone = [] } = changed('vector_block') ?? {};
  const places = [...rows.map(([, set, block]) => [set, block]), ...gone];
  const blocks = places.flatMap(([set, block]) => (set === shown?.set.id ? [block as number] : []));
  return blocks.length === 0 ? null : { home, shown, blocks };
}

/** Writes the due vectors. All statements are already sent when this resolves. */
export async function putVectors(
  db: Connection,
  scope: number,
  { home, shown, blocks }: DueVectors,
): Promise<readonly Promise<unknown>[]> {
  const sent: Promise<unknown>[] = [];
  const send = (statement: Promise<unknown>) => {
    statement.catch(() => undefined);
    sent.push(statement);
  };
  if (blocks === null) send(db.rows('DELETE FROM memora.vector_near WHERE scope = $1', [scope]));
  else {
    const ranges = blocks.map(keysOfBlock);
    send(
      db.rows(
        `DELETE FROM memora.vector_near AS n USING unnest($2::bigint[], $3::bigint[]) AS r (least, most)
         WHERE n.scope = $1 AND n.key >= r.least AND n.key < r.most`,
        [scope, ranges.map(([least]) => least), ranges.map(([, most]) => most)],
      ),
    );
  }
  if (shown === null) return sent;
  const put = (keys: readonly number[], vectors: readonly string[]) =>
    db.rows(
      `INSERT INTO memora.vector_near (scope, key, set_id, vector)
       SELECT $1::int, t.key, $2::bigint, t.vector::${home}.halfvec FROM unnest($3::bigint[], $4::text[]) AS t (key, vector)`,
      [scope, shown.set.id, keys, vectors],
    );
  let keys: number[] = [];
  let texts: string[] = [];
  for (const { vectors } of shown.blocks(blocks ?? undefined)) {
    for (const { key, components } of vectors) {
      keys.push(key);
      // Integers up to 127 are stored exactly, and length does not matter when angles are compared.
      texts.push(`[${components.join(',')}]`);
    }
    if (keys.length < BATCH) continue;
    // In parts, to avoid a second copy of a large scope's texts in memory.
    const [of, all] = [keys, texts];
    [keys, texts] = [[], []];
    await put(of, all);
  }
  if (keys.length > 0) send(put(keys, texts));
  return sent;
}
