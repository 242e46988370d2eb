import type { IndexStatus } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { RetrievalError } from '../../retrieval-error.ts';
import { LEXICAL_INDEX, LEXICAL_VERSION } from './lexical-schema.ts';

/**
 * Sees to it that the full-text tables are there and of this version, before statements over them are prepared. A database
 * that another version indexed is not read: its terms would miss.
 * Throws `LEXICAL_INDEX_MISSING` or `LEXICAL_INDEX_OUTDATED`.
 */
export function requireLexicalIndex(db: Sqlite.Database, status: IndexStatus): void {
  const version = status.versionOf(LEXICAL_INDEX);
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'lexical_fts'").get() !== undefined;
  if (exists && (version === null || version === LEXICAL_VERSION)) return;
  const code = exists ? 'LEXICAL_INDEX_OUTDATED' : 'LEXICAL_INDEX_MISSING';
  throw new RetrievalError(
    exists
      ? `the full-text index is of version ${version}, this program reads ${LEXICAL_VERSION}`
      : 'the claims have no full-text index yet',
    { code, hint: 'Index the vault again: the index is derived, and no note is touched.' },
  );
}

/** Why not every claim can be found, by the leg's name and a code; none where the last indexing run saw the whole vault. */
export function indexReasons(status: IndexStatus): readonly string[] {
  return status.isComplete(LEXICAL_INDEX) === false
    ? ['index: INCOMPLETE: indexing was not finished, so claims are missing']
    : [];
}
