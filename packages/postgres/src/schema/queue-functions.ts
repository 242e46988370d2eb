/** Whoever writes notes of a scope says so to the workers, with how much it is. */
export const QUEUE_NOTES = `
BEGIN
  INSERT INTO memora.job (scope, notes, bytes)
    SELECT w.scope, count(*), coalesce(sum((SELECT octet_length(b.bytes) FROM memora.blob b WHERE b.scope = w.scope AND b.hash = w.hash)), 0)
    FROM written w GROUP BY w.scope;
  RETURN NULL;
END`;

/** Only a lease that is over, or one's own, can be taken; by the clock of the server, for no other is the same for all. Nobody waits for a publication of another. */
export const HOLD_LEASE = `
  UPDATE memora.scope SET fence = scope.fence + 1, holder = who, leased_until = clock_timestamp() + lasting
  WHERE id = (SELECT s.id FROM memora.scope s WHERE (SELECT memora.works()) AND s.id = place AND s.erased_at IS NULL
    AND (s.leased_until IS NULL OR s.leased_until < clock_timestamp() OR s.holder = who) FOR UPDATE SKIP LOCKED)
  RETURNING scope.fence, scope.epoch, scope.published_schema, clock_timestamp()`;

export const KEEP_LEASE = `
  UPDATE memora.scope SET leased_until = clock_timestamp() + lasting WHERE (SELECT memora.works()) AND id = place AND fence = mine RETURNING true`;

/** With what was read of the notes their jobs are done; without, some of them failed or are left, and the scope is due again. In a restored database the number of a job may be of another server. */
export const END_LEASE = `
  WITH ended AS (
    UPDATE memora.scope SET leased_until = NULL, notes_at = coalesce(seen, notes_at)
    WHERE (SELECT memora.works()) AND id = place AND fence = mine RETURNING id
  ), done AS (
    DELETE FROM memora.job j USING ended WHERE j.scope = ended.id AND (j.changed < seen OR j.changed > pg_snapshot_xmax(pg_current_snapshot()))
  )
  SELECT true FROM ended`;

/**
 * The scopes that have jobs, and those of which every note is to be read again; a scope without notes is none of them. In a database that was restored into another server,
 * whose transactions have smaller numbers, a number that is still to come was written there. \`newest\` tells a job that has come since from one that failed.
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
