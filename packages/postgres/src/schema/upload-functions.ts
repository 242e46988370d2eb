import { shownKind } from '../stored/shown-kind.ts';
import { ERASING } from './erasure-functions.ts';
import { IS_OVER_QUOTA, UNFINISHED } from './queue-functions.ts';
import { definer } from './team-function.ts';

/** Uploads to a scope share this lock while they are counted, so that two at once can't exceed the quota together. */
const UPLOADING = 0x6d657570;
/**
 * The start of an upload shares this lock of its person. Erasing all uploads of the person takes it
 * exclusively, so that none is missed.
 */
const OF_PERSON = 0x6d657065;
/** Unfinished uploads of one principal in one scope. */
export const MOST_UPLOADS = 20;
/**
 * How often a document is tried if its reader fails, ends or takes too long. Attempts that reported a result
 * do not count.
 */
export const MOST_ATTEMPTS = 3;
/** After this time, an ended upload, or one that stopped arriving, is deleted. */
const [KEPT_DAYS, ARRIVING_HOURS] = [30, 1];

const NOT_FOUND = "RAISE EXCEPTION 'no such upload' USING ERRCODE = 'MF008'";
const NO_RIGHT = "RAISE EXCEPTION 'not writable' USING ERRCODE = '42501'";
const OTHER_KEY = "RAISE EXCEPTION 'sealed under another key' USING ERRCODE = 'MF006'";
const NO_WORKER = "RAISE EXCEPTION 'no worker' USING ERRCODE = '42501'";
const OVER = "RAISE EXCEPTION 'over the quota' USING ERRCODE = 'MF005'";
const MAY_WRITE = 'place = ANY ((SELECT memora.writable())::int[])';
/** The workspace of the transaction's principal. The same name in another workspace is a different person. */
const HERE =
  "(SELECT s.workspace FROM memora.scope s WHERE s.kind = 'workspace' AND s.id = ANY ((SELECT memora.visible_scopes())::int[]))";
const MINE = `u.principal = (SELECT memora.principal()) AND u.workspace = ${HERE}`;

const FORGET = `DELETE FROM memora.upload u WHERE ${UNFINISHED} AND u.state = 'arriving' AND u.at < now() - interval '${ARRIVING_HOURS} hours';
  DELETE FROM memora.upload u WHERE u.due_at < now() - interval '${KEPT_DAYS} days' AND NOT ${UNFINISHED}`;

/** Begins an upload of the transaction's principal. \`sealed_about\` begins with the id of the key; \`keyed_name\` is a keyed digest of the folder and the name. */
const OPEN_UPLOAD = `
DECLARE
  who text := memora.principal();
  known bytea;
BEGIN
  IF who IS NULL OR NOT ${MAY_WRITE} THEN
    ${NO_RIGHT};
  END IF;
  -- Not there while the person is erased.
  IF NOT pg_try_advisory_xact_lock_shared(${OF_PERSON}, hashtext(who)) THEN
    ${NO_RIGHT};
  END IF;
  PERFORM pg_advisory_xact_lock(${UPLOADING}, place);
  ${FORGET};
  IF (SELECT count(*) FROM memora.upload u WHERE u.scope = place AND ${MINE} AND ${UNFINISHED}) >= ${MOST_UPLOADS} THEN
    RAISE EXCEPTION 'too many uploads' USING ERRCODE = 'MF007';
  END IF;
  SELECT k.seal_key INTO known FROM memora.scope s JOIN memora.workspace k ON k.id = s.workspace WHERE s.id = place;
  IF known <> substr(sealed_about, 1, 8) THEN
    ${OTHER_KEY};
  END IF;
  INSERT INTO memora.upload (scope, id, principal, workspace, state, about, named, size, pieces, attempts, fence, due_at)
    VALUES (place, of_upload, who, ${HERE}, 'arriving', sealed_about, keyed_name, 0, 0, 0, 0, now());
END`;

/** Adds the next piece. Its bytes before sealing count against the quotas at once, before the next piece is taken; sealing at most doubles them. */
const PUT_PIECE = `
DECLARE
  who text := memora.principal();
BEGIN
  -- Before any lock: a login without a context would hold up others by it.
  IF who IS NULL OR NOT ${MAY_WRITE} THEN
    ${NO_RIGHT};
  END IF;
  PERFORM pg_advisory_xact_lock(${UPLOADING}, place);
  UPDATE memora.upload u SET pieces = number, size = u.size + greatest(plain, octet_length(piece) / 2 - 64)
    WHERE u.scope = place AND u.id = of_upload AND ${MINE} AND u.state = 'arriving' AND u.pieces = number - 1;
  IF NOT FOUND THEN
    ${NOT_FOUND};
  END IF;
  INSERT INTO memora.upload_piece (scope, upload, number, bytes) VALUES (place, of_upload, number, piece);
  -- Notes that the same principal writes at this moment wait for this row.
  INSERT INTO memora.usage AS u (scope, principal, notes, bytes) VALUES (place, who, 0, 0) ON CONFLICT (scope, principal) DO UPDATE SET bytes = u.bytes;
  IF memora.is_over_quota(place, who) THEN
    ${OVER};
  END IF;
END`;

