import { EMBEDDER_FUNCTIONS } from '../embedders/embedder-functions.ts';
import { STORED_STATEMENTS } from '../stored/all-stored-statements.ts';
import { bodyOf } from '../stored/stored-statement.ts';
import { ADMIT, CONTEXT_PARTS, ENTER, ENTER_SELF } from './context-functions.ts';
import {
  CLOSE_SCOPE,
  ERASE_NOTE,
  ERASE_USER,
  eraseScopeBody,
  LIST_ERASURES,
  READ_LEFT,
  READ_LEFT_LEARNED,
  REFUSE_ERASED,
  REMOVE_SCOPE,
  REPLAY_ERASURE,
} from './erasure-functions.ts';
import { RETIRE_MEMORY } from './memory-functions.ts';
import { CLEAR_PAGES, KEEP_UPKEEP, PUT_PAGE } from './page-functions.ts';
import { SCOPED_TABLES } from './policies.ts';
import { COUNT_ROWS, DROP_GRAPHS, MAKE_GRAPH, SET_EPOCH } from './publish-functions.ts';
import {
  DUE_SCOPES,
  END_LEASE,
  HOLD_LEASE,
  KEEP_LEASE,
  QUEUE_NOTES,
  REFUSE_OTHER_KEY,
} from './queue-functions.ts';
import { definer, type TeamFunction } from './team-function.ts';
import { UPLOAD_FUNCTIONS } from './upload-functions.ts';

/** Creates the scope of the transaction's principal: a member's own notes need no administrator. */
const MAKE_OWN_SCOPE = `
DECLARE
  made int;
BEGIN
  INSERT INTO memora.scope (workspace, kind, owner)
    SELECT s.workspace, 'user', (SELECT memora.principal()) FROM memora.scope s
    WHERE s.kind = 'workspace' AND s.id = ANY ((SELECT memora.visible_scopes())::int[]) AND (SELECT memora.principal()) IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING id INTO made;
  RETURN made IS NOT NULL;
END`;

/** Removes what a principal has staged of a push, and anyone's staged rows older than a day. */
const CLEAR_STAGED = `
  DELETE FROM memora.staged t WHERE (t.principal = (SELECT memora.principal()) AND t.push = of_push AND t.scope = ANY ((SELECT memora.writable())::int[])) OR t.at < now() - interval '1 day'`;

/** Audit entries are kept for at least a month, even if somebody has the app's password. */
const EXPIRE_AUDIT = `
DECLARE
  gone int;
BEGIN
  IF NOT memora.works() THEN
    RAISE EXCEPTION 'no worker' USING ERRCODE = '42501';
  END IF;
  DELETE FROM memora.audit WHERE at < now() - greatest(days, 30) * interval '1 day';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END`;

/** The functions that run as the owner, without a caller's search path. `callFunction` reads their types. */
export const CALLED_FUNCTIONS = [
  ...CONTEXT_PARTS,
  definer('admit', 'who text, circles text[], place text, is_signed boolean', 'int', ADMIT),
  definer('enter', 'signed text', 'int', ENTER, 'ask write publish admin'),
  definer('enter_self', 'who text, place text', 'int', ENTER_SELF, 'ask write publish admin'),
  // They must precede the functions that call them, because the server checks the text of an SQL function
  // when it is created.
  ...UPLOAD_FUNCTIONS,
  definer(
    'hold_lease',
    'place int, who text, lasting interval',
    'TABLE (fence bigint, epoch bigint, made_by int, at timestamptz, embedder text, identity text)',

    HOLD_LEASE,
    'publish',
  ),
  definer('keep_lease', 'place int, mine bigint, lasting interval', 'boolean', KEEP_LEASE, 'publish'),
  definer(
    'end_lease',
    'place int, mine bigint, seen xid8, target text, said text, is_all boolean, done_names text[], names text[], left_texts bigint[]',
    'boolean',

    END_LEASE,
    'publish',
  ),
  definer(
    'due_scopes',
    'who text',
    'TABLE (id int, bytes bigint, newest timestamptz, is_held boolean)',

    DUE_SCOPES,
    'publish',
  ),
  ...EMBEDDER_FUNCTIONS,
  definer('queue_notes', '', 'trigger', QUEUE_NOTES),
  definer(
    'set_epoch',
    'place int, mine bigint, seen bigint, made_by int',
    'bigint',

    SET_EPOCH,
    'publish',
  ),
  definer('make_graph', 'place int, vectors bigint, width int', 'boolean', MAKE_GRAPH, 'publish'),
  definer('drop_graphs', 'place int, kept bigint', 'boolean', DROP_GRAPHS, 'publish'),
  definer('count_rows', '', 'void', COUNT_ROWS, 'publish'),
  definer(
    'put_page',
    'place int, mine bigint, note_path text, seen bigint, note_hash bytea, note_bytes bytea, is_sealed boolean, note_print bytea',
    'bigint',

    PUT_PAGE,
    'publish',
  ),
  definer(
    'keep_upkeep',
    'place int, mine bigint, task text, results jsonb',
    'boolean',

    KEEP_UPKEEP,
    'publish',
  ),
  definer(
    'retire_memory',
    'place int, mine bigint, decided bigint, note_path text, seen bigint, kept_path text, kept_version bigint, why text',
    'boolean',

    RETIRE_MEMORY,
    'publish',
  ),
  definer('clear_pages', 'place int', 'int', CLEAR_PAGES, 'publish'),
  definer('refuse_erased', '', 'trigger', REFUSE_ERASED),
  definer('refuse_other_key', '', 'trigger', REFUSE_OTHER_KEY),
  definer('erase_note', 'place int, note_path text, contents bytea[]', 'int', ERASE_NOTE, 'admin'),
  definer('erase_scope', 'place int', 'int', eraseScopeBody(SCOPED_TABLES)),
  definer(
    'erase_user',
    'who text',
    'TABLE (erased_scope int, erased_notes int, renamed_versions int)',

    ERASE_USER,
    'admin',
  ),
  definer(
    'remove_scope',
    'who text, of_group boolean, is_forced boolean',
    'int',

    REMOVE_SCOPE,
    'admin',
  ),
  definer(
    'close_scope',
    'who text, of_group boolean, is_closed boolean',
    'boolean',

    CLOSE_SCOPE,
    'admin',
  ),
  definer(
    'read_left',
    'who text, of_group boolean, after_path text, most int',
    'TABLE (path text, version bigint, hash bytea, bytes bytea, sealed boolean)',

    READ_LEFT,
    'admin',
  ),
  definer(
    'read_left_learned',
    'who text, of_group boolean, after_at timestamptz, after_path text, after_version bigint, most int',
    'TABLE (at timestamptz, path text, version bigint, author text, via text, memories text, code text)',

    READ_LEFT_LEARNED,
    'admin',
  ),
  definer(
    'list_erasures',
    '',
    'TABLE (kind text, owner bytea, path bytea, content bytea, anywhere boolean, at timestamptz)',

    LIST_ERASURES,
    'admin',
  ),
  definer(
    'replay_erasure',
    'scope_kind text, scope_owner bytea, erased_path bytea, erased_content bytea, everywhere boolean',
    'int',

    REPLAY_ERASURE,
    'admin',
  ),
  definer('clear_staged', 'of_push bytea', 'void', CLEAR_STAGED, 'write publish'),
  definer('make_own_scope', '', 'boolean', MAKE_OWN_SCOPE, 'write'),
  definer('expire_audit', 'days int', 'int', EXPIRE_AUDIT, 'publish'),
] as const;

