import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpTeam, type ServedTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';

const reason = whyNoServer();
const DIMENSIONS = 12;
const KEY = 'key-of-the-operator';

/** An embedding endpoint on loopback, in OpenAI's format: the letters of a text, counted in groups. */
async function openEmbedder() {
  const texts: string[] = [];
  const keys = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string[] };
    texts.push(...input);
    keys.add(request.headers.authorization);
    const data = input.map((text, index) => {
      const embedding = new Array<number>(DIMENSIONS).fill(0);
      for (let i = 0; i < text.length; i++) {
        const at = text.charCodeAt(i) % DIMENSIONS;
        embedding[at] = (embedding[at] ?? 0) + 1;
      }
      return { object: 'embedding', index, embedding };
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data, model: 'letters' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ texts, keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.skipIf(reason !== null)(
  `the embedder of a workspace, over HTTP${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let served: ServedTeam;
    let embedder: Awaited<ReturnType<typeof openEmbedder>>;
    let hasVectors = false;
    const tokens: Record<string, string> = {};
    const ask = async (who: string, operation: string, args: unknown = {}) => {
      const reply = await fetch(served.url.replace('/mcp', '/team'), {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operation, arguments: args }),
      });
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    };

    beforeAll(async () => {
      [postgres, embedder] = [await startServer(), await openEmbedder()];
      team = await setupTeam(postgres);
      hasVectors =
        postgres.psql("SELECT count(*) FROM pg_extension WHERE extname = 'vector'", team.name) === '1';
      mkdirSync(join(team.folder, 'config'), { recursive: true });
      writeFileSync(
        join(team.folder, 'config', 'config.toml'),
        `[embedder.small]\nprovider = "openai-compatible"\nendpoint = "${embedder.url}"\nmodel = "letters"\ndim = ${DIMENSIONS}\nkey_env = "SMALL_KEY"\n`,
      );
      tokens['ann'] = await team.tokenOf('ann', ['memora:read', 'memora:write', 'memora:admin']);
      tokens['ben'] = await team.tokenOf('ben');
      served = await team.serve({ withWorker: true, env: { ...team.env, SMALL_KEY: KEY } });
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
      await embedder?.close();
    });

    it('is chosen by an administrator, embeds what was captured before, and gets the questions then', async () => {
      const note = { region: 'plans', summary: 'heron', body: 'The Heron Dock opens at 6:30.' };
      expect((await ask('ben', 'memora_capture', { ...note, wait_ms: 30_000 })).status).toBe(200);
      expect(await ask('ben', 'embedder.list')).toEqual({
        status: 200,
        body: {
          chosen: 'default',
          embedders: [
            { name: 'default', provider: 'none', model: null, dimensions: null },
            { name: 'local', provider: 'local', model: null, dimensions: null },
            { name: 'none', provider: 'none', model: null, dimensions: null },
            { name: 'small', provider: 'openai-compatible', model: 'letters', dimensions: DIMENSIONS },
          ],
        },
      });
      expect((await ask('ben', 'embedder.use', { name: 'small' })).status).toBe(403);
      expect((await ask('ann', 'embedder.use', { name: embedder.url })).body).toMatchObject({
        error: { code: 'EMBEDDER_UNKNOWN' },
      });
      expect((await ask('ann', 'embedder.use', { name: 'small' })).body).toMatchObject({ name: 'small' });
      const isDone = async () => {
        const { scopes } = (await ask('ben', 'status')).body as {
          scopes: { kind: string; vectors: { embedder: string | null; waiting: unknown[] } }[];
        };
        const { vectors } = scopes.find(({ kind }) => kind === 'user') ?? {};
        return vectors?.embedder?.startsWith('embedder.small:') === true && vectors.waiting.length === 0;
      };
      while (!(await isDone())) await wait(100);
      expect(embedder.texts.join('\n')).toContain('The Heron Dock opens at 6:30.');
      expect([...embedder.keys]).toEqual([`Bearer ${KEY}`]);
      const question = 'Which dock is early?';
      const found = await ask('ben', 'memora_query_cited', { query: question });
      expect(JSON.stringify(found.body)).not.toContain('vector: ');
      expect(embedder.texts.includes(question)).toBe(hasVectors);
    }, 120_000);

    it('tells nobody its address or its key, also where it fails', async () => {
      await embedder.close();
      const note = { region: 'plans', summary: 'wren', body: 'The Wren Dock opens at 7:30.' };
      expect((await ask('ben', 'memora_capture', { ...note, wait_ms: 30_000 })).status).toBe(200);
      const statusOfBen = async () => JSON.stringify(await ask('ben', 'status'));
      while (!(await statusOfBen()).includes('EMBEDDER_FAILED')) await wait(100);
      const told = JSON.stringify([
        await statusOfBen(),
        await ask('ben', 'memora_query_cited', { query: 'When does the wren dock open?' }),
        await ask('ann', 'embedder.list'),
        await ask('ann', 'status'),
        await ask('ann', 'audit', { since: new Date(Date.now() - 3_600_000).toISOString() }),
        served.lines,
      ]);
      expect(told).toContain('embedder use');
      for (const word of [KEY, embedder.url]) expect(told).not.toContain(word);
    });
  },
);
