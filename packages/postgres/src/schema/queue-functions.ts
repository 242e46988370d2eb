import { DEFAULT_EMBEDDER } from '../embedders/embedder-book.ts';
import { KEY_ID_BYTES } from '../notes/seal-blob.ts';

/**
 * A sealed note begins with its key's id. If `team init` named no key, the first one used becomes the workspace's. A note sealed with another key is refused,
 * because nobody else in the team could decrypt it.
 */
export const REFUSE_OTHER_KEY = `
DECLARE
  known bytea;
  used bytea := substr(NEW.bytes, 1, ${KEY_ID_BYTES});
BEGIN
  UPDATE memora.workspace k SET seal_key = used FROM memora.scope s
    WHERE s.id = NEW.scope AND s.kind <> 'user' AND k.id = s.workspace AND k.seal_key IS NULL;
  SELECT k.seal_key INTO known FROM memora.scope s JOIN memora.workspace k ON k.id = s.workspace WHERE s.id = NEW.scope;
  IF known <> used THEN
    RAISE EXCEPTION 'sealed under another key' USING ERRCODE = 'MF006';
  END IF;
  RETURN NEW;
END`;

const BYTES_WRITTEN =
  'coalesce(sum((SELECT octet_length(b.bytes) FROM memora.blob b WHERE b.scope = w.scope AND b.hash = w.hash)), 0)';

/** True for an upload that is waiting or arriving. */
export const UNFINISHED = "u.state IN ('arriving', 'waiting')";

/**
 * True if a scope's notes and its waiting documents exceed the workspace's limit for one principal or for
 * all.
 */
export const IS_OVER_QUOTA = `
  SELECT t.own_notes > k.most_notes OR t.own_bytes + p.own_bytes > k.most_bytes OR t.notes > k.most_scope_notes OR t.bytes + p.bytes > k.most_scope_bytes
  FROM memora.scope s JOIN memora.workspace k ON k.id = s.workspace
  CROSS JOIN LATERAL (SELECT coalesce(sum(u.notes), 0) AS notes, coalesce(sum(u.bytes), 0) AS bytes,
    coalesce(max(u.notes) FILTER (WHERE u.principal = who), 0) AS own_notes, coalesce(max(u.bytes) FILTER (WHERE u.principal = who), 0) AS own_bytes
    FROM memora.usage u WHERE u.scope = s.id) AS t
  CROSS JOIN LATERAL (SELECT coalesce(sum(u.size), 0) AS bytes, coalesce(sum(u.size) FILTER (WHERE u.principal = who), 0) AS own_bytes
    FROM memora.upload u WHERE u.scope = s.id AND ${UNFINISHED}) AS p
  WHERE s.id = place`;

/**
 * A writer queues the written notes for the workers, with their size. The size counts against the writer's and the scope's quota, and a write above it is
 * refused. Deleting a note is always allowed. Writes of one principal to one scope are serialised; others do not wait.
 */
export const QUEUE_NOTES = `
DECLARE
  who text := memora.principal();
BEGIN
  INSERT INTO memora.job (scope, notes, bytes) SELECT w.scope, count(*), ${BYTES_WRITTEN} FROM written w GROUP BY w.scope;
  IF who IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO memora.usage AS u (scope, principal, notes, bytes)
    SELECT w.scope, who, count(*), ${BYTES_WRITTEN} FROM written w WHERE w.hash IS NOT NULL GROUP BY w.scope
    ON CONFLICT (scope, principal) DO UPDATE SET notes = u.notes + excluded.notes, bytes = u.bytes + excluded.bytes;
  IF EXISTS (SELECT 1 FROM (SELECT DISTINCT scope FROM written WHERE hash IS NOT NULL) AS w WHERE memora.is_over_quota(w.scope, who)) THEN
    RAISE EXCEPTION 'over the quota' USING ERRCODE = 'MF005';
  END IF;
  RETURN NULL;
END`;

/**
 * A lease can be taken only if it has expired or is one's own. The server's clock decides, because all share
 * it. Nobody waits for another's publication.
 */
