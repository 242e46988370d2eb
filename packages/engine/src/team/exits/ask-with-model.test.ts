import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  addMember,
  initTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  runWorkerOnce,
  type TeamDatabase,
} from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { citeHandle } from '../../testing-fixtures/cite-handle.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';
import { openTeamMemory } from '../open-team-memory.ts';
import { NOWHERE } from '../team-session.ts';
import { openWorkerEmbedders } from './open-worker-embedders.ts';

const NOTES = {
  'pump.md': '# Pump Nine\n\nPump Nine runs at 40 bar.\n\nPump Nine stands in Brno.\n',
  'door.md':
    '# Door\n\nPump Nine stands behind a door.\n\n<!-- privacy: secret -->\nThe door code of Pump Nine is zyzzyva.\n<!-- /privacy -->\n',
};
const QUESTION = 'How fast does Pump Nine run?';
const codec = createSecretCodec(new Uint8Array(32).fill(7));

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `a model asked about a team's memory${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let database: TeamDatabase;
    let vault: TestVault;
    const home = mkdtempSync(join(tmpdir(), 'memora-model-'));
    const acting = () => ({
      source: database.source,
      principal: { name: 'ann' },
      workspace: 'acme',
      database: 'model',
      codec,
    });
    const settingsFor = (url: string, key = 'llm') =>
      loadConfig({
        vault: NOWHERE,
        env: {},
        flags: {
          [`${key}.provider`]: 'openai-compatible',
          [`${key}.endpoint`]: url,
          [`${key}.model`]: 'recorded',
        },
      });
    const publish = async () => {
      const hash = await loadBlake3();
      await pushFolder({ ...acting(), hash, root: vault.root });
      await runWorkerOnce({ ...acting(), hash, folder: join(home, 'worker') });
    };

    beforeAll(async () => {
      server = await startServer();
      server.psql('CREATE DATABASE model');
      server.psql('CREATE ROLE app LOGIN NOINHERIT');
      const at = (login?: string) =>
        readAddress({ url: server.url('model', login), from: 'flag', env: TEAM_ENV });
      const owner = openPool(at());
      await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
      await owner.close();
      database = await openTeamDatabase(at('app'));
      await addMember(acting(), { principal: 'ben', isGroup: false, role: 'writer' });
      vault = await setupVault(NOTES);
      await publish();
    }, 120_000);
    afterAll(async () => {
      await database?.close();
      await server?.[Symbol.asyncDispose]();
      await vault?.[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    });

    const citing = (words: string) => (body: string) => `${words} ${citeHandle(body, '40 bar')}.`;

    it('writes the answer, and only what its citations say stands in it', async () => {
      await using model = await openModelServer([
        { say: citing('Pump Nine runs at 40 bar') },
        { say: citing('Pump Nine runs at 60 bar') },
      ]);
      const memories = await openTeamMemory({
        database,
        workspace: 'acme',
        codec,
        settings: await settingsFor(model.url),
        env: { MEMORA_ENABLE_NETWORK_LLM: '1' },
        folder: home,
      });
      const ann = await memories.as({ name: 'ann' });
      const answer = await ann.ask(QUESTION);
      expect([answer.writtenBy, answer.cleanText]).toEqual(['model', expect.stringContaining('40 bar')]);
      expect(answer.report.verifiedCount).toBeGreaterThan(0);
      expect((await ann.ask(QUESTION)).cleanText).not.toContain('60 bar');
      expect(model.requests.length).toBeGreaterThan(1);
    });

    it('is not asked where there is no place for a log of what is sent, nor where the question says so', async () => {
      await using model = await openModelServer([{ say: citing('Pump Nine runs at 40 bar') }]);
      const options = { database, workspace: 'acme', codec, settings: await settingsFor(model.url), env: {} };
      const without = await (await openTeamMemory(options)).as({ name: 'ann' });
      expect((await without.ask(QUESTION)).writtenBy).not.toBe('model');
      const ann = await (await openTeamMemory({ ...options, folder: home })).as({ name: 'ann' });
      expect((await ann.ask(QUESTION, { useModel: false })).writtenBy).not.toBe('model');
      expect(model.requests).toEqual([]);
    });

    it('is shown no secret of a note that the member can open', async () => {
      const seen: string[] = [];
      const memories = await openTeamMemory({
        database,
        workspace: 'acme',
        codec,
        env: {},
        settings: await loadConfig({ vault: NOWHERE, env: {} }),
        // It is unknown where another author's model sends its requests, so it counts as a cloud.
        model: {
          specificationVersion: 'v3',
          provider: 'test',
          modelId: 'test',
          supportedUrls: {},
          doGenerate: async (call: unknown) => {
            seen.push(JSON.stringify(call));
            throw new Error('no answer');
          },
          doStream: async (call: unknown) => {
            seen.push(JSON.stringify(call));
            throw new Error('no answer');
          },
        } as never,
      });
      const ann = await memories.as({ name: 'ann' });
      const { cleanText } = await ann.ask('Where does Pump Nine stand, and what is behind the door?');
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.join()).not.toContain('zyzzyva');
      expect(cleanText).not.toBe('');
    });

    it('opens the embedder that the config names for a worker, and none where it wants none', async () => {
      const settings = await settingsFor('http://127.0.0.1:9/v1', 'embed');
      const flags = {
        ...settings,
        config: { ...settings.config, embed: { ...settings.config.embed, dim: 8 } },
      };
      const open = (of: typeof settings, folder: string) =>
        openWorkerEmbedders({ settings: of, env: {}, folder }).of(1).open('default');
      await expect(open(flags, home)).resolves.toMatchObject({ dimensions: 8 });
      const none = await loadConfig({ vault: NOWHERE, env: { MEMORA_EMBED_PROVIDER: 'none' } });
      const elsewhere = join(home, 'nowhere');
      await expect(open(none, elsewhere)).resolves.toBeNull();
      expect(existsSync(elsewhere)).toBe(false);
    });
  },
);
