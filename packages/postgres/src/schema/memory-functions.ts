import { ERASING } from './erasure-functions.ts';
import { WORKER_AUTHOR } from './page-functions.ts';

/** The `via` of versions in which agents write memories. A person wrote every other version. */
export const WRITTEN_BY_AGENTS = "('remember', 'reinforce', 'supersede', 'contest')";

/** The `via` of a version with which a worker removes a memory. */
export const CONSOLIDATION = 'consolidation';
/** The code of a memory that was removed because an older one says the same. */
export const MERGED = 'merged';

/** True for a version \`v\` that an agent of the principal \`who\` wrote. */
const ofAgent = (who: string): string =>
  `v.memories IS NOT NULL AND v.via IN ${WRITTEN_BY_AGENTS} AND v.author = ${who} AND NOT starts_with(v.author, '@')`;

/** The id of the memory in a version \`v\`. A server chose it, whatever the note says. */
const NAMED = `split_part(v.memories, ' ', 1)`;

/**
 * The current memories of an open scope that only agents of one principal have written, the oldest first.
 * Longer ones are skipped, because no agent may write them.
 */
export const AGENT_MEMORIES = `
  SELECT v.path, h.version, h.hash, h.print, v.author, ${NAMED} AS id, to_char(v.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
  FROM memora.scope s JOIN memora.version v ON v.scope = s.id AND s.left_at IS NULL JOIN memora.head h ON h.scope = v.scope AND h.path = v.path AND h.hash IS NOT NULL
  JOIN memora.blob b ON b.scope = h.scope AND b.hash = h.hash AND octet_length(b.bytes) <= $2
  WHERE v.scope = $1 AND v.memories IS NOT NULL AND v.version = 1 AND ${ofAgent('v.author')}
    AND NOT EXISTS (SELECT 1 FROM memora.version o WHERE o.scope = v.scope AND o.path = v.path AND (o.memories IS NULL OR o.via NOT IN ${WRITTEN_BY_AGENTS}
      OR o.author <> v.author))
  ORDER BY v.at, id`;

/**
 * Removes a memory for a worker, because it has ended or an older memory says the same. Refuses a memory that
 * anyone except agents of one principal has written, one that is not at the version that the worker has read,
 * and one that is being written. Refuses all if the ledger is not at the version \`decided\` that the worker
 * has read, or is being written. Waits for no writer of notes. Writes and removes no bytes.
 */
export const RETIRE_MEMORY = `
DECLARE
  locked int;
  who text COLLATE "C";
  named text COLLATE "C";
  other text COLLATE "C";
  born timestamptz;
  place_name text;
  here int;
BEGIN
  PERFORM 1 FROM memora.scope WHERE id = place AND fence = mine AND id = memora.publishing() FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another worker holds the scope' USING ERRCODE = 'MF001';
  END IF;
  IF why IS NULL OR why NOT IN ('${MERGED}', 'ended', 'unconfirmed') OR (why = '${MERGED}') <> (kept_path IS NOT NULL) OR kept_path = note_path THEN
    RAISE EXCEPTION 'no reason to take a memory out' USING ERRCODE = '42501';
  END IF;
  SELECT s.workspace, CASE s.kind WHEN 'group' THEN '@' || s.owner ELSE s.kind END INTO here, place_name
    FROM memora.scope s WHERE s.id = place AND s.left_at IS NULL AND s.erased_at IS NULL;
  IF NOT FOUND OR NOT pg_try_advisory_xact_lock_shared(${ERASING}, place) THEN
    RETURN false;
  END IF;
  PERFORM 1 FROM memora.head h WHERE h.scope = place AND h.path = '_ledger.md' AND h.version = decided FOR SHARE SKIP LOCKED;
  IF NOT FOUND AND (decided IS DISTINCT FROM 0 OR EXISTS (SELECT 1 FROM memora.head h WHERE h.scope = place AND h.path = '_ledger.md')) THEN
    RETURN false;
  END IF;
  PERFORM 1 FROM memora.head h WHERE h.scope = place AND h.hash IS NOT NULL
    AND ((h.path = note_path AND h.version = seen) OR (h.path = kept_path AND h.version = kept_version)) FOR UPDATE SKIP LOCKED;
  GET DIAGNOSTICS locked = ROW_COUNT;
  IF locked < 1 + (kept_path IS NOT NULL)::int THEN
    RETURN false;
  END IF;
  -- The heads are locked, so these versions stay the last ones until the end of the transaction.
  SELECT v.author, v.at, ${NAMED} INTO who, born, named FROM memora.version v WHERE v.scope = place AND v.path = note_path AND v.version = 1;
  IF NOT FOUND OR EXISTS (SELECT 1 FROM memora.version v WHERE v.scope = place AND v.path IN (note_path, kept_path) AND (${ofAgent('who')}) IS NOT TRUE) THEN
    RETURN false;
  END IF;
  IF kept_path IS NOT NULL THEN
    SELECT ${NAMED} INTO other FROM memora.version v WHERE v.scope = place AND v.path = kept_path AND v.version = 1 AND (v.at, ${NAMED}) < (born, named)
      AND (SELECT count(DISTINCT b.sealed) FROM memora.head h JOIN memora.blob b ON b.scope = h.scope AND b.hash = h.hash
        WHERE h.scope = place AND h.path IN (note_path, kept_path)) = 1;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  UPDATE memora.head h SET version = seen + 1, hash = NULL, print = NULL, changed = pg_current_xact_id() WHERE h.scope = place AND h.path = note_path;
  INSERT INTO memora.version (scope, path, version, hash, author, via, memories, code)
    VALUES (place, note_path, seen + 1, NULL, '${WORKER_AUTHOR}', '${CONSOLIDATION}', concat_ws(' ', named, other), why);
  INSERT INTO memora.audit (workspace, principal, act, detail)
    VALUES (here, '${WORKER_AUTHOR}', '${CONSOLIDATION} ' || why, jsonb_build_object('outcome', 'ok', 'scope', place_name, 'notes', 1));
  RETURN true;
END`;
