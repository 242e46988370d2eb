import { LONGEST_AGE_MS } from '../connect/sign-context.ts';
import { definer, type TeamFunction } from './team-function.ts';

/**
 * The acting principal of a transaction is verified by the database; a login cannot set it. A server signs a context with a key that no login can read.
 * `memora.enter` verifies it, looks up memberships, and stores the result in the setting `memora.context` under the database's own signature. That
 * signature covers the process and the start of the transaction, so the setting is worthless in another one. Policies verify it once per statement.
 *
 * HMAC-SHA256 (RFC 2104) is built from the server's `sha256`, so no extension is needed.
 */
const hmac = (pads: string, text: string) =>
  `sha256(${pads}.outer_pad || sha256(${pads}.inner_pad || convert_to(${text}, 'UTF8')))`;

/** The row of the key that never leaves the database. */
const OWN_KEY = '@database';

/** Creates the database's own key if missing, also after a restore: a dump need not contain it. */
export const OWN_KEY_STATEMENT = `
INSERT INTO memora.signing_key (id, inner_pad, outer_pad)
  SELECT '${OWN_KEY}', sha256(a::text::bytea || b::text::bytea) || sha256(c::text::bytea || d::text::bytea), sha256(e::text::bytea || f::text::bytea) || sha256(g::text::bytea || h::text::bytea)
  FROM (SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
    gen_random_uuid(), gen_random_uuid()) AS random (a, b, c, d, e, f, g, h)
  ON CONFLICT (id) DO NOTHING;`;

/** The text that the database's signature covers: a setting copied from elsewhere is refused. */
const kept = (text: string) =>
  `pg_backend_pid() || ' ' || extract(epoch from transaction_timestamp()) || ' ' || ${text}`;

const keep = (text: string) =>
  `PERFORM set_config('memora.context', encode(${hmac('own', kept(text))}, 'hex') || ${text}, true);`;

/** Compares digests, so that timing reveals nothing about the signature. */
const isSame = (given: string, right: string) =>
  `sha256(convert_to(${given}, 'UTF8')) = sha256(convert_to(encode(${right}, 'hex'), 'UTF8'))`;

const part = <Name extends string, Returns extends string>(
  name: Name,
  returns: Returns,
  none: string,
  value: string,
): TeamFunction<Name, '', Returns> => {
  const body = `
DECLARE
  given text := current_setting('memora.context', true);
  said text := substr(given, 65);
  own memora.signing_key;
BEGIN
  IF given IS NULL OR given = '' THEN
    RETURN ${none};
  END IF;
  SELECT * INTO own FROM memora.signing_key WHERE id = '${OWN_KEY}';
  IF ${isSame('left(given, 64)', hmac('own', kept('said')))} THEN
    RETURN ${value};
  END IF;
  RETURN ${none};
END`;
  return { ...definer(name, '', returns, body, 'ask write publish admin'), volatility: 'STABLE' };
};

/** Position of each part in the text that `memora.enter` stores. The principal's name is last, because it may contain any character. */
const list = (at: number) => `coalesce(nullif(split_part(said, '|', ${at}), '')::int[], '{}'::int[])`;
const PRINCIPAL_AT = 6;

/** Functions that return verified parts of a transaction's context; null if it was not verified, or was set by somebody else. */
export const CONTEXT_PARTS = [
  part('visible_scopes', 'int[]', "'{}'::int[]", list(1)),
  part('writable', 'int[]', "'{}'::int[]", list(2)),
  part('administered', 'int[]', "'{}'::int[]", list(3)),
  part('publishing', 'int', 'NULL', "nullif(split_part(said, '|', 4), '')::int"),
  part('works', 'boolean', 'false', "split_part(said, '|', 5) = 'works'"),
  part(
    'principal',
    'text',
    'NULL',
    `nullif(substr(said, 1 + length(split_part(said, '|', 1) || split_part(said, '|', 2) || split_part(said, '|', 3)
      || split_part(said, '|', 4) || split_part(said, '|', 5)) + ${PRINCIPAL_AT - 1}), '')`,
  ),
] as const;

/**
 * Looks up a principal's rights and stores them for this transaction. Without a signed context it may only read. Returns 1 for readers, 2 for writers, 3
 * for administrators; null if there is no such member.
 */
