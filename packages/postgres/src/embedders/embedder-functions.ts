import { definer } from '../schema/team-function.ts';
import { DEFAULT_EMBEDDER } from './embedder-book.ts';

const HERE = 'ANY ((SELECT memora.administered())::int[])';
const CHOSEN = `coalesce(w.embedder, '${DEFAULT_EMBEDDER}')`;

/**
 * Records the choice of a workspace, and queues all of its scopes. The next round counts the texts to embed
 * again. Repeating the same choice makes the next worker resolve it again and retry failed and refused texts at
 * once; it returns 0.
 */
const CHOOSE_EMBEDDER = `
DECLARE
  is_same boolean;
  queued int;
BEGIN
  IF cardinality(memora.administered()) = 0 THEN
    RAISE EXCEPTION 'not administered' USING ERRCODE = '42501';
  END IF;
  SELECT w.embedder IS NOT DISTINCT FROM chosen INTO is_same FROM memora.workspace w WHERE w.id = ${HERE} FOR UPDATE;
  UPDATE memora.workspace w SET embedder = chosen, embedder_identity = NULL WHERE w.id = ${HERE};
  IF NOT is_same THEN
    DELETE FROM memora.embedding e USING memora.scope s WHERE s.id = e.scope AND s.workspace = ${HERE};
  END IF;
  INSERT INTO memora.embedding AS e (scope, embedder, again) SELECT s.id, coalesce(chosen, '${DEFAULT_EMBEDDER}'), is_same FROM memora.scope s
    WHERE s.workspace = ${HERE} AND s.epoch > 0 AND s.left_at IS NULL AND s.erased_at IS NULL
    ON CONFLICT (scope, embedder) DO UPDATE SET due_at = clock_timestamp(), again = e.again OR excluded.again;
  GET DIAGNOSTICS queued = ROW_COUNT;
  RETURN CASE WHEN is_same THEN 0 ELSE queued END;
END`;

/** The name that the workspace of a transaction has chosen; null for the server's own embedder. The workspace that keeps @global has no scope of its own. */
const CHOSEN_EMBEDDER = `
  SELECT w.embedder FROM memora.scope s JOIN memora.workspace w ON w.id = s.workspace
  WHERE s.kind IN ('workspace', 'global') AND s.id = ANY ((SELECT memora.visible_scopes())::int[]) ORDER BY s.kind = 'workspace' DESC LIMIT 1`;

/**
 * Records the identity of the chosen embedder, unless it is recorded already, and queues every scope of the
 * workspace with vectors of another one. An embedder that computes locally replaces another version of
 * itself, because that costs nothing. Returns the recorded identity; null if the workspace has chosen another
 * name meanwhile.
 */
const CLAIM_EMBEDDER = `
DECLARE
  here int;
  known text;
BEGIN
  SELECT w.id, w.embedder_identity INTO here, known FROM memora.workspace w JOIN memora.scope s ON s.workspace = w.id
    WHERE (SELECT memora.works()) AND s.id = place AND s.fence = mine AND ${CHOSEN} = called FOR UPDATE OF w;
  IF here IS NULL OR known = asked OR (known IS NOT NULL AND NOT (is_free AND starts_with(known, split_part(asked, '@', 1) || '@'))) THEN
    RETURN known;
  END IF;
  UPDATE memora.workspace w SET embedder_identity = asked WHERE w.id = here;
  INSERT INTO memora.embedding (scope, embedder) SELECT s.id, called FROM memora.scope s
    WHERE s.workspace = here AND s.epoch > 0 AND s.left_at IS NULL AND s.erased_at IS NULL AND EXISTS (
      SELECT 1 FROM memora.vector_set v WHERE v.scope = s.id AND format('%s@%s %s', v.embedder, v.version, v.dimensions) <> asked)
    ON CONFLICT (scope, embedder) DO UPDATE SET due_at = clock_timestamp();
  RETURN asked;
END`;