/**
 * Queues an upload with all its pieces. \`whole\` is a keyed digest of the document, \`mark\` one without a
 * key: a document that was erased is refused. A document that was sealed with an earlier key of the team is
 * refused too, because nothing would reseal it.
 */
const QUEUE_UPLOAD = `
DECLARE
  queued memora.upload;
  known bytea;
BEGIN
  IF NOT ${MAY_WRITE} THEN
    ${NO_RIGHT};
  END IF;
  PERFORM pg_advisory_xact_lock_shared(${ERASING}, place);
  IF EXISTS (SELECT 1 FROM memora.erasure e WHERE e.scope = place AND e.content = mark) THEN
    RAISE EXCEPTION 'erased' USING ERRCODE = 'MF002';
  END IF;
  -- A reseal waits for what is queued under the old key.
  SELECT k.seal_key INTO known FROM memora.scope s JOIN memora.workspace k ON k.id = s.workspace WHERE s.id = place FOR SHARE OF k;
  UPDATE memora.upload u SET state = 'waiting', print = whole, at = clock_timestamp(), due_at = clock_timestamp()
    WHERE u.scope = place AND u.id = of_upload AND ${MINE} AND u.state = 'arriving' AND u.pieces = number RETURNING u.* INTO queued;
  IF queued.id IS NULL THEN
    ${NOT_FOUND};
  END IF;
  IF known <> substr(queued.about, 1, 8) THEN
    ${OTHER_KEY};
  END IF;
  INSERT INTO memora.audit (workspace, principal, act, detail) SELECT queued.workspace, queued.principal, 'team upload',
    jsonb_build_object('outcome', 'ok', 'scope', ${shownKind('s')}) FROM memora.scope s WHERE s.id = place;
END`;

/** The number of notes that a list shows of each upload. */
const MOST_NOTES_LISTED = 20;

/** The uploads of the transaction's principal, newest first, in all scopes that it still sees. */
const READ_UPLOADS = `
  SELECT ${shownKind('s')}, u.scope, u.id, CASE WHEN u.state = 'waiting' AND u.leased_until > clock_timestamp() THEN 'reading' ELSE u.state END,
    u.code, u.about, u.attempts, CASE WHEN wanted IS NULL THEN jsonb_path_query_array(u.outcome, '$[0 to ${MOST_NOTES_LISTED - 1}]') ELSE u.outcome END,
    coalesce(jsonb_array_length(u.outcome), 0), u.at
  FROM memora.upload u JOIN memora.scope s ON s.id = u.scope
  WHERE ${MINE} AND u.state <> 'withdrawn' AND u.scope = ANY ((SELECT memora.visible_scopes())::int[]) AND (wanted IS NULL OR u.id = wanted) ORDER BY u.at DESC, u.id LIMIT most`;

/**
 * Withdraws an upload of the transaction's principal, in whatever state it is. The latest upload that a
 * worker had taken stays as an empty row, because the time when its principal was last served decides who is
 * next.
 */
const DROP_UPLOAD = `
DECLARE
  gone memora.upload;
BEGIN
  DELETE FROM memora.upload u WHERE u.id = of_upload AND ${MINE} AND u.state <> 'withdrawn' RETURNING u.* INTO gone;
  IF gone.taken_at IS NOT NULL THEN
    DELETE FROM memora.upload u WHERE ${MINE} AND u.state = 'withdrawn';
    INSERT INTO memora.upload (scope, id, principal, workspace, state, about, named, size, pieces, attempts, fence, taken_at, due_at)
      VALUES (gone.scope, gone.id, gone.principal, gone.workspace, 'withdrawn', '', '', 0, 0, 0, gone.fence, gone.taken_at, now());
  END IF;
  RETURN gone.id IS NOT NULL;
END`;

/** Erases every upload of a person in the administered workspaces, including one that is just beginning. */
const DROP_UPLOADS = `
  SELECT pg_advisory_xact_lock(${OF_PERSON}, hashtext(who)) WHERE cardinality(memora.administered()) > 0;
  DELETE FROM memora.upload u WHERE u.principal = who AND u.workspace = ANY ((SELECT memora.administered())::int[])`;

const DROP_PIECES = `
BEGIN
  DELETE FROM memora.upload_piece p WHERE p.scope = OLD.scope AND p.upload = OLD.id;
  RETURN NULL;
END`;

