import type { Connection } from '../../connect/connection.ts';

/** The comparable vectors of a visible scope. */
export interface VectorSetOfScope {
  readonly scope: number;
  readonly id: number;
  readonly embedder: string;
  readonly version: string;
  readonly dimensions: number;
  readonly vectors: number;
  /** True if claims without a vector remain. */
  readonly isPending: boolean;
  /** False until a worker has stored them for comparison. */
  readonly isFilled: boolean;
  readonly hasGraph: boolean;
  /** True if the question is not sent to its embedder. */
  readonly isWithheld?: boolean;
}

/** The state of all visible scopes' vectors. */
export interface VectorState {
  /** The schema of the extension's types; null if pgvector is missing or too old. */
  readonly home: string | null;
  /** True if vectors were published for comparison, even if they can no longer be compared. */
  readonly wasThere: boolean;
  /** The name of the embedder that the workspace has chosen; null for the server's. */
  readonly chosen: string | null;
  readonly sets: readonly VectorSetOfScope[];
}

/** No vectors, as in a schema before they were published. */
export const NO_VECTORS: VectorState = { home: null, wasThere: false, chosen: null, sets: [] };

const VISIBLE = 'ANY ((SELECT memora.visible_scopes())::int[])';

/** Reads the state together with the scopes, in the first round trip. */
export async function readVectorState(db: Connection): Promise<VectorState> {
  const [[found], sets] = await Promise.all([
    db.query<{ home: string | null; was: boolean; chosen: string | null }>(
      `SELECT (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
           WHERE e.extname = 'vector' AND EXISTS (SELECT 1 FROM pg_attribute
             WHERE attrelid = 'memora.vector_near'::regclass AND attname = 'vector' AND NOT attisdropped)) AS home,
         EXISTS (SELECT 1 FROM memora.vector_near WHERE scope = ${VISIBLE}) AS was, memora.chosen_embedder() AS chosen`,
    ),
    db.query<VectorSetOfScope>(
      `SELECT s.scope, s.id, s.embedder, s.version, s.dimensions, coalesce(c.vectors, 0)::bigint AS vectors,
         EXISTS (SELECT 1 FROM memora.vector_pending p WHERE p.scope = s.scope AND p.set_id = s.id) AS "isPending",
         EXISTS (SELECT 1 FROM memora.vector_near n WHERE n.scope = s.scope) AS "isFilled",
         to_regclass('memora.near_graph_' || s.scope || '_' || s.id) IS NOT NULL AS "hasGraph"
       FROM memora.vector_set s LEFT JOIN memora.vector_count c ON c.scope = s.scope AND c.set_id = s.id
       WHERE s.scope = ${VISIBLE} AND s.state = 'ready'`,
    ),
  ]);
  const { home = null, was = false, chosen = null } = found ?? {};
  return { home, wasThere: was, chosen, sets };
}
