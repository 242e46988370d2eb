import { QUEUE_REOPENED } from '../embedders/embedder-functions.ts';
import { MAY_ERASE } from './page-functions.ts';

/** Writers of a scope share this lock, and an erasure takes it exclusively, so that no earlier write restores erased text. */
export const ERASING = 0x6d657261;

const digest = (text: string): string => `sha256(convert_to(${text}, 'UTF8'))`;

/**
 * The owner of a scope whose person was erased: a digest, by which the erasure is recognised after a restore, and the scope's number, so that the name can be
 * used again.
 */
const erasedOwner = (owner: string): string => `'@erased ' || encode(${digest(owner)}, 'hex') || ' ' || id`;

/** Refuses erased bytes: under their path, and everywhere in the scope if no other note had them. */
export const REFUSE_ERASED = `
BEGIN
  PERFORM pg_advisory_xact_lock_shared(${ERASING}, NEW.scope);
  IF EXISTS (SELECT 1 FROM memora.erasure e WHERE e.scope = NEW.scope AND e.content = coalesce(NEW.print, NEW.hash)
      AND (e.anywhere OR e.path = ${digest('NEW.path')})) THEN
    RAISE EXCEPTION 'erased' USING ERRCODE = 'MF002';
  END IF;
  RETURN NEW;
END`;

/** A scope's pages contain words of its notes and are removed with them. \`contents\` are keyed digests, which the database cannot compute. */
export const ERASE_NOTE = `
DECLARE
  gone int;
BEGIN
  IF NOT ${MAY_ERASE} THEN
    RAISE EXCEPTION 'not administered' USING ERRCODE = '42501';
  END IF;
  PERFORM pg_advisory_xact_lock(${ERASING}, place);
  PERFORM memora.clear_pages(place);
  INSERT INTO memora.erasure (scope, path, content, anywhere)
    SELECT place, ${digest('note_path')}, t.content, NOT EXISTS (SELECT 1 FROM memora.head h
        WHERE h.scope = place AND h.path <> note_path AND coalesce(h.print, h.hash) = t.content)
    FROM (SELECT unnest(contents) UNION SELECT v.hash FROM memora.version v WHERE v.scope = place AND v.path = note_path
      UNION SELECT h.print FROM memora.head h WHERE h.scope = place AND h.path = note_path) AS t (content)
    WHERE t.content IS NOT NULL
    ON CONFLICT (scope, path, content) DO UPDATE SET anywhere = erasure.anywhere OR excluded.anywhere;
  DELETE FROM memora.staged t WHERE t.scope = place AND (t.path = note_path OR EXISTS (SELECT 1 FROM memora.erasure e
    WHERE e.scope = place AND e.content = coalesce(t.print, t.hash)));
  DELETE FROM memora.upload u WHERE u.scope = place AND (u.print = ANY (contents) OR u.outcome @> jsonb_build_array(jsonb_build_object('path', note_path)));
  UPDATE memora.usage u SET notes = greatest(u.notes - t.notes, 0), bytes = greatest(u.bytes - t.bytes, 0)
    FROM (SELECT v.author, count(*) AS notes, sum(octet_length(b.bytes)) AS bytes FROM memora.version v
      JOIN memora.blob b ON b.scope = v.scope AND b.hash = v.hash WHERE v.scope = place AND v.path = note_path GROUP BY v.author) AS t
    WHERE u.scope = place AND u.principal = t.author;
  DELETE FROM memora.version v WHERE v.scope = place AND v.path = note_path;
  GET DIAGNOSTICS gone = ROW_COUNT;
  DELETE FROM memora.head h WHERE h.scope = place AND h.path = note_path;
  DELETE FROM memora.blob b WHERE b.scope = place
    AND NOT EXISTS (SELECT 1 FROM memora.version v WHERE v.scope = place AND v.hash = b.hash);
  RETURN gone;
END`;

/** Removes every row of a scope but keeps the record of it. An active worker is fenced off. */
export const eraseScopeBody = (tables: readonly string[]): string => `
DECLARE
  notes int;
BEGIN
  UPDATE memora.scope SET fence = fence + 1, holder = NULL, leased_until = NULL WHERE id = place;
  PERFORM pg_advisory_xact_lock(${ERASING}, place);
  SELECT count(*) INTO notes FROM memora.head WHERE scope = place AND hash IS NOT NULL;
${tables.map((name) => `  DELETE FROM memora.${name} WHERE scope = $1;`).join('\n')}
  UPDATE memora.scope SET owner = CASE WHEN erased_at IS NULL THEN ${erasedOwner('owner')} ELSE owner END, left_at = coalesce(left_at, now()),
    erased_at = coalesce(erased_at, now()), upkeep = '{}' WHERE id = place;
  RETURN notes;
END`;

