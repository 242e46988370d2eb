import { openTeamSealing } from '@memora/engine/team';
import {
  addMember,
  eraseTeamNote,
  openTeamDatabase,
  readAddress,
  removeMember,
  type TeamDatabase,
} from '@memora/postgres';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS, type TestClient } from '../testing-fixtures/connect-client.ts';
import { type McpTeam, type ServedTeam, setupTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { codeOf, outputOf } from '../testing-fixtures/tool-output.ts';
import { addToken, listTokens, revokeToken } from './tokens/keep-tokens.ts';

const reason = whyNoServer();
const WAIT = { wait_ms: 30_000 };
const QUAY = { query: 'How many steps has the quay?' };
const TOOLS = ['memora_query', 'memora_query_cited'] as const;

/**
 * The caller repeats the same question at both servers, whose caches are warm, as soon as its rights have
 * changed. Nothing else is published meanwhile.
 */
describe.skipIf(reason !== null)(
  `what a served team takes away without a publication${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let servers: ServedTeam[];
    let ben: TestClient;
    let eves: TestClient[];
    let database: TeamDatabase;
    const acting = () => ({ source: database.source, principal: { name: 'ann' }, workspace: WORKSPACE });
    const connect = async (who: string) => {
      const token = await team.tokenOf(who);
      return Promise.all(servers.map(({ url }) => HTTP_CLIENTS['v2 SDK over HTTP'](url, token)));
    };
    const answers = async (clients = eves, asked: object = QUAY) => {
      const replies: string[] = [];
      for (const client of clients)
        for (const tool of TOOLS)
          replies.push(JSON.stringify(outputOf(await client.callTool(tool, { ...asked }))));
      return replies;
    };
    const capture = async (summary: string, body: string, more: object = { scope: 'workspace' }) =>
      outputOf(await ben.callTool('memora_capture', { region: 'r', summary, body, ...more, ...WAIT }));
    const everyOne = (text: string) => Array.from({ length: 4 }, () => expect.stringContaining(text));

    beforeAll(async () => {
      postgres = await startServer();
      team = await setupTeam(postgres);
      servers = [await team.serve({ withWorker: true }), await team.serve()];
      [ben] = (await connect('ben')) as [TestClient];
      eves = await connect('eve');
      database = await openTeamDatabase(
        readAddress({ url: postgres.url(team.name, 'app'), from: 'flag', env: TEAM_ENV }),
      );
    }, 120_000);
    afterAll(async () => {
      await Promise.all([ben, ...(eves ?? [])].map((client) => client?.[Symbol.asyncDispose]()));
      await database?.close();
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    it('answers at both servers from every write that is waited for, whichever of them wrote it, and from nothing before it', async () => {
      const writers = await connect('ben');
      const written = await capture('Lift', 'The lift carries 100 kg.');
      for (let i = 1; i <= 6; i++) {
        const changed = outputOf(
          await (writers[i % 2] as TestClient).callTool('memora_update_note', {
            ...{ path: written['path'], text: `The lift carries ${100 + i} kg.\n`, version: i, wait_ms: 0 },
          }),
        );
        const asked = { query: 'How many kg does the lift carry?', wait_for: changed['wait_for'] };
        const found = await answers(eves, asked);
        expect(found).toEqual(everyOne(`${100 + i} kg`));
        for (const each of found) expect(each).not.toContain(`${99 + i} kg`);
      }
      await Promise.all(writers.map((client) => client[Symbol.asyncDispose]()));
    });

    it('shows a note of somebody else once it was promoted, and what was erased no more', async () => {
      const own = await capture('Quay', 'The quay has 30 steps.', {});
      for (const each of await answers()) expect(each).not.toContain('30');
      const promoted = outputOf(await ben.callTool('memora_promote', { path: String(own['path']), ...WAIT }));
      expect(promoted).toMatchObject({ indexed: true });
      expect(await answers()).toEqual(everyOne('30 steps'));
      const sealing = await openTeamSealing({ env: team.env, cwd: team.folder });
      await eraseTeamNote(String(promoted['path']), {
        ...acting(),
        ...sealing,
        database: team.name,
        backupHorizon: null,
        folder: `${team.folder}/eraser`,
      });
      for (const each of await answers()) expect(each).not.toContain('30');
    });

    it('shows nothing of what a note says no more, before that is published', async () => {
      const { path } = await capture('Quay two', 'The quay has 31 steps.');
      expect(await answers()).toEqual(everyOne('31 steps'));
      postgres.psql(
        `UPDATE memora.scope SET holder = 'nobody', leased_until = now() + interval '1 hour'`,
        team.name,
      );
      const text = 'The quay is closed.\n';
      const changed = await ben.callTool('memora_update_note', { path, text, version: 1, wait_ms: 0 });
      expect(outputOf(changed)).toMatchObject({ version: 2, indexed: false });
      for (const each of await answers()) expect(each).not.toContain('31');
      postgres.psql('UPDATE memora.scope SET leased_until = NULL', team.name);
    });

    it('answers nobody who is no member now, or whose group is none, and lets nobody write who may only read now', async () => {
      await addMember(acting(), { principal: 'crew', isGroup: true, role: 'reader' });
      const { token } = await addToken(team.tokenFile, {
        ...{ principal: 'kit', groups: ['crew'], scopes: ['memora:read'] as const, expires: null },
      });
      const kits = await Promise.all(servers.map(({ url }) => HTTP_CLIENTS['v2 SDK over HTTP'](url, token)));
      await capture('Quay three', 'The quay has 32 steps.');
      expect(await answers(kits)).toEqual(everyOne('32 steps'));
      await removeMember(acting(), { principal: 'crew', isGroup: true });
      expect(await answers(kits)).toEqual(everyOne('TEAM_NOT_A_MEMBER'));
      await removeMember(acting(), { principal: 'eve', isGroup: false });
      expect(await answers()).toEqual(everyOne('TEAM_NOT_A_MEMBER'));
      await addMember(acting(), { principal: 'eve', isGroup: false, role: 'reader' });
      expect(await answers()).toEqual(everyOne('32 steps'));
      await addMember(acting(), { principal: 'ben', isGroup: false, role: 'reader' });
      expect(
        codeOf(
          await ben.callTool('memora_capture', {
            region: 'r',
            summary: 'No',
            body: 'No.',
            scope: 'workspace',
          }),
        ),
      ).toBe('TEAM_RIGHTS_MISSING');
      await Promise.all(kits.map((client) => client[Symbol.asyncDispose]()));
    });

    it('lets nobody in with a token that was revoked, in a session that was begun with it', async () => {
      const [entry] = (await listTokens(team.tokenFile)).filter(({ principal }) => principal === 'eve');
      expect(await revokeToken(team.tokenFile, entry?.id ?? '')).toBe(true);
      for (const client of eves)
        await expect
          .poll(() => client.callTool('memora_query', { ...QUAY }).then(codeOf, () => 'refused'), {
            timeout: 30_000,
          })
          .toBe('refused');
    });
  },
);
