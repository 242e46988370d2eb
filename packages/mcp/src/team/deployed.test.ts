import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCompose, readEnvFile } from '../testing-fixtures/read-compose.ts';
import { signIn } from '../testing-fixtures/sign-in.ts';
import { startBalancer } from '../testing-fixtures/start-balancer.ts';
import { startOidcProvider, type TestProvider } from '../testing-fixtures/start-oidc-provider.ts';

/** The content of the image, and the same content in a clone. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'node_modules/@memora/mcp/dist/bin.js': fileURLToPath(new URL('../bin.ts', import.meta.url)),
  'node_modules/@memora/cli/dist/bin.js': fileURLToPath(
    new URL('../../../../packaging/from-source/run.ts', import.meta.url),
  ),
};
const OF_IMAGE = ['node', 'node_modules/@memora/mcp/dist/bin.js'];
const SECRET = 'The lighthouse keeper keeps bees.';

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `what the compose file starts${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let provider: TestProvider;
    let balancer: Awaited<ReturnType<typeof startBalancer>>;
    const folder = mkdtempSync(join(tmpdir(), 'memora-deployed-'));
    const running: { readonly name: string; readonly child: ChildProcess; readonly said: string[] }[] = [];
    let env: Record<string, string> = {};

    const start = (name: string, argv: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const [, program = '', ...args] = argv;
      const file = PROGRAMS[program];
      if (file === undefined) throw new Error(`the compose file names ${program}, which no image has`);
      const child = spawn(process.execPath, [...programOf(file), ...args], {
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
      const one = { name, child, said };
      running.push(one);
      return one;
    };
    const ended = (child: ChildProcess) =>
      new Promise<number | null>((resolve) => {
        if (child.exitCode !== null) resolve(child.exitCode);
        else child.once('exit', resolve);
      });
    const until = async (look: () => boolean | Promise<boolean>, what: string) => {
      for (let left = 600; ; left--) {
        if (await look()) return;
        if (left === 0)
          throw new Error(
            `${what}: ${running.map(({ name, said }) => `${name}: ${said.join('').slice(-600)}`).join('\n')}`,
          );
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };

    beforeAll(async () => {
      server = await startServer();
      server.psql('CREATE DATABASE memory');
      server.psql('CREATE ROLE memora_app LOGIN NOINHERIT');
      balancer = await startBalancer();
      provider = await startOidcProvider(() => `${balancer.url}/mcp`);
      provider.groups.set('ben', ['crew']);
      writeFileSync(join(folder, 'team.key'), new Uint8Array(32).fill(7), { mode: 0o600 });
      writeFileSync(join(folder, 'signing.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 });
      const socket = (text: string) =>
        text.replace('%2Fvar%2Frun%2Fpostgresql', `${encodeURIComponent(server.socket)}:${server.port}`);
      const example = readEnvFile('example.env');
      env = {
        ...example,
        MEMORA_TEAM_DATABASE: socket(example['MEMORA_TEAM_DATABASE'] ?? ''),
        MEMORA_TEAM_AUDIENCE: `${balancer.url}/mcp`,
        MEMORA_TEAM_ISSUER: provider.issuer,
        MEMORA_TEAM_ADMIN: `${provider.issuer}#ann`,
        MEMORA_TEAM_KEY_FILE: join(folder, 'team.key'),
        MEMORA_TEAM_SIGNING_KEY_FILE: join(folder, 'signing.key'),
        MEMORA_TEAM_TOKEN_FILE: join(folder, 'tokens.json'),
        MEMORA_TEAM_FOLDER: join(folder, 'worker'),
        MEMORA_CONFIG_DIR: join(folder, 'config'),
        MEMORA_EMBED_PROVIDER: 'none',
      };
      const services = readCompose(env);
      const argvOf = (name: string) => [
        ...(services[name]?.entrypoint ?? OF_IMAGE),
        ...(services[name]?.command ?? []),
      ];
      const { MEMORA_TEAM_DATABASE: asOwner = '' } = services['setup']?.environment ?? {};
      const inFolder = (each: string) => each.replace('/run/memora/', `${folder}/`);
      const setup = start('setup', argvOf('setup').map(inFolder), {
        MEMORA_TEAM_DATABASE: socket(asOwner).replace('postgres@', 'root_of_tests@'),
      });
      expect([await ended(setup.child), setup.said.join('')]).toEqual([0, expect.any(String)]);
      start('worker', argvOf('worker'));
      for (const name of ['server-1', 'server-2']) {
        const port = await freePort();
        const own = `http://127.0.0.1:${port}`;
        start(
          name,
          argvOf(name).map((each) => each.replace('0.0.0.0:7420', `127.0.0.1:${port}`)),
        );
        const status = () =>
          fetch(`${own}/readyz`).then(
            (reply) => reply.status,
            () => null,
          );
        await until(async () => (await status()) === 200, `${name} is not ready`);
        balancer.targets.push(own);
      }
    }, 300_000);
    afterAll(async () => {
      for (const { child } of running) child.kill('SIGTERM');
      await Promise.all(running.map(({ child }) => ended(child)));
      await provider?.[Symbol.asyncDispose]();
      await balancer?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    });

    it('leads two people from 401 through sign-in to a cited answer, each to what is theirs', async () => {
      const url = `${balancer.url}/mcp`;
      const member = start(
        'member',
        [
          'node',
          'node_modules/@memora/cli/dist/bin.js',
          'team',
          'member',
          'add',
          'crew',
          '--group',
          '--role',
          'writer',
        ],
        { MEMORA_TEAM_PRINCIPAL: `${provider.issuer}#ann` },
      );
      expect([await ended(member.child), member.said.join('')]).toEqual([0, expect.any(String)]);
      await using ann = await signIn('v1', url, 'ann', provider);
      await using ben = await signIn('v2', url, 'ben', provider);
      const shared = await ann.callTool('memora_capture', {
        region: 'default',
        summary: 'Buoys',
        body: 'The green buoy reports every hour.',
        scope: 'workspace',
      });
      expect(shared.isError, JSON.stringify(shared)).not.toBe(true);
      const own = await ann.callTool('memora_capture', { region: 'default', summary: 'Bees', body: SECRET });
      expect(own.isError, JSON.stringify(own)).not.toBe(true);
      const ask = async (who: typeof ann, query: string) => {
        const reply = await who.callTool('memora_query_cited', { query });
        return JSON.stringify(reply);
      };
      await until(
        async () => (await ask(ben, 'How often does the green buoy report?')).includes('every hour'),
        'not published',
      );
      const answer = await ben.callTool('memora_query_cited', {
        query: 'How often does the green buoy report?',
      });
      expect(JSON.stringify(answer.structuredContent)).toMatch(/\[claim:[0-9a-z]{16}\]/u);
      await until(
        async () => (await ask(ann, 'What does the lighthouse keeper keep?')).includes('bees'),
        'not published',
      );
      // Ann's own notes are in nothing that Ben receives.
      const gotten = [
        await ask(ben, 'What does the lighthouse keeper keep?'),
        JSON.stringify(await ben.callTool('memora_query', { query: 'lighthouse keeper bees' })),
        JSON.stringify(await ben.listResources()),
      ].join('\n');
      for (const word of ['bees', 'Bees', 'keeps'])
        expect(gotten.replaceAll(/What does[^"]*/gu, '')).not.toContain(word);
      // Both servers took part, and each request was routed anew.
      expect(balancer.given.every((count) => count > 2)).toBe(true);
    }, 300_000);

    it('logs codes, and no word, token or subject of anybody', () => {
      const said = running.map((each) => each.said.join('')).join('\n');
      for (const word of ['buoy', 'bees', 'lighthouse', 'eyJ', 'Bearer']) expect(said).not.toContain(word);
    });
  },
);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
