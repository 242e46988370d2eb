import type { IndexStatus } from '@memora/claims';
import { hasTable } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import { RetrievalError } from '../../retrieval-error.ts';
import { LEXICAL_INDEX, LEXICAL_VERSION } from './lexical-schema.ts';

/**
 * Checks that the full-text tables exist and have this version, before statements over them are prepared. A database indexed by another version is
 * rejected, because its terms would not match.
 * Throws `LEXICAL_INDEX_MISSING` or `LEXICAL_INDEX_OUTDATED`.
 */
export function requireLexicalIndex(db: Sqlite.Database, status: IndexStatus): void {
  const version = status.versionOf(LEXICAL_INDEX);
  const exists = hasTable(db, 'lexical_fts');
  if (exists && (version === null || version === LEXICAL_VERSION)) return;
  const code = exists ? 'LEXICAL_INDEX_OUTDATED' : 'LEXICAL_INDEX_MISSING';
  throw new RetrievalError(
    exists
      ? `the full-text index has version ${version}, but this program reads ${LEXICAL_VERSION}`
      : 'the claims have no full-text index yet',
    { code, hint: 'Index the vault again: the index is derived, and no note is touched.' },
  );
}

/** Returns why some claims cannot be found, as the leg's name and a code; empty if the last indexing run covered the whole vault. */
export function indexReasons(status: IndexStatus): readonly string[] {
  return status.isComplete(LEXICAL_INDEX) === false
    ? ['index: INCOMPLETE: indexing was not finished, so claims are missing']
    : [];
}
