import { PAGE_PATH } from '../notes/page-path.ts';

/** The author of pages that a worker wrote. */
export const WORKER_AUTHOR = '@worker';

/** True if the transaction's principal may erase notes of the scope `place`. */
export const MAY_ERASE = `EXISTS (SELECT 1 FROM memora.scope s WHERE s.id = place AND (s.workspace = ANY ((SELECT memora.administered())::int[])
      OR (s.kind = 'user' AND s.owner = (SELECT memora.principal()))))`;

/** A worker writes a scope's generated pages, whoever has edited them, and no other note. */
export const PUT_PAGE = `
DECLARE
  reached bigint;
BEGIN
  PERFORM 1 FROM memora.scope WHERE id = place AND fence = mine AND id = memora.publishing() FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another worker holds the scope' USING ERRCODE = 'MF001';
  END IF;
  IF note_path !~ '${PAGE_PATH}' THEN
    RAISE EXCEPTION 'not a page' USING ERRCODE = '42501';
  END IF;
  IF seen = 0 THEN
    INSERT INTO memora.head (scope, path, version, hash, print) VALUES (place, note_path, 1, note_hash, note_print)
      ON CONFLICT (scope, path) DO NOTHING RETURNING version INTO reached;
  ELSE
    UPDATE memora.head SET version = version + 1, hash = note_hash, print = note_print, changed = pg_current_xact_id()
      WHERE scope = place AND path = note_path AND version = seen RETURNING version INTO reached;
  END IF;
  IF reached IS NULL THEN
    RETURN NULL;
  END IF;
  IF note_hash IS NOT NULL THEN
    INSERT INTO memora.blob (scope, hash, bytes, sealed) VALUES (place, note_hash, note_bytes, is_sealed) ON CONFLICT (scope, hash) DO NOTHING;
  END IF;
  INSERT INTO memora.version (scope, path, version, hash, author, via)
    VALUES (place, note_path, reached, note_hash, '${WORKER_AUTHOR}', 'consolidate');
  RETURN reached;
END`;

/** Records the last run of a task on a scope, by the server's clock, with its results. */
export const KEEP_UPKEEP = `
  UPDATE memora.scope SET upkeep = upkeep || jsonb_build_object(task, results || jsonb_build_object('at', clock_timestamp()))
  WHERE id = place AND fence = mine AND id = memora.publishing() AND task IN ('consolidation', 'challenger', 'memories') RETURNING true`;

/** Removes the pages of a scope with their history and schedules new ones, because they quote text that is no longer visible to everyone. */
export const CLEAR_PAGES = `
DECLARE
  cleared int;
BEGIN
  IF place IS DISTINCT FROM memora.publishing() AND NOT ${MAY_ERASE} THEN
    RAISE EXCEPTION 'not published here' USING ERRCODE = '42501';
  END IF;
  WITH pages AS (
    DELETE FROM memora.version v WHERE v.scope = place AND v.path ~ '${PAGE_PATH}' RETURNING v.hash
  )
  DELETE FROM memora.blob b USING (SELECT DISTINCT hash FROM pages) p WHERE b.scope = place AND b.hash = p.hash
    AND NOT EXISTS (SELECT 1 FROM memora.version v WHERE v.scope = place AND v.hash = b.hash AND v.path !~ '${PAGE_PATH}');
  WITH bare AS (
    UPDATE memora.head h SET version = version + 1, hash = NULL, print = NULL, changed = pg_current_xact_id()
    WHERE h.scope = place AND h.path ~ '${PAGE_PATH}' RETURNING h.path, h.version
  )
  INSERT INTO memora.version (scope, path, version, hash, author, via)
    SELECT place, path, version, NULL, '${WORKER_AUTHOR}', 'consolidate' FROM bare;
  GET DIAGNOSTICS cleared = ROW_COUNT;
  IF cleared > 0 THEN
    UPDATE memora.scope SET upkeep = upkeep - 'consolidation' WHERE id = place;
  END IF;
  RETURN cleared;
END`;
