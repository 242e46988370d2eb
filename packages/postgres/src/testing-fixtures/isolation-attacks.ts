/** Invalid principal names, by what is wrong with them. */
export const NOBODY: [string, string | null][] = [
  ['unset', ''],
  ['null', null],
  ['unknown', 'mallory'],
  ['injected', "ann' OR '1'='1"],
  ['injected list', 'ann","ben'],
  ['another spelling', 'Ann'],
  ['padded', 'ann '],
  ['pattern', '%'],
  ['statement', "'; SET ROLE memora_owner; --"],
];

/** Actions that no role of a login may take, by description. */
export const FORBIDDEN: [string, string][] = [
  ['takes the owner', 'SET ROLE memora_owner'],
  ['takes the superuser', 'SET ROLE root_of_tests'],
  ['turns row security off', 'SET LOCAL row_security = off; SELECT count(*) FROM memora.claim'],
  ['drops a policy', 'DROP POLICY ask_select ON memora.claim'],
  ['adds a policy', 'CREATE POLICY mine ON memora.claim USING (true)'],
  ['disables row security', 'ALTER TABLE memora.claim DISABLE ROW LEVEL SECURITY'],
  ['makes a view', 'CREATE VIEW memora.all_claims AS SELECT * FROM memora.claim'],
  ['makes a function in the schema', 'CREATE FUNCTION memora.f() RETURNS int LANGUAGE sql AS $$SELECT 1$$'],
  [
    'replaces the function of scopes',
    "CREATE OR REPLACE FUNCTION memora.visible_scopes() RETURNS int[] LANGUAGE sql AS $$SELECT '{1,2,3}'::int[]$$",
  ],
  [
    'makes a trigger',
    'CREATE TRIGGER t BEFORE INSERT ON memora.claim EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  ],
  ['runs a program', "COPY memora.claim TO PROGRAM 'cat'"],
  ['reads a file', "SELECT pg_read_file('/etc/passwd')"],
  ['writes a file', "COPY memora.claim TO '/tmp/stolen'"],
  ['makes an extension', 'CREATE EXTENSION dblink'],
  ['reads what others run', 'ALTER ROLE app SUPERUSER'],
  ['makes itself a role', 'CREATE ROLE thief SUPERUSER'],
  ['grants itself', 'GRANT memora_owner TO app'],
  ['truncates', 'TRUNCATE memora.claim'],
  ['truncates the changelog', 'TRUNCATE memora.changelog'],
  ['rewrites the changelog', "UPDATE memora.changelog SET kind = 'x'"],
  ['deletes the changelog', 'DELETE FROM memora.changelog'],
  ['rewrites versions', "UPDATE memora.version SET author = 'x'"],
  ['deletes versions', 'DELETE FROM memora.version'],
  ['rewrites the audit', "UPDATE memora.audit SET principal = 'x'"],
  ['deletes the audit', 'DELETE FROM memora.audit'],
  ['rewrites a blob', "UPDATE memora.blob SET bytes = 'x'"],
  ['deletes a head', 'DELETE FROM memora.head'],
  ['lifts an epoch', 'UPDATE memora.scope SET epoch = 99'],
  ['reads statistics of values', 'SELECT most_common_vals FROM pg_statistic'],
];

/** Changes by a database administrator after which the database must be rejected. */
export const ALTERATIONS: readonly string[] = [
  'CREATE TABLE memora.extra (scope int); GRANT SELECT ON memora.extra TO memora_ask',
  'CREATE TABLE memora.extra (scope int, note text); GRANT UPDATE (note) ON memora.extra TO memora_publish',
  'CREATE VIEW memora.extra AS SELECT * FROM memora.claim; GRANT SELECT ON memora.extra TO PUBLIC',
  'CREATE POLICY extra ON memora.claim USING (true)',
  "CREATE OR REPLACE FUNCTION memora.visible_scopes() RETURNS int[] LANGUAGE sql STABLE AS $$SELECT '{1,2,3}'::int[]$$",
  'DROP TRIGGER refuse_erased ON memora.head',
  'ALTER TABLE memora.head DISABLE TRIGGER refuse_erased',
  'CREATE TRIGGER extra BEFORE INSERT ON memora.claim EXECUTE FUNCTION suppress_redundant_updates_trigger()',
];