/**
 * Gives a worker the next document of the principal who was served least recently, but not while an earlier
 * one with the same name waits. A document whose reader ended ${MOST_ATTEMPTS} times, with its process or by
 * its limits, is refused here, so that it does not stay first forever. A worker with another key takes a
 * document that has waited for a minute, to report that it lacks the key.
 */
const TAKE_UPLOAD = `
DECLARE
  next_one memora.upload;
BEGIN
  IF NOT memora.works() THEN
    ${NO_WORKER};
  END IF;
  ${FORGET};
  LOOP
    SELECT u.* INTO next_one FROM memora.upload u WHERE u.state = 'waiting' AND u.due_at <= clock_timestamp()
        AND (u.leased_until IS NULL OR u.leased_until < clock_timestamp())
        AND (substr(u.about, 1, 8) = key_id OR u.due_at < clock_timestamp() - interval '1 minute')
        AND NOT EXISTS (SELECT 1 FROM memora.upload e WHERE e.scope = u.scope AND e.principal = u.principal AND e.workspace = u.workspace
          AND e.named = u.named AND e.state = 'waiting' AND (e.at, e.id) < (u.at, u.id))
      ORDER BY (SELECT max(o.taken_at) FROM memora.upload o WHERE o.principal = u.principal AND o.workspace = u.workspace) NULLS FIRST, u.due_at, u.id
      LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    EXIT WHEN next_one.attempts < ${MOST_ATTEMPTS};
    PERFORM memora.close_upload(next_one.scope, next_one.id, 'DOCUMENT_READER_ENDED', NULL);
  END LOOP;
  -- The next time is twice as far away, up to an hour, whatever ends this one.
  UPDATE memora.upload u SET code = NULL, fence = u.fence + 1, taken_at = clock_timestamp(), leased_until = clock_timestamp() + lasting,
    due_at = clock_timestamp() + least(interval '1 hour', interval '10 seconds' * power(2, least(u.fence, 10))) WHERE u.scope = next_one.scope AND u.id = next_one.id RETURNING u.* INTO next_one;
  RETURN QUERY SELECT next_one.scope, next_one.id, next_one.fence, next_one.principal, k.name, ${shownKind('s')}, next_one.about, next_one.pieces, next_one.print
    FROM memora.scope s, memora.workspace k WHERE s.id = next_one.scope AND k.id = next_one.workspace;
END`;

const HELD = 'u.scope = place AND u.id = of_upload AND u.fence = mine';

const KEEP_UPLOAD = `
  UPDATE memora.upload u SET leased_until = clock_timestamp() + lasting WHERE (SELECT memora.works()) AND ${HELD} AND u.state = 'waiting' RETURNING true`;

const READ_PIECE = `
  SELECT p.bytes FROM memora.upload_piece p JOIN memora.upload u ON u.scope = p.scope AND u.id = p.upload
  WHERE (SELECT memora.works()) AND ${HELD} AND u.state = 'waiting' AND p.number = wanted`;

/**
 * Counts an attempt when its reading begins, and subtracts it when the reading has ended and its worker is
 * still alive, even if another worker holds the upload by then. The remaining attempts ended with their
 * process.
 */
const MARK_READING = `
BEGIN
  IF NOT memora.works() THEN
    ${NO_WORKER};
  END IF;
  UPDATE memora.upload u SET attempts = greatest(u.attempts + CASE WHEN has_begun THEN 1 ELSE -1 END, 0)
    WHERE u.scope = place AND u.id = of_upload AND u.state = 'waiting' AND (u.fence = mine OR NOT has_begun);
  IF has_begun AND NOT FOUND THEN
    RAISE EXCEPTION 'another worker holds the upload' USING ERRCODE = 'MF001';
  END IF;
END`;

/**
 * Releases an upload, for the time that was set when it was taken, or after a pause. An attempt does not
 * count if the document did not cause the failure.
 */
const PUT_OFF_UPLOAD = `
DECLARE
  tried int;
BEGIN
  IF NOT memora.works() THEN
    ${NO_WORKER};
  END IF;
  UPDATE memora.upload u SET leased_until = NULL, code = why, attempts = u.attempts + is_counted::int,
    due_at = coalesce(clock_timestamp() + pause, u.due_at) WHERE ${HELD} AND u.state = 'waiting' RETURNING u.attempts INTO tried;
  IF is_counted AND tried >= ${MOST_ATTEMPTS} THEN
    PERFORM memora.close_upload(place, of_upload, why, NULL);
    RETURN true;
  END IF;
  RETURN false;
END`;

/**
 * Locks an upload for the transaction that writes its notes as its principal. Its waiting bytes are no longer
 * counted in addition to the notes' bytes. Fails if the upload was erased, or belongs to another worker by
 * now.
 */
