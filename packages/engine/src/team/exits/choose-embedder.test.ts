import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadBlake3 } from '@memora/claims/internal';
import {
  chooseEmbedder,
  type EmbeddingTurn,
  eraseTeamNote,
  initTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  readChosenEmbedder,
  readTeamStatus,
  runEmbeddings,
  runWorkerOnce,
  type TeamDatabase,
} from '@memora/postgres';
import { readEmbeddings } from '@memora/postgres/internal';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../config/index.ts';
import { type EmbeddingServer, openEmbeddingServer } from '../../testing-fixtures/embedding-server.ts';
import { openTeamMemory } from '../open-team-memory.ts';
import { listAllowedEmbedders } from './open-embedders.ts';
import { openWorkerEmbedders } from './open-worker-embedders.ts';

const SECRET = 'zyzzyva';
const NOTES: Readonly<Record<string, string>> = {
  'pump.md': '# Pump Nine\n\nPump Nine runs at 40 bar.\n\nPump Nine stands in Brno.\n',
  'door.md': `# Door\n\nThe door is blue.\n\n<!-- privacy: secret -->\nThe door code is ${SECRET}.\n<!-- /privacy -->\n`,
  'birds.md': `# Birds\n\n${Array.from({ length: 70 }, (_, i) => `Heron ${i} eats ${i + 2} fish.`).join('\n\n')}\n`,
};
const QUESTION = 'Pump Nine';
const codec = createSecretCodec(new Uint8Array(32).fill(7));
const CHILD = fileURLToPath(new URL('../../testing-fixtures/embedding-child.ts', import.meta.url));
const PEOPLE = { acme: 'ann', blue: 'bob' } as const;
type Workspace = keyof typeof PEOPLE;

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `an embedder for each workspace${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let database: TeamDatabase;
    let settings: LoadedConfig;
    let small: EmbeddingServer;
    let tiny: EmbeddingServer;
    let hash: Awaited<ReturnType<typeof loadBlake3>>;
    const home = mkdtempSync(join(tmpdir(), 'memora-chosen-'));
    const disk = join(home, 'worker');
    const roots = { acme: join(home, 'acme'), blue: join(home, 'blue') };
    const at = (login?: string) =>
      readAddress({ url: server.url('chosen', login), from: 'flag', env: TEAM_ENV });
    const acting = (workspace: Workspace = 'acme', name: string = PEOPLE[workspace]) => ({
      ...{ source: database.source, principal: { name }, workspace, database: 'chosen', hash, codec },
    });
    const names = () => listAllowedEmbedders(settings).map(({ name }) => name);
    const choose = (name: string, workspace: Workspace = 'acme') =>
      chooseEmbedder(acting(workspace), name, names());
    const push = async (notes: Readonly<Record<string, string>>, workspace: Workspace = 'acme') => {
      for (const [path, text] of Object.entries(notes)) {
        mkdirSync(dirname(join(roots[workspace], path)), { recursive: true });
        writeFileSync(join(roots[workspace], path), text);
      }
      await pushFolder({ ...acting(workspace), root: roots[workspace] });
    };
    const working = () => ({
      ...acting(),
      folder: disk,
      embedders: openWorkerEmbedders({ settings, env: {}, folder: disk }),
    });
    const publish = () => runWorkerOnce(working());
    const embed = (onTurn?: (turn: EmbeddingTurn) => void) => runEmbeddings({ ...working(), onTurn });
    const ask = async (workspace: Workspace = 'acme', question = QUESTION) => {
      const memories = await openTeamMemory({
        ...{ database, workspace, codec, settings, env: {} },
        embedFolder: home,
      });
      const { hits, degradedReasons } = await (await memories.as({ name: PEOPLE[workspace] })).query(
        question,
      );
      const texts = hits.map(({ snippet }) => snippet);
      return { texts, reasons: degradedReasons, legs: new Set(hits.flatMap(({ why }) => why.legs)) };
    };
    const rows = (sql: string) => server.psql(sql, 'chosen');
    const scopeOf = (workspace: Workspace) =>
      Number(
        rows(
          `SELECT s.id FROM memora.scope s JOIN memora.workspace w ON w.id = s.workspace WHERE w.name = '${workspace}' AND s.kind = 'workspace'`,
        ),
      );
    const setsOf = (workspace: Workspace) =>
      rows(
        `SELECT coalesce(string_agg(format('%s %s %s %s', s.embedder, s.dimensions, s.state, c.vectors), ', ' ORDER BY s.id), '')
         FROM memora.vector_set s LEFT JOIN memora.vector_count c ON c.scope = s.scope AND c.set_id = s.id WHERE s.scope = ${scopeOf(workspace)}`,
      );
    const near = (workspace: Workspace) =>
      rows(
        `SELECT count(*) || ' ' || count(DISTINCT set_id) || ' ' || coalesce(min(vector_dims(vector)), 0) FROM memora.vector_near WHERE scope = ${scopeOf(workspace)}`,
      );
    const retry = () => rows('UPDATE memora.embedding SET due_at = now()');

    beforeAll(async () => {
      [small, tiny] = [await openEmbeddingServer(), await openEmbeddingServer(8)];
      const config = join(home, 'config');
      mkdirSync(config, { recursive: true });
      writeFileSync(
        join(config, 'config.toml'),
        Object.entries({ small: [small.url, 26], tiny: [tiny.url, 8] })
          .map(
            ([name, [url, dim]]) =>
              `[embedder.${name}]\nprovider = "openai-compatible"\nendpoint = "${url}"\nmodel = "letters"\ndim = ${dim}\n`,
          )
          .join(''),
      );
      settings = await loadConfig({ configDir: config, env: {} });
      hash = await loadBlake3();
      server = await startServer();
      server.psql('CREATE DATABASE chosen');
      server.psql('CREATE ROLE app LOGIN NOINHERIT');
      const owner = openPool(at());
      for (const [workspace, admin] of Object.entries(PEOPLE))
        await initTeam(owner, { workspace, admin, login: 'app', signingKey: TEAM_KEY });
      await owner.close();
      database = await openTeamDatabase(at('app'));
      await push(NOTES);
      await push({ 'pump.md': '# Pump Nine\n\nPump Nine of the blue team is old.\n' }, 'blue');
      await publish();
    }, 120_000);
    afterEach(() => {
      for (const each of [small, tiny])
        Object.assign(each, { status: null, until: null, onRequest: () => undefined });
    });
    afterAll(async () => {
      await database?.close();
      await server?.[Symbol.asyncDispose]();
      await small?.[Symbol.asyncDispose]();
      await tiny?.[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    });

    it('goes from the table that ships to a model of the operator, and embeds each workspace by its own', async () => {
      expect(setsOf('acme')).toMatch(/^memora-word-table \d+ ready \d+$/);
      await choose('small');
      await choose('tiny', 'blue');
      await embed();
      expect([setsOf('acme'), setsOf('blue')]).toEqual([
        expect.stringMatching(/^embedder.small:\S+ 26 ready \d+$/),
        expect.stringMatching(/^embedder.tiny:\S+ 8 ready \d+$/),
      ]);
      expect([near('acme'), near('blue')]).toEqual([
        expect.stringMatching(/^\d{2,} 1 26$/),
        expect.stringMatching(/^\d+ 1 8$/),
      ]);
      const before = [small.texts.length, tiny.texts.length];
      const [acme, blue] = [await ask(), await ask('blue')];
      expect([acme.reasons, blue.reasons]).toEqual([[], []]);
      expect(acme.legs).toContain('vector');
      expect(blue.legs).toContain('vector');
      expect(blue.texts.join()).toMatch(/blue team/);
      expect([small.texts.slice(before[0]), tiny.texts.slice(before[1])]).toEqual([[QUESTION], [QUESTION]]);
      expect(rows('SELECT count(*) FROM memora.embedding')).toBe('0');
    }, 120_000);

    it('answers from the old vectors until the new ones are whole, and publishes captures meanwhile', async () => {
      const held = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      tiny.until = held.promise;
      tiny.onRequest = asked.resolve;
      await choose('tiny');
      const embedding = embed();
      await asked.promise;
      expect(setsOf('acme')).toMatch(/^embedder.small:\S+ 26 ready \d+, embedder.tiny:\S+ 8 building/);
      const before = small.texts.length;
      const during = await ask();
      expect([during.reasons, during.legs.has('vector')]).toEqual([[], true]);
      expect(small.texts.slice(before)).toEqual([QUESTION]);
      await push({ 'crane.md': '# Crane\n\nThe crane lifts nine tons.\n' });
      await publish();
      expect((await ask('acme', 'crane')).texts.join()).toMatch(/nine tons/);
      // The waiting worker or another one embeds it for the vectors in use, while the other embedder hangs.
      await embed();
      const left = () => rows("SELECT count(*) FROM memora.embedding WHERE embedder = 'small'");
      await expect.poll(left, { timeout: 60_000 }).toBe('0');
      expect(small.texts).toContain('Crane. The crane lifts nine tons.');
      expect((await ask()).reasons).toEqual([]);
      const [status] = (await readTeamStatus(acting())).filter(({ kind }) => kind === 'workspace');
      expect(status?.vectors.embedder).toMatch(/^embedder.small:\S+@1$/);
      expect(status?.vectors.waiting).toEqual([
        { embedder: 'tiny', texts: expect.any(Number), problem: null, retryAt: null },
      ]);
      held.resolve();
      await embedding;
      expect([setsOf('acme'), near('acme')]).toEqual([
        expect.stringMatching(/^embedder.tiny:\S+ 8 ready \d+$/),
        expect.stringMatching(/^\d{2,} 1 8$/),
      ]);
      const last = [small.texts.length, tiny.texts.length];
      const after = await ask();
      expect([after.reasons, after.legs.has('vector')]).toEqual([[], true]);
      expect([small.texts.slice(last[0]), tiny.texts.slice(last[1])]).toEqual([[], [QUESTION]]);
    }, 120_000);

    it('stays with the old one while the new one fails, says so, and tries again later', async () => {
      small.status = 500;
      await choose('small');
      const turns = await embed();
      expect(turns.map(({ embedder, problem }) => [embedder, problem])).toEqual([
        ['small', 'EMBEDDER_FAILED'],
      ]);
      expect(setsOf('acme')).toMatch(/^embedder.tiny:\S+ 8 ready \d+, embedder.small:\S+ 26 building/);
      expect((await ask()).reasons).toEqual([]);
      expect(await readEmbeddings(acting(), names())).toMatchObject({ scopes: 1, failing: 1 });
      rows("UPDATE memora.embedding SET due_at = now() + interval '1 hour'");
      const [status] = (await readTeamStatus(acting())).filter(({ kind }) => kind === 'workspace');
      expect(status?.vectors.waiting).toEqual([
        {
          ...{ embedder: 'small', texts: expect.any(Number), problem: 'EMBEDDER_FAILED' },
          retryAt: expect.stringMatching(/^20.*Z$/),
        },
      ]);
      const requests = small.headers.length;
      expect(await embed()).toEqual([]);
      retry();
      expect(await embed()).toHaveLength(1);
      expect(small.headers.length).toBeGreaterThan(requests);
      expect(rows("SELECT failures || ' ' || (due_at - turned_at) FROM memora.embedding")).toMatch(
        /^2 00:00:0[12]/,
      );
    }, 120_000);

    it('goes back midway without asking anybody', async () => {
      const asked = [small.headers.length, tiny.headers.length];
      await choose('tiny');
      await embed();
      expect(setsOf('acme')).toMatch(/^embedder.tiny:\S+ 8 ready \d+$/);
      expect([small.headers.length, tiny.headers.length]).toEqual(asked);
      expect(rows('SELECT count(*) FROM memora.embedding')).toBe('0');
      expect((await ask()).reasons).toEqual([]);
    }, 120_000);

    it('leaves no vector of an erased note in either set', async () => {
      await push({ 'kim.md': '# Kim\n\nKim owns a quokka.\n' });
      await publish();
      await embed();
      const count = () =>
        rows(
          `SELECT string_agg(vectors::text, ',' ORDER BY set_id) FROM memora.vector_count WHERE scope = ${scopeOf('acme')}`,
        );
      const before = Number(count());
      const asked = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      small.onRequest = asked.resolve;
      small.until = held.promise;
      await choose('small');
      const embedding = embed();
      await asked.promise;
      await eraseTeamNote('kim.md', { ...acting(), folder: join(home, 'eraser'), backupHorizon: null });
      expect(rows("SELECT count(*) FROM memora.vector_text WHERE text LIKE '%quokka%'")).toBe('0');
      held.resolve();
      await embedding;
      rmSync(join(roots.acme, 'kim.md'));
      expect(setsOf('acme')).toMatch(/^embedder.small:\S+ 26 ready \d+$/);
      expect(Number(count())).toBe(before - 1);
      expect(near('acme')).toBe(`${before - 1} 1 26`);
    }, 120_000);

    it('continues after a worker was killed, and asks again only for the texts on their way', async () => {
      await push({
        'fish.md': `# Fish\n\n${Array.from({ length: 300 }, (_, i) => `Carp ${i} weighs ${i + 3} stones.`).join('\n\n')}\n`,
      });
      await publish();
      await choose('small');
      await embed();
      const before = tiny.texts.length;
      await choose('tiny');
      let requests = 0;
      const child = spawn(
        process.execPath,
        [
          ...['--conditions=memora-source', CHILD],
          ...[server.url('chosen', 'app'), join(home, 'config'), join(home, 'child')],
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      let said = '';
      child.stderr.on('data', (text) => {
        said += text;
      });
      const ended = new Promise((resolve) =>
        child.on('exit', (code, signal) => resolve(signal ?? `${code}: ${said}`)),
      );
      tiny.onRequest = () => {
        requests++;
        if (requests === 3) child.kill('SIGKILL');
      };
      expect(await ended).toBe('SIGKILL');
      const kept = Number(
        rows(
          `SELECT c.vectors FROM memora.vector_count c JOIN memora.vector_set s ON s.scope = c.scope AND s.id = c.set_id WHERE s.scope = ${scopeOf('acme')} AND s.state = 'building'`,
        ),
      );
      expect(kept).toBeGreaterThan(0);
      // Its leases expire by themselves.
      while (
        rows(
          'SELECT count(*) FROM memora.embedding e JOIN memora.scope s ON s.id = e.scope WHERE e.leased_until > now() OR s.leased_until > now()',
        ) !== '0'
      )
        await wait(50);
      await embed();
      const whole = Number(setsOf('acme').match(/^embedder.tiny:\S+ 8 ready (\d+)$/)?.[1]);
      expect(whole).toBeGreaterThan(300);
      const sent = tiny.texts.slice(before);
      expect(new Set(sent).size).toBe(whole);
      expect(sent.length).toBeLessThanOrEqual(whole * 2 - kept);
    }, 180_000);

    it('goes to the table that ships, to none, and back to a model', async () => {
      await choose('local');
      await embed();
      expect(setsOf('acme')).toMatch(/^memora-word-table \d+ ready \d+$/);
      expect(rows(`SELECT count(*) FROM memora.vector_text WHERE scope = ${scopeOf('acme')}`)).toBe('0');
      expect((await ask()).reasons).toEqual([]);
      await choose('none');
      // Immediately, before any worker has checked.
      const sent = [small.texts.length, tiny.texts.length];
      expect((await ask()).legs.has('vector')).toBe(false);
      await embed();
      expect([setsOf('acme'), near('acme')]).toEqual(['', '0 0 0']);
      expect([(await ask()).reasons, [small.texts.length, tiny.texts.length]]).toEqual([[], sent]);
      await choose('small');
      await embed();
      expect(setsOf('acme')).toMatch(/^embedder.small:\S+ 26 ready \d+$/);
    }, 120_000);

    it('lets only administrators choose, only among what the operator allows, and shows another workspace nothing', async () => {
      rows(
        "INSERT INTO memora.member (workspace, principal, role) SELECT id, 'ben', 'writer' FROM memora.workspace WHERE name = 'acme'",
      );
      // One is a member who writes, the other is not a member.
      for (const name of ['ben', 'eve'])
        await expect(chooseEmbedder(acting('acme', name), 'local', names())).rejects.toMatchObject({
          code: expect.stringMatching(/^TEAM_(?:RIGHTS_MISSING|NOT_A_MEMBER)$/),
        });
      await expect(choose('huge')).rejects.toMatchObject({ code: 'EMBEDDER_UNKNOWN' });
      await choose('tiny');
      expect([await readChosenEmbedder(acting()), await readChosenEmbedder(acting('blue'))]).toEqual([
        'tiny',
        'tiny',
      ]);
      await choose('local', 'blue');
      expect(await readChosenEmbedder(acting())).toBe('tiny');
      const seen = await readTeamStatus(acting('blue'));
      expect(seen.flatMap(({ vectors }) => vectors.waiting.map(({ embedder }) => embedder))).toEqual([
        'local',
      ]);
      expect(
        rows(
          "SELECT string_agg(w.name || ' ' || a.principal || ' ' || (a.detail->>'embedder'), ', ' ORDER BY a.sequence DESC) FROM memora.audit a JOIN memora.workspace w ON w.id = a.workspace WHERE a.act = 'embedder use' AND a.sequence >= (SELECT max(sequence) - 1 FROM memora.audit)",
        ),
      ).toBe('blue bob local, acme ann tiny');
      await embed();
    }, 120_000);

    it('never sends a secret text, or a key or an address to the database', () => {
      const sent = [...small.texts, ...tiny.texts].join('\n');
      expect(sent).toContain('The door is blue.');
      expect(sent).not.toContain(SECRET);
      const tables = rows(
        "SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = 'memora'::regnamespace AND relkind = 'r'",
      );
      expect(tables).toContain('audit');
      for (const table of tables.split(' '))
        expect([
          table,
          rows(`SELECT count(*) FROM memora.${table} t WHERE t::text LIKE '%127.0.0.1%'`),
        ]).toEqual([table, '0']);
    });
  },
);
