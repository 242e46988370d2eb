export const SET_EPOCH = `
DECLARE
  reached bigint;
BEGIN
  UPDATE memora.scope SET epoch = epoch + 1, published_at = now(), published_schema = made_by
    WHERE id = place AND id = memora.publishing() AND fence = mine AND epoch = seen RETURNING epoch INTO reached;
  IF reached IS NULL THEN
    RAISE EXCEPTION 'another worker holds the scope' USING ERRCODE = 'MF001';
  END IF;
  PERFORM pg_notify('memora_epoch', place || ' ' || reached);
  RETURN reached;
END`;

/** One graph per scope, over its vectors alone, so that no search passes through hidden vectors. */
export const MAKE_GRAPH = `
DECLARE
  home text;
  graph text := 'near_graph_' || place || '_' || vectors;
BEGIN
  IF place IS DISTINCT FROM memora.publishing() THEN
    RAISE EXCEPTION 'not published here' USING ERRCODE = '42501';
  END IF;
  SELECT quote_ident(n.nspname) INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector';
  IF home IS NULL THEN
    RETURN false;
  END IF;
  IF to_regclass('memora.' || graph) IS NOT NULL THEN
    RETURN false;
  END IF;
  PERFORM set_config('maintenance_work_mem', '256MB', true);
  EXECUTE format('CREATE INDEX %I ON memora.vector_near USING hnsw ((vector::%s.halfvec(%s)) %s.halfvec_cosine_ops) WHERE scope = %s AND set_id = %s',
    graph, home, width, home, place, vectors);
  RETURN true;
END`;

/** Drops the graphs of a scope except that of one set, in a transaction of its own: questions wait for it. */
export const DROP_GRAPHS = `
DECLARE
  other text;
BEGIN
  IF place IS DISTINCT FROM memora.publishing() THEN
    RAISE EXCEPTION 'not published here' USING ERRCODE = '42501';
  END IF;
  -- A question that runs for long is not waited for, because the questions after it would wait, too.
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR other IN SELECT relname FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND relkind = 'i'
      AND starts_with(relname::text, 'near_graph_' || place || '_') AND relname <> 'near_graph_' || place || '_' || kept LOOP
    EXECUTE format('DROP INDEX memora.%I', other);
  END LOOP;
  RETURN true;
END`;

/**
 * Updates table statistics during a large publication, before it is visible. Otherwise the planner would assume an empty table and read the whole list for
 * each row until autovacuum runs. Covers tables that grew by a fifth, in a fixed order; skips one that is being analysed.
 */
export const COUNT_ROWS = `
DECLARE
  grown text;
BEGIN
  IF memora.publishing() IS NULL THEN
    RAISE EXCEPTION 'nothing is published here' USING ERRCODE = '42501';
  END IF;
  FOR grown IN SELECT relname FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND relkind = 'r'
      AND pg_relation_size(oid) > 0 AND (reltuples < 0 OR pg_relation_size(oid) > 1.2 * relpages * current_setting('block_size')::int)
      ORDER BY relname LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) memora.%I', grown);
  END LOOP;
END`;
