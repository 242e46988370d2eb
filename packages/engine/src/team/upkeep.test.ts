import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  addUserScope,
  eraseTeamNote,
  initTeam,
  openPool,
  openTeamDatabase,
  pullFolder,
  pushFolder,
  readAddress,
  readTeamStatus,
  runWorkerOnce,
  type ScopeUpkeep,
  type WorkReport,
  writeTeamNote,
} from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { signContext, TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { createScopeUpkeep } from './exits/create-scope-upkeep.ts';
import { openTeamMemory } from './open-team-memory.ts';

const CODEC = createSecretCodec(new Uint8Array(32).fill(7));
const reason = whyNoServer();
const PAGES = ['_memora/harbor/_atlas.md', '_memora/harbor/_index.md', '_memora/world_map.md'];

describe.skipIf(reason !== null)(
  `what is done on a scope every day${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let team: Awaited<ReturnType<typeof openTeamDatabase>>;
    const folders: string[] = [];
    const folder = (notes: Readonly<Record<string, string>> = {}) => {
      const root = mkdtempSync(join(tmpdir(), 'memora-upkeep-'));
      folders.push(root);
      for (const [path, text] of Object.entries(notes)) write(root, path, text);
      return root;
    };
    const write = (root: string, path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const as = async (name: string) => ({
      source: team.source,
      principal: { name },
      workspace: 'acme',
      database: 'team',
      hash: await loadBlake3(),
      codec: CODEC,
    });
    const psql = (sql: string) => server.psql(sql, 'team');
    const openUpkeep = async () =>
      createScopeUpkeep({
        settings: await loadConfig({
          vault: undefined,
          env: {},
          flags: { 'consolidation.pages': 'folder' },
        }),
      });
    const work = async (disk: string, upkeep?: ScopeUpkeep) =>
      runWorkerOnce({ ...(await as('ann')), folder: disk, upkeep: upkeep ?? (await openUpkeep()) });
    const done = (reports: readonly WorkReport[]) =>
      reports.flatMap(({ scope, upkeep }) => upkeep.map(({ task }) => `${scope} ${task}`)).sort();
    const versions = () =>
      psql(
        "SELECT string_agg(path || ' ' || version || ' ' || author, E'\\n' ORDER BY scope, path, version) FROM memora.version WHERE via = 'consolidate'",
      ).split('\n');
    const dayBefore = () =>
      psql(
        `UPDATE memora.scope SET upkeep = (SELECT coalesce(jsonb_object_agg(k, jsonb_set(v, '{at}', to_jsonb(now() - interval '25 hours'))), '{}') FROM jsonb_each(upkeep) AS e (k, v))`,
      );
    const read = async (path: string) => {
      const ann = await (await openTeamMemory({ database: team, workspace: 'acme' })).as({ name: 'ann' });
      return Buffer.from((await ann.readNote(path)) ?? []).toString();
    };
    const root = folder({
      'harbor/pump.md':
        '# Pump\n\nThe capacity of Pump Nine is 30 litres.\n\n<!--privacy:secret-->The vault code is heliotrope.<!--/privacy-->\n',
      'harbor/crane.md': '# Crane\n\nThe capacity of Pump Nine is 40 litres. See [[Winch]].\n',
    });
    const disk = folder();

    beforeAll(async () => {
      server = await startServer();
      server.psql('CREATE DATABASE team');
      server.psql('CREATE ROLE app LOGIN NOINHERIT');
      const owner = openPool(readAddress({ url: server.url('team'), from: 'flag', env: TEAM_ENV }));
      await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
      await owner.close();
      team = await openTeamDatabase(
        readAddress({ url: server.url('team', 'app'), from: 'flag', env: TEAM_ENV }),
      );
      await addUserScope({ source: team.source, principal: { name: 'ann' }, workspace: 'acme' }, 'ann');
      write(root, 'users/ann/mine.md', '# Mine\n\nThe password hint of Ann is zinnia.\n');
    }, 120_000);
    afterAll(async () => {
      await team?.close();
      await server?.[Symbol.asyncDispose]();
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    });

    it('is done once by two workers, of what stands in the scope alone, and not again that day', async () => {
      await pushFolder({ ...(await as('ann')), root });
      const both = await Promise.all([work(disk), work(folder())]);
      const first = [...done(both.flat()), ...done(await work(disk))].sort();
      const scopes = new Set(first.map((each) => each.split(' ')[0]));
      expect(scopes.size).toBeGreaterThanOrEqual(2);
      expect(first).toEqual([...scopes].flatMap((id) => [`${id} challenger`, `${id} consolidation`]).sort());
      expect(versions().filter((each) => each.startsWith('_memora/harbor'))).toEqual(
        PAGES.slice(0, 2).map((path) => `${path} 1 @worker`),
      );
      expect(done(await work(folder()))).toEqual([]);

      const ann = await (await openTeamMemory({ database: team, workspace: 'acme' })).as({ name: 'ann' });
      const map = Buffer.from((await ann.readNote('_memora/world_map.md')) ?? []).toString();
      expect(map).toContain('World map');
      const atlas = Buffer.from((await ann.readNote(PAGES[0] as string)) ?? []).toString();
      expect(atlas).toContain('Pump Nine');
      // Neither secret text nor text of another scope.
      expect(map + atlas).not.toMatch(/heliotrope|zinnia/);
      const [status] = (await readTeamStatus(await as('ann'))).filter(({ kind }) => kind === 'workspace');
      expect(status?.upkeep.challenger?.counts['contradiction']).toBeGreaterThan(0);
    });

    it('leaves no page behind in the publication, and is pulled like a note', async () => {
      await work(disk);
      const ann = await (await openTeamMemory({ database: team, workspace: 'acme' })).as({ name: 'ann' });
      expect(await ann.countBehind()).toBe(0);
      expect((await readTeamStatus(await as('ann'))).map(({ behind }) => behind)).toEqual([0, 0, 0]);
      await pullFolder({ ...(await as('ann')), root });
      expect(readFileSync(join(root, '_memora/world_map.md'), 'utf8')).toContain('World map');
      // The working copy that has them pushes nothing.
      expect((await pushFolder({ ...(await as('ann')), root })).skipped).toEqual([]);
    });

    it('writes nothing where nothing is new, and what is new a day later', async () => {
      const before = versions();
      dayBefore();
      expect(done(await work(disk)).length).toBeGreaterThanOrEqual(4);
      expect(versions()).toEqual(before);
      write(root, 'harbor/dredger.md', '# Dredger\n\nThe dredger is operated by Otto Lindqvist.\n');
      await pushFolder({ ...(await as('ann')), root });
      await work(disk);
      expect(versions()).toEqual(before);
      dayBefore();
      await work(disk);
      expect(await read(PAGES[0] as string)).toContain('Otto Lindqvist');
    });

    it('leaves the pages that a folder made of its own notes, here and there', async () => {
      const map = join(root, '_memora/world_map.md');
      writeFileSync(map, `${readFileSync(map, 'utf8')}\nMy own line.\n`);
      rmSync(join(root, PAGES[1] as string));
      const before = versions();
      const pushed = await pushFolder({ ...(await as('ann')), root });
      expect([pushed.written, pushed.removed, pushed.moved]).toEqual([[], [], []]);
      expect(versions()).toEqual(before);
      write(root, 'harbor/tug.md', '# Tug\n\nThe tug Mira is moored at Pier Four.\n');
      await pushFolder({ ...(await as('ann')), root });
      await work(disk);
      dayBefore();
      await work(disk);
      expect(await read('_memora/world_map.md')).not.toContain('My own line.');
      expect((await pullFolder({ ...(await as('ann')), root })).both).toEqual([]);
      expect(readFileSync(map, 'utf8')).toContain('My own line.');
      expect(readFileSync(join(root, PAGES[0] as string), 'utf8')).toContain('Mira');
    });

    it('leaves a page that somebody else wrote at that moment', async () => {
      write(root, 'harbor/ferry.md', '# Ferry\n\nThe ferry Nora leaves at noon.\n');
      await pushFolder({ ...(await as('ann')), root });
      await work(disk);
      dayBefore();
      const upkeep = await openUpkeep();
      const page = PAGES[0] as string;
      const reports = await work(disk, {
        ...upkeep,
        run: async (task, scope) => {
          const outcome = await upkeep.run(task, scope);
          if (outcome.pages.some(({ path }) => path === page))
            await writeTeamNote(page, Buffer.from('# Mine\n'), 3, await as('ann'));
          return outcome;
        },
      });
      expect(reports.flatMap(({ upkeep: kept }) => kept.flatMap(({ left }) => left))).toEqual([page]);
      expect(await read(page)).toBe('# Mine\n');
    });

    it('takes the pages away with the publication that makes something on them secret, and makes them again', async () => {
      expect(await read('_memora/world_map.md')).toContain('World map');
      write(
        root,
        'harbor/dredger.md',
        '# Dredger\n\n<!--privacy:secret-->The dredger is operated by Otto Lindqvist.<!--/privacy-->\n',
      );
      await pushFolder({ ...(await as('ann')), root });
      await work(disk, { ...(await openUpkeep()), dueOf: () => [] });
      expect(await read(PAGES[0] as string)).toBe('');
      const found = () =>
        psql(
          "SELECT count(*) FROM memora.blob WHERE NOT sealed AND position('Lindqvist'::bytea in bytes) > 0",
        );
      // The versions of the note from before it was secret are its history. No page contains them.
      expect(Number(found())).toBe(1);
      await work(disk);
      expect(await read(PAGES[0] as string)).toContain('Mira');
      expect(await read(PAGES[0] as string)).not.toContain('Lindqvist');
    });

    it('takes the pages away with a note that is erased', async () => {
      await eraseTeamNote('harbor/tug.md', { ...(await as('ann')), folder: disk, backupHorizon: null });
      expect(await read(PAGES[0] as string)).toBe('');
      expect(psql("SELECT count(*) FROM memora.blob WHERE position('Mira'::bytea in bytes) > 0")).toBe('0');
      await work(disk);
      expect(await read(PAGES[0] as string)).toContain('Nora');
      expect(await read(PAGES[0] as string)).not.toContain('Mira');
    });

    it('takes away the pages of a region that is no more', async () => {
      await pullFolder({ ...(await as('ann')), root });
      rmSync(join(root, 'harbor'), { recursive: true });
      write(root, 'sea/buoy.md', '# Buoy\n\nThe buoy blinks every 30 seconds.\n');
      await pushFolder({ ...(await as('ann')), root });
      await work(disk);
      dayBefore();
      await work(disk);
      expect(await read(PAGES[1] as string)).toBe('');
      expect(await read('_memora/sea/_atlas.md')).toContain('buoy');
    });

    it('is refused whoever lost the scope, and for any other note', () => {
      const shared = Number(server.psql("SELECT id FROM memora.scope WHERE kind = 'workspace'", 'team'));
      const put = (fence: string, path: string) =>
        server.psql(
          `BEGIN; SET LOCAL ROLE memora_publish; SELECT memora.enter('${signContext({ role: 'publish', scope: shared, fence: null })}');
           SELECT memora.put_page(s.id, ${fence}, '${path}', 0, '\\x01', '\\x01', false, NULL) FROM memora.scope s WHERE kind = 'workspace'; ROLLBACK`,
          'team',
        );
      expect(() => put('s.fence', '_atlas.md')).not.toThrow();
      expect(() => put('s.fence - 1', '_atlas.md')).toThrow(/another worker/);
      expect(() => put('s.fence', 'pump.md')).toThrow(/not a page/);
      expect(() => put('s.fence', 'x_atlas.md')).toThrow(/not a page/);
    });
  },
);
