import type { Connection } from '../connect/connection.ts';

/** The first version of pgvector with the features used here. */
const OLDEST_PGVECTOR = '0.8.0';

const NEW_ENOUGH = (version: string) =>
  `string_to_array(${version}, '.')::int[] >= string_to_array('${OLDEST_PGVECTOR}', '.')::int[]`;

/** Adds the vector column if the server has pgvector and the column is missing; no extension is required. A worker fills it in its next round on each scope. */
export async function makeVectorColumn(db: Connection): Promise<void> {
  await db.run(`DO $do$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector' AND installed_version IS NULL AND ${NEW_ENOUGH('default_version')}) THEN
      CREATE EXTENSION vector;
    END IF;
  EXCEPTION WHEN insufficient_privilege THEN NULL; END $do$`);
  await db.run('SET LOCAL ROLE memora_owner');
  const [found] = await db.query<{ home: string }>(
    `SELECT quote_ident(n.nspname) AS home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'vector' AND ${NEW_ENOUGH('e.extversion')}
       AND NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = 'memora.vector_near'::regclass AND attname = 'vector' AND NOT attisdropped)`,
  );
  if (found === undefined) return;
  await db.run(`DELETE FROM memora.vector_near;
    ALTER TABLE memora.vector_near ADD COLUMN vector ${found.home}.halfvec NOT NULL;
    ALTER TABLE memora.vector_near ALTER COLUMN vector SET STORAGE MAIN;
    UPDATE memora.scope SET notes_at = NULL`);
}