/** Every function of the schemas that this version supports. */
const FUNCTIONS: readonly TeamFunction[] = [
  ...CALLED_FUNCTIONS,
  ...STORED_STATEMENTS.map(
    (statement): TeamFunction => ({
      name: statement.name,
      signature: statement.parameters.join(', '),
      returns: 'json',
      to: 'ask',
      isDefiner: false,
      volatility: 'VOLATILE',
      language: 'plpgsql',
      body: bodyOf(statement),
      isPlannedOnce: true,
    }),
  ),
];

/** Returns the functions of a schema. */
export function functionsOf(schema: number): readonly TeamFunction[] {
  return FUNCTIONS.filter(
    ({ since = 1, until = Number.POSITIVE_INFINITY }) => since <= schema && schema < until,
  );
}

/** Returns the settings of a function, in the server's format. */
export function settingOf({ isDefiner, isPlannedOnce = false }: TeamFunction): string {
  if (isPlannedOnce) return 'plan_cache_mode=force_generic_plan';
  return isDefiner ? 'search_path=pg_catalog' : '';
}

/** A trigger on written rows, whoever writes them. */
export interface TeamTrigger {
  readonly name: string;
  readonly table: string;
  readonly statement: string;
}

export const TRIGGERS: readonly TeamTrigger[] = [
  {
    name: 'refuse_erased',
    table: 'head',
    statement:
      'BEFORE INSERT OR UPDATE ON memora.head FOR EACH ROW WHEN (new.hash IS NOT NULL) EXECUTE FUNCTION memora.refuse_erased()',
  },
  {
    name: 'refuse_other_key',
    table: 'blob',
    statement:
      'BEFORE INSERT ON memora.blob FOR EACH ROW WHEN (new.sealed) EXECUTE FUNCTION memora.refuse_other_key()',
  },
  {
    name: 'drop_pieces',
    table: 'upload',
    statement: 'AFTER DELETE ON memora.upload FOR EACH ROW EXECUTE FUNCTION memora.drop_pieces()',
  },
  ...['insert', 'update'].map((act) => ({
    name: `queue_${act}`,
    table: 'head',
    statement: `AFTER ${act.toUpperCase()} ON memora.head REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION memora.queue_notes()`,
  })),
];

/** Returns the statement that creates or replaces a function. */
export function functionStatement(each: TeamFunction): string {
  const { name, signature, returns, isDefiner, volatility, language, body } = each;
  const setting = settingOf(each);
  const path = `${isDefiner ? ' SECURITY DEFINER' : ''}${setting === '' ? '' : ` SET ${setting}`}`;
  return `CREATE OR REPLACE FUNCTION memora.${name}(${signature}) RETURNS ${returns} LANGUAGE ${language} ${volatility}${path} AS $memora$${body}$memora$;`;
}

/** Returns the rights of Memora's roles to a schema's functions. */
export function functionGrants(schema: number): string {
  const grants = functionsOf(schema).flatMap(({ name, signature, to }) =>
    to === ''
      ? []
      : `GRANT EXECUTE ON FUNCTION memora.${name}(${signature}) TO ${to
          .split(' ')
          .map((role) => `memora_${role}`)
          .join(', ')};`,
  );
  return `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA memora FROM PUBLIC;\n${grants.join('\n')}`;
}
