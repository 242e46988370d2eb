import { TEAM_TABLES } from '../policies.ts';
import { OWN_TABLES, ownTableStatements } from '../tables/own-tables.ts';
import { tableStatements } from '../tables/table-statements.ts';

/**
 * People, scopes and notes; the store's tables with the scope before every key; and search tables derived from them. Texts are compared by bytes, as in
 * SQLite. Under row-level security an index is used only for equality, so a text that is looked up has a stored digest, and a posting is found by
 * integers. Each term of each passage has a posting. The vector column has a type of the extension `vector` and is created if that is installed.
 */
export const MIGRATION_0001 = `
${Object.entries(OWN_TABLES)
  .map(([name, table]) => ownTableStatements(name, table))
  .join('\n')}
${TEAM_TABLES.map(tableStatements).join('\n')}
CREATE TABLE memora.lexical_posting (scope int NOT NULL, term bigint NOT NULL, passage bigint NOT NULL, frequency real NOT NULL,
  length int NOT NULL, PRIMARY KEY (scope, term, passage) INCLUDE (frequency, length));

ALTER TABLE memora.vector_block ALTER COLUMN vectors SET STORAGE EXTERNAL;
CREATE TABLE memora.vector_near (scope int NOT NULL, key bigint NOT NULL, set_id bigint NOT NULL, PRIMARY KEY (scope, key));
`;
