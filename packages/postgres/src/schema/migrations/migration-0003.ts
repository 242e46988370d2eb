/**
 * The full-text index: its tables as the store has them, and a posting for each term of each passage, which is found by equality of whole
 * numbers: under row-level security nothing else finds rows by an index. Published: never edit it.
 */
export const MIGRATION_0003 = `
CREATE TABLE memora.lexical_fts_content (scope int NOT NULL, id bigint NOT NULL, c0 text COLLATE "C" NOT NULL, c1 text COLLATE "C" NOT NULL,
  c2 text COLLATE "C" NOT NULL, c3 text COLLATE "C" NOT NULL, c4 text COLLATE "C" NOT NULL, c5 text COLLATE "C" NOT NULL, PRIMARY KEY (scope, id));
CREATE TABLE memora.lexical_passages (scope int NOT NULL, key bigint NOT NULL, note bigint, at bigint NOT NULL, section bigint NOT NULL,
  band bigint NOT NULL, kind bigint NOT NULL, flags bigint NOT NULL, span_start bigint NOT NULL, span_end bigint NOT NULL, print bigint,
  language text COLLATE "C" NOT NULL, label text COLLATE "C" NOT NULL, PRIMARY KEY (scope, key));
CREATE INDEX lexical_passages_by_note ON memora.lexical_passages (scope, note, at) WHERE note IS NOT NULL;
CREATE TABLE memora.lexical_claims (scope int NOT NULL, key bigint NOT NULL, passage bigint NOT NULL, first_term bigint NOT NULL,
  end_term bigint NOT NULL, snippet text COLLATE "C", PRIMARY KEY (scope, key));
CREATE INDEX lexical_claims_by_passage ON memora.lexical_claims (scope, passage);
CREATE TABLE memora.lexical_terms (scope int NOT NULL, term text COLLATE "C" NOT NULL, documents bigint NOT NULL, PRIMARY KEY (scope, term));
CREATE TABLE memora.lexical_totals (scope int NOT NULL, name text COLLATE "C" NOT NULL, value bigint NOT NULL, PRIMARY KEY (scope, name));
CREATE TABLE memora.lexical_secret (scope int NOT NULL, key bigint NOT NULL, sealed bytea NOT NULL, PRIMARY KEY (scope, key));
CREATE TABLE memora.lexical_posting (scope int NOT NULL, term bigint NOT NULL, passage bigint NOT NULL, frequency real NOT NULL,
  length int NOT NULL, PRIMARY KEY (scope, term, passage) INCLUDE (frequency, length));
`;
