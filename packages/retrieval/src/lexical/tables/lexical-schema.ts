import { sqliteStatements } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';
import { LEXICAL_TEXTS } from './lexical-tables.ts';

/** The name of the lexical index in the store's index registry. */
export const LEXICAL_INDEX = 'lexical';

/** Increase it when the tables or the terms of a text change: the next indexing run then adds every claim again. */
export const LEXICAL_VERSION = 12;

/**
 * The FTS5 table contains pre-tokenised text: terms joined by spaces, so its tokenizer only splits at spaces.
 * Every ASCII character that a term may contain is a token character; non-ASCII characters always are. The
 * table keeps its content, so that terms of deleted rows can be removed exactly, and `secure-delete` also
 * removes them from the index pages.
 */
const TOKENIZE = `ascii tokenchars '_.-/:#@+~,='`;

/**
 * Creates the lexical tables if they do not exist: one row per passage, and the places of its claims. A claim without a passage has its own row,
 * without a note. Secret claims are only in `lexical_secret`, encrypted.
 */
export function createLexicalTables(db: Sqlite.Database): void {
  const columns = LEXICAL_FIELDS.join(', ');
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS lexical_fts USING fts5(${columns}, tokenize = "${TOKENIZE}");
    ${sqliteStatements(LEXICAL_TEXTS, 'IF NOT EXISTS ')}
    INSERT INTO lexical_fts(lexical_fts, rank) VALUES ('secure-delete', 1);
  `);
}

/** Deletes all rows of the lexical tables. */
export function clearLexicalTables(db: Sqlite.Database): void {
  for (const name of ['lexical_fts', ...Object.keys(LEXICAL_TEXTS)]) db.exec(`DROP TABLE IF EXISTS ${name}`);
  createLexicalTables(db);
}
