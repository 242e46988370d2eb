import { transactionAs } from '../connect/transaction-as.ts';
import { PAGE_PATH } from '../notes/page-path.ts';
import { toRuns, type UpkeepRuns } from '../publish/upkeep/upkeep-runs.ts';
import { CLAIM_TOTAL, readClaimTotal } from '../read/claim-total.ts';
import { readStats } from '../read/read-lists.ts';
import { readSchema } from '../schema/migrate.ts';
import type { Acting } from './members.ts';
import { readScopes, type ScopeKind } from './scopes.ts';

/** The state of a scope. */
export interface ScopeStatus {
  readonly kind: ScopeKind;
  readonly notes: number;
  readonly claims: number;
  /** The epoch of its publication; 0 before the first. */
  readonly epoch: number;
  readonly publishedAt: string | null;
  /** Notes whose current bytes are not published yet. */
  readonly behind: number;
  /** Daily tasks, and when each last ran. */
  readonly upkeep: UpkeepRuns;
  readonly vectors: ScopeVectors;
}

/** The vectors of a scope. */
export interface ScopeVectors {
  /** The embedder of those in use, as `id@version`; null if there are none. */
  readonly embedder: string | null;
  /** Claims whose texts its embedder refused. They are found by words, and retried when they change or the embedder is chosen again. */
  readonly refused: number;
  /** The work left for one embedder, by its name. */
  readonly waiting: readonly {
    readonly embedder: string;
    /** The number of claims; null until a worker has counted. */
    readonly texts: number | null;
    /** An error code if the last attempt failed. */
    readonly problem: string | null;
    /** When it is retried, ISO 8601; null for at once. */
    readonly retryAt: string | null;
  }[];
}

interface StatusRow {
  readonly notes: number;
  readonly behind: number;
  readonly total: Buffer | null;
  readonly upkeep: unknown;
  readonly embedder: string | null;
  readonly refused: number;
  readonly waiting: ScopeVectors['waiting'];
}

/** Returns the schema number of the database. */
export function readTeamSchema({ source, principal, workspace }: Acting): Promise<number> {
  return transactionAs(source, { role: 'ask', principal, workspace }, readSchema);
}

/** Reads the state of every scope that the principal sees. */
export function readTeamStatus({ source, principal, workspace }: Acting): Promise<ScopeStatus[]> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const statuses: ScopeStatus[] = [];
    for (const { id, kind, epoch, publishedAt } of await readScopes(db)) {
      const [row] = await db.query<StatusRow>(
        `SELECT (SELECT count(*) FROM memora.head WHERE scope = $1 AND hash IS NOT NULL AND path <> '_ledger.md' AND path !~ $2) AS notes,
           (SELECT count(*) FROM (SELECT * FROM memora.head WHERE scope = $1) h FULL JOIN (SELECT * FROM memora.note WHERE scope = $1 AND gone_at IS NULL) n
              ON n.path = h.path WHERE coalesce(h.path, '') <> '_ledger.md'
              -- A page makes no claims: it is no note of the publication once a worker has read it.
              AND NOT coalesce(n.path IS NULL AND h.path ~ $2 AND h.changed < (SELECT notes_at FROM memora.scope WHERE id = $1), false)
              AND coalesce(h.print, h.hash) IS DISTINCT FROM n.hash AND n.type IS DISTINCT FROM 'derived') AS behind,
           ${CLAIM_TOTAL} AS total,
           (SELECT upkeep FROM memora.scope WHERE id = $1) AS upkeep,
           (SELECT embedder || '@' || version FROM memora.vector_set WHERE scope = $1 AND state = 'ready' ORDER BY id DESC LIMIT 1) AS embedder,
           (SELECT count(*) FROM memora.vector_refused WHERE scope = $1) AS refused,
           (SELECT coalesce(json_agg(json_build_object('embedder', embedder, 'texts', texts, 'problem', problem, 'retryAt',
              CASE WHEN due_at > clock_timestamp() THEN to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END) ORDER BY embedder), '[]')
              FROM memora.embedding WHERE scope = $1) AS waiting`,
        [id, PAGE_PATH],
      );
      const { notes, behind, total, upkeep, embedder, refused, waiting } = row as StatusRow;
      const claims =
        readClaimTotal(total, epoch) ?? (await readStats(source, { db, scope: id, codec: undefined })).claims;
      statuses.push({
        ...{ kind, epoch, publishedAt, notes, claims, behind },
        upkeep: toRuns(upkeep),
        vectors: { embedder, refused, waiting },
      });
    }
    return statuses;
  });
}
