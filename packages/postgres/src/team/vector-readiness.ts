import { transactionAs } from '../connect/transaction-as.ts';
import type { Acting } from './members.ts';

/** Whether a team's database can compare vectors. */
export interface VectorReadiness {
  /** The version of pgvector in the database; null if it is not installed. */
  readonly installed: string | null;
  /** The version that the server could install; null if none is available. */
  readonly available: string | null;
  /** True if vectors are stored and compared. */
  readonly isReady: boolean;
  /** The embedders of the visible scopes' vectors, as `id@version`. */
  readonly embedders: readonly string[];
}

/** Reads whether a database can compare vectors. */
export function readVectorReadiness({ source, principal, workspace }: Acting): Promise<VectorReadiness> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const [found] = await db.query<{
      installed: string | null;
      available: string | null;
      ready: boolean;
      kept: boolean;
    }>(
      `SELECT installed_version AS installed, default_version AS available, EXISTS (SELECT 1 FROM pg_attribute
         WHERE attrelid = to_regclass('memora.vector_near') AND attname = 'vector' AND NOT attisdropped) AS ready,
         to_regclass('memora.vector_set') IS NOT NULL AS kept
       FROM (SELECT 1) AS one LEFT JOIN pg_available_extensions ON name = 'vector'`,
    );
    const sets =
      found?.kept === true
        ? await db.rows<[string]>(
            "SELECT DISTINCT embedder || '@' || version FROM memora.vector_set WHERE state = 'ready' ORDER BY 1",
          )
        : [];
    return {
      installed: found?.installed ?? null,
      available: found?.available ?? null,
      isReady: found?.ready ?? false,
      embedders: sets.map(([name]) => name),
    };
  });
}
