import { execFileSync } from 'node:child_process';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { signContext, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import {
  createContextSigner,
  LONGEST_AGE_MS,
  makeSigningKey,
  type SignContext,
} from '../connect/sign-context.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { writeTeamNote } from '../notes/write-team-note.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { openClient } from '../testing-fixtures/open-client.ts';
import { setupTeam, type TestTeam, WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import { initTeam } from './migrate.ts';

const reason = whyNoServer();
let server: TestServer;
let team: TestTeam;
/** Ann's own scope, and the workspace's. */
let hers: number;
let shared: number;
/** The memory of an agent in the workspace, and the fence of the last worker. */
const MEMORY = 'semantic/memory/fact/pump-abcdefabcdef.md';
let fence: number;

beforeAll(async () => {
  if (reason !== null) return;
  server = await startServer();
  team = await setupTeam(server);
  hers = await team.scope('user', 'ann');
  shared = await team.scope('workspace');
  const folder = team.folder({ 'shared.md': 'The pump runs at 40 bar.\n' });
  writeNote(folder, 'users/ann/mine.md', 'The salary of Ann is 91000 euros.\n');
  await pushFolder({ ...team.as('ann'), root: folder });
  const learned = { memories: ['mem_abcdefabcdef'], code: 'new' };
  const memory = Buffer.from('---\nid: mem_abcdefabcdef\nkind: fact\n---\nThe pump is red.\n');
  await writeTeamNote(MEMORY, memory, 0, { ...team.as('ann'), via: 'remember', learned });
  server.psql(
    `INSERT INTO memora.upload (scope, id, principal, workspace, state, about, named, size, pieces, attempts, fence, due_at) VALUES (${hers}, 'waits', 'ann', 1, 'waiting', 'x', 'x', 1, 1, 0, 0, now());
     INSERT INTO memora.upload_piece VALUES (${hers}, 'waits', 1, 'x')`,
    team.database,
  );
  for (const scope of [shared, hers]) await workOnScope({ ...team.as('ann'), scope, folder: team.folder() });
  fence = Number(server.psql(`SELECT fence FROM memora.scope WHERE id = ${shared}`, team.database));
}, 120_000);
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

/**
 * An attacker with only the login and the driver: the result of each statement, or its error code, in one
 * transaction that is rolled back.
 */
async function attack(
  statements: readonly (string | [string, unknown[]])[],
  user = 'app',
): Promise<unknown[]> {
  await using client = await openClient(server, team.database, user);
  const outcomes: unknown[] = [];
  await client.query('BEGIN');
  for (const each of statements) {
    const [sql, values] = typeof each === 'string' ? [each, []] : each;
    await client.query('SAVEPOINT each');
    try {
      const { rows, rowCount } = await client.query(sql, values);
      outcomes.push(rows.length > 0 ? Object.values(rows[0] as object)[0] : rowCount);
    } catch (error) {
      outcomes.push((error as { code?: string }).code);
      await client.query('ROLLBACK TO SAVEPOINT each');
    }
  }
  await client.query('ROLLBACK');
  return outcomes;
}

const last = async (...statements: readonly (string | [string, unknown[]])[]) =>
  (await attack(statements)).at(-1);
const ROLES = ['ask', 'write', 'publish', 'admin'] as const;
/** Every setting that a login might expect to have an effect, set to everything. */
const SETTINGS = ['visible', 'writable', 'administered', 'publishing', 'principal', 'context', 'works'];
const ofAnn = (role: 'ask' | 'write' | 'admin') =>
  ({ role, who: 'ann', groups: [], workspace: WORKSPACE }) as const;

describe.skipIf(reason !== null)('a member with the login of servers, the source and a grudge', () => {
  it.each(ROLES)(
    'reads nothing as memora_%s, whatever it sets',
    async (role) => {
      for (const value of [
        '{0,1,2,3,4,5,6,7,8,9}',
        '3',
        'ann',
        `${'0'.repeat(64)}{1,2,3}|{1,2,3}|{1}|3|works|ann`,
      ])
        for (const table of [
          'blob',
          'head',
          'version',
          'claim',
          'note',
          'member',
          'group_member',
          'audit',
          'scope',
          'signing_key',
          'upload',
          'upload_piece',
        ]) {
          const seen = await last(
            `SET ROLE memora_${role}`,
            ...SETTINGS.map((name) => `SET memora.${name} = '${value}'`),
            `SELECT count(*)::int FROM memora.${table}`,
          );
          expect([0, '42501', '22P02'], `${role} ${table} ${value}`).toContain(seen);
        }
    },
    60_000,
  );

  it('makes itself no administrator, forges no act, and publishes nothing', async () => {
    const set = SETTINGS.map((name) => `SET memora.${name} = '{0,1}'`);
    const asPrincipal = "SET memora.principal = 'ann'";
    const tries: [string, string][] = [
      ['admin', "INSERT INTO memora.member VALUES (1, 'mallory', false, 'admin')"],
      ['admin', "INSERT INTO memora.group_member VALUES (1, 'payments', 'mallory')"],
      ['ask', "INSERT INTO memora.audit (workspace, principal, act) VALUES (1, 'ann', 'erase everything')"],
      ['write', "INSERT INTO memora.audit (workspace, principal, act) VALUES (1, 'ann', 'erase everything')"],
      ['admin', "INSERT INTO memora.audit (workspace, principal, act) VALUES (1, 'ann', 'erase everything')"],
      ['write', `INSERT INTO memora.head (scope, path, version) VALUES (${shared}, 'x.md', 1)`],
      [
        'write',
        `INSERT INTO memora.version (scope, path, version, author, via) VALUES (${shared}, 'x.md', 1, 'ann', 'x')`,
      ],
      ['write', 'SELECT memora.make_own_scope()'],
      ['admin', `SELECT memora.erase_note(${shared}, 'shared.md', '{}')`],
      ['publish', `SELECT * FROM memora.hold_lease(${shared}, 'evil', '100 years')`],
      ['publish', `SELECT memora.keep_lease(${shared}, ${fence}, '100 years')`],
      [
        'publish',
        `SELECT memora.end_lease(${shared}, ${fence}, NULL, 'default', 'EVIL', true, '{evil}', '{evil}', '{1}')`,
      ],
      ['admin', "SELECT memora.choose_embedder('evil')"],
      ['publish', "SELECT * FROM memora.list_embeddings('one')"],
      ['publish', `SELECT memora.hold_embedding(${shared}, 'small', 'evil', '100 years', true)`],
      ['publish', `SELECT memora.end_embedding(${shared}, 'small', 'one', 'EVIL', false)`],
      ['publish', `SELECT memora.claim_embedder(${shared}, ${fence}, 'small', 'evil', true)`],
      ['publish', `SELECT memora.drop_graphs(${shared}, 0)`],
      ['ask', 'SELECT memora.chosen_embedder()'],
      ['ask', 'SELECT count(*)::int FROM memora.embedding'],
      ['publish', 'SELECT memora.expire_audit(0)'],
      ['publish', "SELECT * FROM memora.due_scopes('one')"],
      ['admin', "SELECT * FROM memora.read_left_learned('ann', false, '-infinity', '', 0, 9)"],
      ['publish', `SELECT memora.set_epoch(${shared}, 1, 1, 1)`],
      ['publish', `SELECT memora.put_page(${shared}, 1, '_atlas.md', 0, 'x', 'x', false, NULL)`],
      ['publish', `SELECT memora.keep_upkeep(${shared}, 1, 'challenger', '{}')`],
      ['publish', `SELECT memora.clear_pages(${shared})`],
      ['publish', `SELECT memora.make_graph(${shared}, 1, 3)`],
      ['publish', 'SELECT memora.count_rows()'],
      ['publish', `UPDATE memora.claim SET object = '1 euro' WHERE scope = ${shared}`],
    ];
    const { database } = team;
    server.psql(
      `INSERT INTO memora.embedding (scope, embedder, holder) VALUES (${shared}, 'small', 'one'); UPDATE memora.workspace SET embedder = 'small' WHERE id = (SELECT workspace FROM memora.scope WHERE id = ${shared})`,
      database,
    );
    for (const [role, sql] of tries)
      expect([0, '42501', 'MF001', null, false], sql).toContain(
        await last(...set, asPrincipal, `SET ROLE memora_${role}`, sql),
      );
    const embedding = 'SELECT embedder, holder, problem FROM memora.embedding';
    expect(server.psql(embedding, database)).toBe('small|one|');
    expect(server.psql('SELECT DISTINCT embedder_identity FROM memora.workspace', database)).toBe('');
    const uploads: [string, string, unknown][] = [
      ['write', `SELECT memora.open_upload(${shared}, 'x', 'x', 'x')`, '42501'],
      ['write', `SELECT memora.put_piece(${shared}, 'waits', 1, 'x', 1)`, '42501'],
      ['write', `SELECT memora.queue_upload(${shared}, 'waits', 1, 'x', 'x')`, '42501'],
      ['write', `SELECT memora.hold_upload(${hers}, 'waits', 0)`, '42501'],
      ['write', `SELECT memora.end_upload(${hers}, 'waits', 0, NULL, '[]', '{}')`, 'MF001'],
      ['write', "SELECT memora.drop_upload('waits')", false],
      ['write', 'SELECT count(about)::int FROM memora.read_uploads(NULL, 9)', 0],
      ['ask', 'SELECT count(about)::int FROM memora.read_uploads(NULL, 9)', 0],
      ['admin', "SELECT memora.drop_uploads('ann')::text", null],
      ['publish', "SELECT about FROM memora.take_upload('1 s', 'x')", '42501'],
      ['publish', `SELECT memora.keep_upload(${hers}, 'waits', 0, '1 s')`, null],
      ['publish', `SELECT memora.read_piece(${hers}, 'waits', 0, 1)`, null],
      ['publish', `SELECT memora.mark_reading(${hers}, 'waits', 0, true)`, '42501'],
      ['publish', `SELECT memora.put_off_upload(${hers}, 'waits', 0, 'x', true, '1 s')`, '42501'],
      ['publish', `SELECT memora.end_upload(${hers}, 'waits', 0, 'x', NULL, NULL)`, 'MF001'],
      ...ROLES.flatMap((role): [string, string, unknown][] => [
        [role, `SELECT memora.close_upload(${hers}, 'waits', 'x', NULL)`, '42501'],
        [role, `SELECT memora.is_over_quota(${hers}, 'ann')`, '42501'],
      ]),
    ];
    for (const [role, sql, outcome] of uploads)
      expect([sql, await last(...set, asPrincipal, `SET ROLE memora_${role}`, sql)]).toEqual([sql, outcome]);
    // The waiting row is still there, unchanged.
    const waiting = 'SELECT state, fence, pieces FROM memora.upload';
    expect(server.psql(waiting, team.database)).toBe('waiting|0|1');
  });

  it('takes out no memory of an agent, although a worker with the same fence could', async () => {
    const retire = `SELECT memora.retire_memory(${shared}, ${fence}, 0, '${MEMORY}', 1, NULL, NULL, 'ended')`;
    for (const role of ROLES)
      for (const value of [`{${shared}}`, String(shared)]) {
        const set = SETTINGS.map((name) => `SET memora.${name} = '${value}'`);
        expect(['42501', 'MF001'], role).toContain(await last(...set, `SET ROLE memora_${role}`, retire));
      }
    const works = signContext({ role: 'publish', scope: shared, fence: null });
    const signed: [string, unknown[]] = ['SELECT memora.enter($1)', [works]];
    expect(await last('SET ROLE memora_publish', signed, retire)).toBe(true);
  });

  it('says to the database who it is, and is not believed', async () => {
    const foreign = createContextSigner(makeSigningKey());
    const own = signContext(ofAnn('ask'));
    const forged: [string, string][] = [
      [
        'no signature',
        JSON.stringify({ role: 'ask', who: 'ann', groups: [], workspace: WORKSPACE, at: Date.now() }),
      ],
      ['a key of its own', foreign(ofAnn('ask'))],
      ['the id of the right key', own.slice(0, 16) + foreign(ofAnn('ask')).slice(16)],
      ['another payload', own.replace('"ann"', '"ben"')],
      ['the key of the database', `@database${own.slice(9)}`],
      ['nothing', ''],
    ];
    for (const [how, signed] of forged)
      expect(await last('SET ROLE memora_ask', ['SELECT memora.enter($1)', [signed]]), how).toBe('MF003');
    for (const who of ['ann', 'app', 'root_of_tests'])
      expect(await last('SET ROLE memora_ask', ['SELECT memora.enter_self($1, $2)', [who, WORKSPACE]])).toBe(
        'MF003',
      );
    expect(await last('SELECT memora.admit($$ann$$, $${}$$, $$acme$$, true)')).toBe('42501');
    expect(await last('SET ROLE memora_ask', "SELECT memora.admit('ann', '{}', 'acme', true)")).toBe('42501');
  });

  it('has a context that it saw for two minutes, for one role, and what the database made of it for one transaction', async () => {
    const visible = 'SELECT cardinality(memora.visible_scopes())';
    const asked = signContext(ofAnn('ask'));
    expect(await last('SET ROLE memora_ask', ['SELECT memora.enter($1)', [asked]], visible)).toBe(3);
    for (const role of ['write', 'publish', 'admin'])
      expect(await last(`SET ROLE memora_${role}`, ['SELECT memora.enter($1)', [asked]])).toBe('MF003');
    for (const shift of [-1, 1]) {
      const other = createContextSigner(TEAM_KEY, () => Date.now() + shift * (LONGEST_AGE_MS + 30_000));
      expect(await last('SET ROLE memora_ask', ['SELECT memora.enter($1)', [other(ofAnn('ask'))]])).toBe(
        'MF004',
      );
    }
    const kept = await last(
      'SET ROLE memora_ask',
      ['SELECT memora.enter($1)', [asked]],
      "SELECT current_setting('memora.context')",
    );
    expect(String(kept)).toContain('ann');
    const set: [string, unknown[]] = ["SELECT set_config('memora.context', $1, true)", [kept]];
    expect(await last('SET ROLE memora_ask', set, visible)).toBe(0);
    expect(
      await last('SET ROLE memora_ask', set, `SELECT count(*)::int FROM memora.claim WHERE scope = ${hers}`),
    ).toBe(0);
    // Ann's verified context reads her notes; a changed one reads none.
    const widened =
      "SELECT set_config('memora.context', replace(current_setting('memora.context'), '{', '{9,'), true)";
    expect(await last('SET ROLE memora_ask', ['SELECT memora.enter($1)', [asked]], widened, visible)).toBe(0);
  });

  it('leaves no object, no function and no file', async () => {
    for (const sql of [
      'SELECT lo_create(0)',
      "SELECT lo_from_bytea(0, 'x')",
      "SELECT lo_import('/etc/passwd')",
      'CREATE TEMPORARY TABLE mine (x int)',
      'CREATE TABLE mine (x int)',
      'CREATE TABLE memora.mine (x int)',
      'CREATE SCHEMA mine',
      'CREATE FUNCTION memora.f() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
      'CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
      "SELECT nextval('memora.audit_sequence_seq')",
      "SELECT setval('memora.scope_id_seq', 99)",
      'SELECT last_value FROM memora.scope_id_seq',
      "COPY (SELECT 1) TO PROGRAM 'id'",
      "SELECT pg_read_file('postgresql.conf')",
      // With this lock, every write into the scope would wait.
      `SELECT pg_advisory_lock(${0x6d657261}, ${shared})`,
      `SELECT pg_try_advisory_xact_lock_shared(${0x6d657261}, ${shared})`,
      'SET SESSION AUTHORIZATION ann',
      'SET ROLE memora_owner',
    ])
      for (const role of ['NONE', ...ROLES.map((each) => `memora_${each}`)])
        expect(['42501', '42704', '22023'], `${role} ${sql}`).toContain(await last(`SET ROLE ${role}`, sql));
  });

  it('hears numbers alone when a scope is published', async () => {
    await using client = await openClient(server, team.database, 'app');
    const heard = new Promise<string>((resolve) =>
      client.on('notification', ({ payload }) => resolve(payload ?? '')),
    );
    await client.query('LISTEN memora_epoch');
    const folder = team.folder({ 'second.md': 'The hall has 3 doors.\n' });
    await pushFolder({ ...team.as('ann'), root: folder, database: 'another' });
    await workOnScope({ ...team.as('ann'), scope: shared, folder: team.folder() });
    expect(await heard).toMatch(/^\d+ \d+$/);
  });

  it('learns no word from statistics, plans, functions, other sessions or a dump', async () => {
    const waiting = transactionAs(
      team.source,
      { role: 'ask', principal: { name: 'ann' }, workspace: WORKSPACE },
      (db) => db.rows('SELECT pg_sleep(1), $1::bytea', [Buffer.from('heliotrope')]),
    ).catch(() => undefined);
    const queries = (await attack(["SELECT string_agg(query, ' ') FROM pg_stat_activity"]))[0] as string;
    await waiting;
    expect(queries).not.toContain('heliotrope');
    expect(queries).not.toContain('"who"');
    server.psql('ANALYZE', team.database);
    for (const role of ROLES)
      expect(
        await last(
          `SET ROLE memora_${role}`,
          "SELECT count(*)::int FROM pg_stats WHERE schemaname = 'memora'",
        ),
      ).toBe(0);
    const dump = execFileSync(
      'pg_dump',
      [
        ...['-h', server.socket, '-p', String(server.port), '-U', 'root_of_tests'],
        ...['--exclude-table-data=memora.signing_key', team.database],
      ],
      { maxBuffer: 1 << 28 },
    ).toString();
    expect(dump).toContain('shared.md');
    const pads = server.psql(
      "SELECT encode(inner_pad, 'hex') || ' ' || encode(outer_pad, 'hex') FROM memora.signing_key",
      team.database,
    );
    for (const pad of pads.split(/\s/)) expect(dump).not.toContain(pad);
  });
});

describe.skipIf(reason !== null)('a login of one person', () => {
  it('is that person, reads what that person may read, and nothing else', async () => {
    server.psql('CREATE ROLE ben LOGIN NOINHERIT; CREATE ROLE carl LOGIN NOINHERIT');
    await initTeam(team.owner, { workspace: WORKSPACE, admin: 'ann', person: 'ben' });
    await initTeam(team.owner, { workspace: WORKSPACE, admin: 'ann', person: 'carl' });
    const poolOf = (user: string) =>
      openPool(readAddress({ url: server.url(team.database, user), from: 'flag', env: {} }), {
        connections: 1,
      });
    const paths = async (user: string, name: string) => {
      const pool = poolOf(user);
      try {
        return await transactionAs(
          pool,
          { role: 'ask', principal: { name }, workspace: WORKSPACE },
          async (db) => (await db.rows<[string]>('SELECT path FROM memora.head ORDER BY 1')).flat(),
        );
      } finally {
        await pool.close();
      }
    };
    expect(await paths('ben', 'ben')).toEqual(['second.md', MEMORY, 'shared.md']);
    expect(await paths('carl', 'carl')).toEqual([]);
    await expect(paths('ben', 'ann')).rejects.toMatchObject({ code: 'TEAM_CONTEXT_REFUSED' });
    const pool = poolOf('ben');
    await expect(
      transactionAs(pool, { role: 'write', principal: { name: 'ben' }, workspace: WORKSPACE }, (db) =>
        db.rows('SELECT 1'),
      ),
    ).rejects.toMatchObject({ code: 'TEAM_SIGNING_KEY_MISSING' });
    await pool.close();
    expect(
      await attack(
        [
          'SET ROLE memora_write',
          'SET ROLE memora_publish',
          'SET ROLE memora_ask',
          ['SELECT memora.enter_self($1, $2)', ['ben', WORKSPACE]],
          "INSERT INTO memora.audit (workspace, principal, act) VALUES (1, 'ben', 'x')",
          'SELECT memora.principal()',
        ],
        'ben',
      ),
    ).toEqual(['42501', '42501', null, 2, '42501', null]);
  });

  it('counts for nothing once another key is the only one', async () => {
    const key = makeSigningKey();
    const options = { workspace: WORKSPACE, admin: 'ann' };
    await initTeam(team.owner, { ...options, signingKey: key, isOnlyKey: true });
    const enter = (sign: SignContext): [string, unknown[]] => [
      'SELECT memora.enter($1)',
      [sign(ofAnn('ask'))],
    ];
    expect(await last('SET ROLE memora_ask', enter(signContext))).toBe('MF003');
    expect(await last('SET ROLE memora_ask', enter(createContextSigner(key)))).toBe(3);
    await initTeam(team.owner, { ...options, signingKey: TEAM_KEY });
    expect(await last('SET ROLE memora_ask', enter(signContext))).toBe(3);
  });
});
