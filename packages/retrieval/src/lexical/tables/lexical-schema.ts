import type * as Sqlite from '@memora/claims/sqlite';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';

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
    CREATE TABLE IF NOT EXISTS lexical_passages (
      key INTEGER PRIMARY KEY, note INTEGER, at INTEGER NOT NULL, section INTEGER NOT NULL, band INTEGER NOT NULL,
      kind INTEGER NOT NULL, span_start INTEGER NOT NULL, span_end INTEGER NOT NULL,
      print INTEGER, language TEXT NOT NULL, fingerprint BLOB, context TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS lexical_passages_by_note ON lexical_passages (note, at) WHERE note IS NOT NULL;
    CREATE TABLE IF NOT EXISTS lexical_claims (
      key INTEGER PRIMARY KEY, passage INTEGER NOT NULL, first_term INTEGER NOT NULL, end_term INTEGER NOT NULL, snippet TEXT);
    CREATE INDEX IF NOT EXISTS lexical_claims_by_passage ON lexical_claims (passage);
    CREATE TABLE IF NOT EXISTS lexical_terms (term TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS lexical_secret (key INTEGER PRIMARY KEY, sealed BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS lexical_totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO lexical_fts(lexical_fts, rank) VALUES ('secure-delete', 1);
  `);
}

/** Empties the lexical tables, those of older versions too. */
export function clearLexicalTables(db: Sqlite.Database): void {
  db.exec(`
    DROP TABLE IF EXISTS lexical_fts;
    DROP TABLE IF EXISTS lexical_docs;
    DROP TABLE IF EXISTS lexical_passages;
    DROP TABLE IF EXISTS lexical_claims;
    DROP TABLE IF EXISTS lexical_terms;
    DROP TABLE IF EXISTS lexical_totals;
    DROP TABLE IF EXISTS lexical_secret;
  `);
  createLexicalTables(db);
}
