import { transactionAs } from '../connect/transaction-as.ts';
import { askOne } from '../queries/ask.ts';
import { type Acting, administer } from './members.ts';
import { readScopes, readShownPath, type ScopeKind, scopeOf, shownPath } from './scopes.ts';

/** The start of a page of a learning log: after this entry. */
export interface LearningPlace {
  /** ISO 8601 with microseconds, by the database's clock. */
  readonly at: string;
  readonly path: string;
  readonly version: number;
}

/** The change of a scope's memory by one version of a note. Ids and codes only; the note has the text. */
export interface LearnedEntry extends LearningPlace {
  /** The principal whose agent wrote it. */
  readonly principal: string;
  /** For example `remember`, `supersede`, `forget` or `restore`. */
  readonly operation: string;
  /** The memory that changed, then those that decided how. */
  readonly memories: readonly string[];
  readonly code: string;
}

interface LearningPage {
  /** The last entry of the page before; null for the first page. */
  readonly after: LearningPlace | null;
  /** {@link LEARNED_AT_ONCE} by default. */
  readonly limit?: number;
}

export const LEARNED_AT_ONCE = 500;

const COLUMNS = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, path, version, author AS principal, via AS operation,
  string_to_array(memories, ' ') AS memories, code`;
const BEGINNING: LearningPlace = { at: '-infinity', path: '', version: 0 };

/** Reads the learning log of a scope that the principal sees, oldest first. Erased entries are gone. */
export function readLearningLog(
  kind: ScopeKind,
  { after, limit = LEARNED_AT_ONCE }: LearningPage,
  { source, principal, workspace }: Acting,
): Promise<LearnedEntry[]> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const { id } = scopeOf(await readScopes(db), kind);
    const { at, path, version } = after ?? BEGINNING;
    const rows = await db.query<LearnedEntry>(
      `SELECT ${COLUMNS} FROM memora.version WHERE scope = $1 AND memories IS NOT NULL AND at >= $2
         AND (at, path, version) > ($2, $3, $4) ORDER BY version.at, path, version LIMIT $5`,
      [id, at, readShownPath(path).path, version, limit],
    );
    return rows.map((row) => ({ ...row, path: shownPath(kind, row.path) }));
  });
}

/**
 * Reads the learning log of a person who has left, or of a closed group, oldest first. For administrators.
 */
export function readLeftLearningLog(
  acting: Acting,
  who: string,
  { after, limit = LEARNED_AT_ONCE, isGroup = false }: LearningPage & { readonly isGroup?: boolean },
): Promise<LearnedEntry[]> {
  const { at, path, version } = after ?? BEGINNING;
  return administer(acting, (db) =>
    db.query<LearnedEntry>(
      `SELECT ${COLUMNS} FROM memora.read_left_learned($1, $2, $3, $4, $5, $6) AS version`,
      [who, isGroup, at, path, version, limit],
    ),
  );
}

/** Counts the memories that a principal's agents have saved, replaced or linked in a scope during the last hour. */
export function countRemembered(kind: ScopeKind, { source, principal, workspace }: Acting): Promise<number> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const scope = (await readScopes(db)).find((each) => each.kind === kind);
    return (await askOne(db, 'countRemembered', scope?.id ?? null, principal.name))?.count ?? 0;
  });
}