/** Queues a scope that is reopened, because its workspace may have chosen another embedder meanwhile. */
export const QUEUE_REOPENED = `
  INSERT INTO memora.embedding (scope, embedder) SELECT s.id, ${CHOSEN} FROM memora.scope s JOIN memora.workspace w ON w.id = s.workspace
  WHERE NOT is_closed AND s.workspace = ${HERE} AND s.kind = CASE WHEN of_group THEN 'group' ELSE 'user' END AND s.owner = who
    AND s.left_at IS NOT NULL AND s.erased_at IS NULL AND s.epoch > 0 ON CONFLICT DO NOTHING;`;

/**
 * All texts to embed, the scopes with the fewest first. A scope that no worker has examined may be small: for
 * it, \`likely\` is the number of its vectors.
 */
const LIST_EMBEDDINGS = `
  SELECT e.scope, e.embedder, e.texts, coalesce(e.texts, (SELECT max(c.vectors) FROM memora.vector_count c WHERE c.scope = e.scope), 0)::bigint, e.problem,
    e.due_at <= clock_timestamp(), coalesce(e.leased_until > clock_timestamp() AND e.holder IS DISTINCT FROM who, false),
    (extract(epoch FROM clock_timestamp() - e.turned_at) * 1000)::bigint, e.again
  FROM memora.embedding e JOIN memora.scope s ON s.id = e.scope
  WHERE (SELECT memora.works()) AND s.left_at IS NULL ORDER BY e.texts NULLS FIRST, e.scope, e.embedder`;

/**
 * Takes the work of one embedder on a scope, or renews the hold on it. `tried` says that refused texts have
 * been queued again. Returns the scope's fence, which shows whether anybody has worked on the scope since.
 */
const HOLD_EMBEDDING = `
  UPDATE memora.embedding e SET holder = who, leased_until = clock_timestamp() + lasting, again = e.again AND NOT tried FROM memora.scope s
  WHERE (SELECT memora.works()) AND s.id = e.scope AND e.scope = place AND e.embedder = name
    AND (e.leased_until IS NULL OR e.leased_until < clock_timestamp() OR e.holder = who)
  RETURNING s.fence`;

/**
 * Releases the work. After a failure of the embedder it is due again later, with a delay that doubles each
 * time, up to five minutes. Work that only this worker cannot do is due for others at once.
 */
const END_EMBEDDING = `
  UPDATE memora.embedding e SET holder = NULL, leased_until = NULL, problem = left(said, 60), turned_at = clock_timestamp(),
    failures = CASE WHEN said IS NULL THEN 0 WHEN is_here THEN e.failures ELSE least(e.failures + 1, 1000) END,
    due_at = clock_timestamp() + CASE WHEN said IS NULL OR is_here THEN interval '0' ELSE least(interval '1 second' * 2 ^ least(e.failures, 9), interval '5 minutes') END
  WHERE (SELECT memora.works()) AND e.scope = place AND e.embedder = name AND e.holder = who RETURNING true`;

export const EMBEDDER_FUNCTIONS = [
  definer('choose_embedder', 'chosen text', 'int', CHOOSE_EMBEDDER, 'admin'),
  definer('chosen_embedder', '', 'text', CHOSEN_EMBEDDER, 'ask'),
  definer(
    'claim_embedder',
    'place int, mine bigint, called text, asked text, is_free boolean',
    'text',

    CLAIM_EMBEDDER,
    'publish',
  ),
  definer(
    'list_embeddings',
    'who text',
    'TABLE (scope int, embedder text, texts bigint, likely bigint, problem text, is_due boolean, is_held boolean, waited bigint, again boolean)',

    LIST_EMBEDDINGS,
    'publish',
  ),
  definer(
    'hold_embedding',
    'place int, name text, who text, lasting interval, tried boolean',
    'bigint',

    HOLD_EMBEDDING,
    'publish',
  ),
  definer(
    'end_embedding',
    'place int, name text, who text, said text, is_here boolean',
    'boolean',

    END_EMBEDDING,
    'publish',
  ),
] as const;
