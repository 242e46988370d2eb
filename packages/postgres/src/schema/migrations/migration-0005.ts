/**
 * The vectors: their tables as the store has them, and a row for each vector that is compared. The column that holds it is of a type of the
 * extension `vector`, and is made where that is there. Published: never edit it.
 */
export const MIGRATION_0005 = `
CREATE TABLE memora.vector_text (scope int NOT NULL, key bigint NOT NULL, text text COLLATE "C" NOT NULL, PRIMARY KEY (scope, key));
CREATE TABLE memora.vector_set (scope int NOT NULL, id bigint NOT NULL, embedder text COLLATE "C" NOT NULL, version text COLLATE "C" NOT NULL,
  dimensions bigint NOT NULL, state text COLLATE "C" NOT NULL, computed bigint NOT NULL, PRIMARY KEY (scope, id));
CREATE TABLE memora.vector_block (scope int NOT NULL, sequence bigint NOT NULL, set_id bigint NOT NULL, block bigint NOT NULL,
  vectors bytea NOT NULL, PRIMARY KEY (scope, set_id, block));
ALTER TABLE memora.vector_block ALTER COLUMN vectors SET STORAGE EXTERNAL;
CREATE TABLE memora.vector_pending (scope int NOT NULL, set_id bigint NOT NULL, key bigint NOT NULL, PRIMARY KEY (scope, set_id, key));
CREATE TABLE memora.vector_count (scope int NOT NULL, set_id bigint NOT NULL, vectors bigint NOT NULL, PRIMARY KEY (scope, set_id));
CREATE TABLE memora.vector_near (scope int NOT NULL, key bigint NOT NULL, set_id bigint NOT NULL, PRIMARY KEY (scope, key));
`;