/**
 * Removes a person's own scope, their membership, and their name on notes they wrote for others. Audit entries stay until they expire. The scope's row is
 * locked from the first read, so a concurrent erasure waits, reads again, and finds no scope of that name.
 */
export const ERASE_USER = `
DECLARE
  place int;
  notes int;
  named int;
BEGIN
  IF cardinality(memora.administered()) = 0 THEN
    RAISE EXCEPTION 'not administered' USING ERRCODE = '42501';
  END IF;
  SELECT s.id INTO place FROM memora.scope s WHERE s.workspace = ANY ((SELECT memora.administered())::int[]) AND s.kind = 'user' AND s.owner = who FOR NO KEY UPDATE;
  IF place IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(${ERASING}, place);
  END IF;
  -- First of all: what is written of an upload at this moment is waited for, and later nothing is.
  PERFORM memora.drop_uploads(who);
  IF place IS NULL THEN
    -- Kept as an erasure: a restore brings a member back, and the name beside what it wrote.
    INSERT INTO memora.scope (workspace, kind, owner) SELECT unnest(memora.administered()), 'user', who RETURNING id INTO place;
    PERFORM memora.erase_scope(place);
  ELSE
    notes := memora.erase_scope(place);
  END IF;
  DELETE FROM memora.member m WHERE m.workspace = ANY ((SELECT memora.administered())::int[]) AND m.principal = who AND NOT m.is_group;
  DELETE FROM memora.group_member g WHERE g.workspace = ANY ((SELECT memora.administered())::int[]) AND g.principal = who;
  UPDATE memora.version v SET author = '@erased' WHERE v.author = who
    AND v.scope IN (SELECT s.id FROM memora.scope s WHERE s.kind = 'global' OR s.workspace = ANY ((SELECT memora.administered())::int[]));
  GET DIAGNOSTICS named = ROW_COUNT;
  WITH gone AS (DELETE FROM memora.usage u WHERE u.principal = who
    AND u.scope IN (SELECT s.id FROM memora.scope s WHERE s.kind = 'global' OR s.workspace = ANY ((SELECT memora.administered())::int[])) RETURNING *)
  INSERT INTO memora.usage AS u SELECT gone.scope, '@erased', gone.notes, gone.bytes FROM gone
    ON CONFLICT (scope, principal) DO UPDATE SET notes = u.notes + excluded.notes, bytes = u.bytes + excluded.bytes;
  DELETE FROM memora.staged t WHERE t.principal = who
    AND t.scope IN (SELECT s.id FROM memora.scope s WHERE s.kind = 'global' OR s.workspace = ANY ((SELECT memora.administered())::int[]));
  RETURN QUERY SELECT place, notes, named;
END`;

/**
 * A person who has left can no longer ask questions in the scope. Their documents that wait to be read are
 * erased, in this scope and in others. Administrators may export or erase the scope. It is reopened if the
 * person returns.
 */
export const CLOSE_SCOPE = `
  DELETE FROM memora.upload u USING memora.scope s WHERE is_closed AND s.id = u.scope AND s.workspace = ANY ((SELECT memora.administered())::int[])
    AND s.kind = CASE WHEN of_group THEN 'group' ELSE 'user' END AND s.owner = who AND s.erased_at IS NULL;
  SELECT memora.drop_uploads(who) WHERE is_closed AND NOT of_group;
  ${QUEUE_REOPENED}
  UPDATE memora.scope SET left_at = CASE WHEN is_closed THEN coalesce(left_at, now()) END
  WHERE workspace = ANY ((SELECT memora.administered())::int[]) AND kind = CASE WHEN of_group THEN 'group' ELSE 'user' END AND owner = who
    AND erased_at IS NULL RETURNING true`;

/**
 * Removes a scope with its notes; its person stays. The row keeps a unique mark, by which a restored backup is aligned and a new scope of that name can be
 * made. Returns -1 if the scope is open and has notes.
 */
export const REMOVE_SCOPE = `
DECLARE
  place int;
  notes int;
BEGIN
  IF cardinality(memora.administered()) = 0 THEN
    RAISE EXCEPTION 'not administered' USING ERRCODE = '42501';
  END IF;
  SELECT s.id INTO place FROM memora.scope s WHERE s.workspace = ANY ((SELECT memora.administered())::int[])
    AND s.kind = CASE WHEN of_group THEN 'group' ELSE 'user' END AND s.owner = who AND s.erased_at IS NULL FOR NO KEY UPDATE;
  IF place IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(${ERASING}, place);
  IF NOT is_forced AND EXISTS (SELECT 1 FROM memora.head h JOIN memora.scope s ON s.id = h.scope WHERE h.scope = place AND s.left_at IS NULL) THEN
    RETURN -1;
  END IF;
  notes := memora.erase_scope(place);
  UPDATE memora.scope SET owner = '@removed ' || substr(owner, 9) WHERE id = place;
  RETURN notes;
END`;

