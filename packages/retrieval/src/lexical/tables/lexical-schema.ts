import { sqliteStatements } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';
import { LEXICAL_TEXTS } from './lexical-tables.ts';

/** The name of the lexical index in the store's account of its indexes. */
export const LEXICAL_INDEX = 'lexical';

/** Raise it whenever the tables or the terms of a text change: the next indexing run then adds every claim again. */
export const LEXICAL_VERSION = 12;

/**
 * The FTS5 table holds pre-tokenised text: terms joined by spaces, so its own tokenizer only splits at spaces. Every
 * ASCII character that a term may hold is a token character (non-ASCII ones always are). The table keeps its content:
 * terms of deleted rows can then be removed exactly, and `secure-delete` takes them out of the index pages too.
 */
const TOKENIZE = `ascii tokenchars '_.-/:#@+~,='`;

/**
 * Makes the lexical tables where they are absent: one row a passage, and where in it the words of each claim stand. A claim that stands in no
 * passage has a row of its own, without a note. Nothing of a secret claim is in any but `lexical_secret`, and there it is encrypted.
 */
export function createLexicalTables(db: Sqlite.Database): void {
  const columns = LEXICAL_FIELDS.join(', ');
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS lexical_fts USING fts5(${columns}, tokenize = "${TOKENIZE}");
    ${sqliteStatements(LEXICAL_TEXTS, 'IF NOT EXISTS ')}
    INSERT INTO lexical_fts(lexical_fts, rank) VALUES ('secure-delete', 1);
  `);
}

/** Empties the lexical tables. */
export function clearLexicalTables(db: Sqlite.Database): void {
  for (const name of ['lexical_fts', ...Object.keys(LEXICAL_TEXTS)]) db.exec(`DROP TABLE IF EXISTS ${name}`);
  createLexicalTables(db);
}