export const HOLD_LEASE = `
  UPDATE memora.scope SET fence = scope.fence + 1, holder = who, leased_until = clock_timestamp() + lasting
  WHERE id = (SELECT s.id FROM memora.scope s WHERE (SELECT memora.works()) AND s.id = place AND s.erased_at IS NULL
    AND (s.leased_until IS NULL OR s.leased_until < clock_timestamp() OR s.holder = who) FOR UPDATE SKIP LOCKED)
  RETURNING scope.fence, scope.epoch, scope.published_schema, clock_timestamp(), (SELECT w.embedder FROM memora.workspace w WHERE w.id = scope.workspace),
    (SELECT w.embedder_identity FROM memora.workspace w WHERE w.id = scope.workspace)`;

export const KEEP_LEASE = `
  UPDATE memora.scope SET leased_until = clock_timestamp() + lasting WHERE (SELECT memora.works()) AND id = place AND fence = mine RETURNING true`;

/**
 * With the transaction up to which notes were read, their jobs are done; without it, some failed or remain,
 * and the scope is due again. In a restored database a job's number may come from another server. The
 * remaining texts to embed replace the recorded ones, unless the workspace has chosen another embedder in the
 * meantime. If this worker cannot use the chosen one, that is recorded, and the recorded texts stay.
 */
export const END_LEASE = `
  WITH ended AS (
    UPDATE memora.scope SET leased_until = NULL, notes_at = coalesce(seen, notes_at)
    WHERE (SELECT memora.works()) AND id = place AND fence = mine RETURNING id
  ), done AS (
    DELETE FROM memora.job j USING ended WHERE j.scope = ended.id AND (j.changed < seen OR j.changed > pg_snapshot_xmax(pg_current_snapshot()))
  ), chosen AS (
    SELECT ended.id FROM ended JOIN memora.scope s ON s.id = ended.id JOIN memora.workspace w ON w.id = s.workspace
    WHERE coalesce(w.embedder, '${DEFAULT_EMBEDDER}') = target FOR KEY SHARE OF w
  ), embedded AS (
    DELETE FROM memora.embedding e USING chosen WHERE (is_all OR e.embedder = ANY (done_names)) AND e.scope = chosen.id AND e.embedder <> ALL (names) AND NOT e.again
  ), waiting AS (
    INSERT INTO memora.embedding AS e (scope, embedder, texts, problem)
    SELECT chosen.id, t.name, max(t.texts), CASE WHEN t.name = target THEN left(said, 60) END
    FROM chosen, (SELECT * FROM unnest(names, left_texts) UNION ALL SELECT target, NULL WHERE said IS NOT NULL) AS t (name, texts)
    GROUP BY chosen.id, t.name
    ON CONFLICT (scope, embedder) DO UPDATE SET texts = coalesce(excluded.texts, e.texts), problem = coalesce(excluded.problem, e.problem)
  )
  SELECT true FROM ended`;

/**
 * Returns the scopes with jobs, and those whose notes must all be read again; a scope without notes is not among them. After a restore into another server,
 * whose transaction numbers are lower, a number in the future comes from the old server. \`newest\` distinguishes a new job from a failed one.
 */
export const DUE_SCOPES = `
  SELECT s.id, coalesce(t.bytes, 0)::bigint, t.newest, coalesce(s.leased_until > clock_timestamp() AND s.holder IS DISTINCT FROM who, false)
  FROM (SELECT u.scope, sum(u.bytes) AS bytes, max(u.at) AS newest FROM (
      SELECT j.scope, j.bytes, j.at FROM memora.job j
      UNION ALL SELECT r.id, 0, NULL FROM memora.scope r WHERE r.notes_at IS NULL AND r.epoch > 0
      UNION ALL SELECT r.id, 0, NULL FROM memora.scope r WHERE r.notes_at > pg_snapshot_xmax(pg_current_snapshot())
    ) AS u GROUP BY u.scope) AS t
  JOIN memora.scope s ON s.id = t.scope
  WHERE (SELECT memora.works()) AND s.left_at IS NULL ORDER BY t.bytes, t.newest, s.id`;