/** The notes of a person who has left, in pages by path. */
export const READ_LEFT = `
  SELECT h.path, h.version, h.hash, b.bytes, b.sealed FROM memora.scope s JOIN memora.head h ON h.scope = s.id
  JOIN memora.blob b ON b.scope = h.scope AND b.hash = h.hash
  WHERE s.workspace = ANY ((SELECT memora.administered())::int[]) AND s.kind = CASE WHEN of_group THEN 'group' ELSE 'user' END
    AND s.owner = who AND s.left_at IS NOT NULL AND h.path > after_path
  ORDER BY h.path LIMIT most`;

/** The learning log of a person who has left, in pages. */
export const READ_LEFT_LEARNED = `
  SELECT v.at, v.path, v.version, v.author, v.via, v.memories, v.code FROM memora.scope s JOIN memora.version v ON v.scope = s.id
  WHERE s.workspace = ANY ((SELECT memora.administered())::int[]) AND s.kind = CASE WHEN of_group THEN 'group' ELSE 'user' END
    AND s.owner = who AND s.left_at IS NOT NULL AND v.memories IS NOT NULL AND v.at >= after_at AND (v.at, v.path, v.version) > (after_at, after_path, after_version)
  ORDER BY v.at, v.path, v.version LIMIT most`;

/**
 * Lists the erasures of scopes that the caller administers, to be stored apart from backups and replayed after a restore. Contains no path or name. For a
 * whole scope, `anywhere` is false if only the scope was removed, and null if its person was erased.
 */
export const LIST_ERASURES = `
  SELECT s.kind, CASE WHEN s.kind IN ('user', 'group') THEN CASE WHEN s.erased_at IS NULL THEN ${digest('s.owner')}
      ELSE decode(split_part(s.owner, ' ', 2), 'hex') END END, e.path, e.content,
    CASE WHEN s.erased_at IS NOT NULL AND starts_with(s.owner, '@removed ') THEN false ELSE e.anywhere END, coalesce(e.at, s.erased_at)
  FROM memora.scope s LEFT JOIN memora.erasure e ON e.scope = s.id AND s.erased_at IS NULL
  WHERE s.workspace = ANY ((SELECT memora.administered())::int[]) AND (e.scope IS NOT NULL OR s.erased_at IS NOT NULL)
  ORDER BY 6, 3, 4`;

/**
 * Repeats an erasure in a database restored from an earlier backup: removes every note with the content under the path, or everywhere if it was erased
 * everywhere.
 */
export const REPLAY_ERASURE = `
DECLARE
  place int;
  found text;
  gone int := 0;
BEGIN
  IF erased_path IS NULL THEN
    SELECT t.who INTO found FROM (SELECT s.owner FROM memora.scope s WHERE s.workspace = ANY ((SELECT memora.administered())::int[]) AND s.kind = scope_kind AND s.erased_at IS NULL
      UNION SELECT m.principal FROM memora.member m WHERE m.workspace = ANY ((SELECT memora.administered())::int[]) AND NOT m.is_group AND scope_kind = 'user') AS t (who)
      WHERE ${digest('t.who')} = scope_owner;
    IF everywhere IS NOT NULL THEN
      RETURN coalesce(memora.remove_scope(found, scope_kind = 'group', true), 0);
    END IF;
    RETURN CASE WHEN found IS NULL THEN 0 ELSE (SELECT coalesce(erased_notes, 0) FROM memora.erase_user(found)) END;
  END IF;
  SELECT s.id INTO place FROM memora.scope s WHERE s.workspace = ANY ((SELECT memora.administered())::int[]) AND s.kind = scope_kind AND s.erased_at IS NULL
    AND (scope_kind NOT IN ('user', 'group') OR ${digest('s.owner')} = scope_owner);
  IF place IS NULL THEN
    RETURN 0;
  END IF;
  FOR found IN SELECT DISTINCT v.path FROM memora.version v LEFT JOIN memora.head h ON h.scope = v.scope AND h.path = v.path
      WHERE v.scope = place AND (v.hash = erased_content OR h.print = erased_content) AND (everywhere OR ${digest('v.path')} = erased_path) LOOP
    PERFORM memora.erase_note(place, found, ARRAY[erased_content]);
    gone := gone + 1;
  END LOOP;
  DELETE FROM memora.upload u WHERE u.scope = place AND u.print = erased_content;
  INSERT INTO memora.erasure (scope, path, content, anywhere) VALUES (place, erased_path, erased_content, everywhere)
    ON CONFLICT (scope, path, content) DO UPDATE SET anywhere = erasure.anywhere OR excluded.anywhere;
  IF gone > 0 THEN
    -- The next round looks at all notes: what is published of these goes.
    UPDATE memora.scope SET notes_at = NULL WHERE id = place;
  END IF;
  RETURN gone;
END`;