const HOLD_UPLOAD = `
BEGIN
  IF NOT ${MAY_WRITE} THEN
    ${NO_RIGHT};
  END IF;
  PERFORM pg_advisory_xact_lock_shared(${ERASING}, place);
  UPDATE memora.upload u SET size = 0 WHERE ${HELD} AND ${MINE} AND u.state = 'waiting';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another worker holds the upload' USING ERRCODE = 'MF001';
  END IF;
END`;

/**
 * Ends an upload: with notes for its principal, who must still be allowed to write them, or with a code from
 * a worker.
 */
const END_UPLOAD = `
BEGIN
  PERFORM 1 FROM memora.upload u WHERE ${HELD} AND u.state = 'waiting' AND ((SELECT memora.works()) OR (${MINE} AND ${MAY_WRITE} AND why IS NULL)) FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another worker holds the upload' USING ERRCODE = 'MF001';
  END IF;
  IF EXISTS (SELECT 1 FROM memora.erasure e WHERE e.scope = place AND e.content = ANY (prints)) THEN
    RAISE EXCEPTION 'erased' USING ERRCODE = 'MF002';
  END IF;
  PERFORM memora.close_upload(place, of_upload, why, told);
END`;

/**
 * Removes the bytes of an upload, stores its result, and records it in the audit. Called only by other
 * functions.
 */
const CLOSE_UPLOAD = `
DECLARE
  gone memora.upload;
BEGIN
  DELETE FROM memora.upload_piece p WHERE p.scope = place AND p.upload = of_upload;
  UPDATE memora.upload u SET state = CASE WHEN why IS NULL THEN 'done' ELSE 'refused' END, code = why, outcome = told, size = 0, pieces = 0, print = NULL,
    leased_until = NULL, due_at = now() WHERE u.scope = place AND u.id = of_upload RETURNING u.* INTO gone;
  INSERT INTO memora.audit (workspace, principal, act, detail) SELECT gone.workspace, gone.principal, 'team upload read',
    jsonb_build_object('outcome', coalesce(why, 'ok'), 'scope', ${shownKind('s')}, 'notes', coalesce(jsonb_array_length(told), 0)) FROM memora.scope s WHERE s.id = place;
END`;

/** The functions of uploads. No role reads or writes their tables except through these. */
export const UPLOAD_FUNCTIONS = [
  definer('is_over_quota', 'place int, who text', 'boolean', IS_OVER_QUOTA),
  definer(
    'open_upload',
    'place int, of_upload bytea, sealed_about bytea, keyed_name bytea',
    'void',

    OPEN_UPLOAD,
    'write',
  ),
  definer(
    'put_piece',
    'place int, of_upload bytea, number int, piece bytea, plain int',
    'void',

    PUT_PIECE,
    'write',
  ),
  definer(
    'queue_upload',
    'place int, of_upload bytea, number int, whole bytea, mark bytea',
    'void',

    QUEUE_UPLOAD,
    'write',
  ),
  definer(
    'read_uploads',
    'wanted bytea, most int',
    'TABLE (kind text, scope int, id bytea, state text, code text, about bytea, attempts int, outcome jsonb, total int, at timestamptz)',

    READ_UPLOADS,
    'ask write',
  ),
  definer('drop_upload', 'of_upload bytea', 'boolean', DROP_UPLOAD, 'write'),
  definer('drop_uploads', 'who text', 'void', DROP_UPLOADS, 'admin'),
  definer('drop_pieces', '', 'trigger', DROP_PIECES),
  definer(
    'take_upload',
    'lasting interval, key_id bytea',
    'TABLE (scope int, id bytea, fence bigint, principal text, workspace text, kind text, about bytea, pieces int, print bytea)',

    TAKE_UPLOAD,
    'publish',
  ),
  definer(
    'keep_upload',
    'place int, of_upload bytea, mine bigint, lasting interval',
    'boolean',

    KEEP_UPLOAD,
    'publish',
  ),
  definer(
    'read_piece',
    'place int, of_upload bytea, mine bigint, wanted int',
    'bytea',

    READ_PIECE,
    'publish',
  ),
  definer(
    'mark_reading',
    'place int, of_upload bytea, mine bigint, has_begun boolean',
    'void',

    MARK_READING,
    'publish',
  ),
  definer(
    'put_off_upload',
    'place int, of_upload bytea, mine bigint, why text, is_counted boolean, pause interval',
    'boolean',

    PUT_OFF_UPLOAD,
    'publish',
  ),
  definer('hold_upload', 'place int, of_upload bytea, mine bigint', 'void', HOLD_UPLOAD, 'write'),
  definer(
    'end_upload',
    'place int, of_upload bytea, mine bigint, why text, told jsonb, prints bytea[]',
    'void',

    END_UPLOAD,
    'write publish',
  ),
  definer(
    'close_upload',
    'place int, of_upload bytea, why text, told jsonb',
    'void',

    CLOSE_UPLOAD,
  ),
] as const;