export const ADMIT = `
DECLARE
  own memora.signing_key;
  here int;
  rights int;
  seen int[];
  written int[] := '{}';
  groups text[] := circles;
BEGIN
  SELECT id INTO here FROM memora.workspace WHERE name = place;
  -- Those that the signer has verified, and those that are kept here.
  groups := groups || ARRAY(SELECT g.name FROM memora.group_member g WHERE g.workspace = here AND g.principal = who);
  SELECT max(CASE role WHEN 'admin' THEN 3 WHEN 'writer' THEN 2 ELSE 1 END) INTO rights FROM memora.member
    WHERE workspace = here AND ((NOT is_group AND principal = who) OR (is_group AND principal = ANY (groups)));
  IF who IS NULL OR who = '' OR rights IS NULL THEN
    RETURN NULL;
  END IF;
  -- Each is looked up by the key of a scope: what it takes does not grow with the number of scopes.
  SELECT array_agg(id ORDER BY id) INTO seen FROM (
    SELECT id FROM memora.scope WHERE workspace = 0 AND kind = 'global' AND owner = ''
    UNION ALL SELECT id FROM memora.scope WHERE workspace = here AND kind = 'workspace' AND owner = ''
    UNION ALL SELECT id FROM memora.scope WHERE workspace = here AND kind = 'user' AND owner = who AND left_at IS NULL
    UNION ALL SELECT id FROM memora.scope WHERE workspace = here AND kind = 'group' AND owner = ANY (groups) AND left_at IS NULL) AS each;
  IF is_signed THEN
    SELECT array_agg(id ORDER BY id) INTO written FROM memora.scope s WHERE id = ANY (seen) AND (s.kind = 'user'
      OR (s.kind IN ('workspace', 'group') AND rights >= 2)
      -- A name is somebody else in another workspace: those of the one that keeps @global count, and no others.
      OR (s.kind = 'global' AND (here = 0 OR EXISTS (SELECT 1 FROM memora.workspace w WHERE w.id = here AND w.keeps_global)) AND EXISTS (SELECT 1 FROM memora.member m WHERE m.workspace = s.workspace AND m.role = 'admin'
        AND ((NOT m.is_group AND m.principal = who) OR (m.is_group AND m.principal = ANY (groups))))));
  END IF;
  SELECT * INTO own FROM memora.signing_key WHERE id = '${OWN_KEY}';
  DECLARE
    said text := concat_ws('|', coalesce(seen, '{}')::text, coalesce(written, '{}')::text,
      CASE WHEN is_signed AND rights = 3 THEN ARRAY[here]::text ELSE '{}' END, '', '', CASE WHEN is_signed THEN who ELSE '' END);
  BEGIN
    ${keep('said')}
  END;
  RETURN rights;
END`;

/** Verifies the signer, the content, the role and the time of a context. A worker's context may name a scope and its fence. */
export const ENTER = `
DECLARE
  server memora.signing_key;
  own memora.signing_key;
  payload text := substr(signed, 81);
  said jsonb;
  place int;
BEGIN
  PERFORM set_config('memora.context', '', true);
  SELECT * INTO server FROM memora.signing_key WHERE id = left(signed, 16);
  IF NOT FOUND OR NOT ${isSame('substr(signed, 17, 64)', hmac('server', 'payload'))} THEN
    RAISE EXCEPTION 'the context is not signed by a key of this database' USING ERRCODE = 'MF003';
  END IF;
  said := payload::jsonb;
  IF 'memora_' || (said->>'role') IS DISTINCT FROM current_setting('role') THEN
    RAISE EXCEPTION 'the context was signed for another role' USING ERRCODE = 'MF003';
  END IF;
  IF abs(extract(epoch from clock_timestamp()) * 1000 - (said->>'at')::numeric) > ${LONGEST_AGE_MS} THEN
    RAISE EXCEPTION 'the context was signed at another time' USING ERRCODE = 'MF004';
  END IF;
  IF said->>'role' <> 'publish' THEN
    RETURN memora.admit(said->>'who', ARRAY(SELECT jsonb_array_elements_text(said->'groups')), said->>'workspace', true);
  END IF;
  place := (said->>'scope')::int;
  IF place IS NOT NULL AND said->>'fence' IS NOT NULL THEN
    PERFORM 1 FROM memora.scope WHERE id = place AND fence = (said->>'fence')::bigint FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another worker holds the scope' USING ERRCODE = 'MF001';
    END IF;
  END IF;
  SELECT * INTO own FROM memora.signing_key WHERE id = '${OWN_KEY}';
  payload := '{}|{}|{}|' || coalesce(place::text, '') || '|works|';
  ${keep('payload')}
  RETURN NULL;
END`;

/** A personal login acts as itself and may only read. A server login without a signed context has no principal. */
export const ENTER_SELF = `
BEGIN
  PERFORM set_config('memora.context', '', true);
  IF pg_has_role(session_user, 'memora_publish', 'MEMBER') OR who IS DISTINCT FROM session_user::text THEN
    RAISE EXCEPTION 'the context is not signed' USING ERRCODE = 'MF003';
  END IF;
  RETURN memora.admit(who, '{}', place, false);
END`;
