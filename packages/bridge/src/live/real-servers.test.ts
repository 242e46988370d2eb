import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bridgeTable, serverProgram, setupBridge } from '../testing-fixtures/setup-bridge.ts';

const BANDS = ['public', 'private'];
const SERVERS = [
  {
    name: '@modelcontextprotocol/server-memory',
    table: (folder: string, more: object = {}) =>
      bridgeTable('graph', {
        command: serverProgram('@modelcontextprotocol/server-memory'),
        env: [`MEMORY_FILE_PATH=${join(folder, 'memory.jsonl')}`],
        bands: BANDS,
        deadline_ms: 20_000,
        ...more,
      }),
  },
  {
    name: 'mcp-memory-libsql',
    table: (folder: string, more: object = {}) =>
      bridgeTable('graph', {
        command: serverProgram('mcp-memory-libsql'),
        env: [`LIBSQL_URL=file:${join(folder, 'memory.db')}`],
        bands: BANDS,
        deadline_ms: 20_000,
        ...more,
      }),
  },
];

it.each(SERVERS)(
  'works beside $name: saved here, found there; saved there, found, captured and cited here; forgetting follows',
  async ({ table }) => {
    await using here = await setupBridge((folder) => table(folder));
    const saved = await here.agent.remember({
      content: 'The relay of Harbor runs in Lisbon.',
      entity: 'Harbor',
    });
    const [pushed] = await here.bridges.push();
    expect(pushed).toMatchObject({
      problem: null,
      provider: 'server-memory',
      pushed: { saved: 1, removed: 0 },
    });

    // Another vault with the same server finds it, as another author's statement.
    await using there = await setupBridge(() => table(here.root));
    const asked = await there.agent.recall('Where does the relay of Harbor run?');
    expect(asked.items).toEqual([]);
    expect(asked.externalProblems).toEqual([]);
    expect(asked.external).toEqual([
      expect.objectContaining({
        source: 'graph',
        line: 'The relay of Harbor runs in Lisbon.',
        trust: 0.3,
        score: 1,
        captured: null,
      }),
    ]);

    // Once imported, it is a note below external/ that can be cited, and is not sent anywhere from there.
    const [synced] = await there.bridges.sync();
    expect(synced).toMatchObject({ problem: null, pulled: { written: 1 }, pushed: { saved: 0 } });
    const again = await there.agent.recall('Where does the relay of Harbor run?');
    expect(again.items).toEqual([]);
    const [found] = again.external;
    expect(found?.captured).toMatchObject({
      verified: true,
      notePath: expect.stringMatching(/^external\/graph\/memory\//u),
    });
    const claimId = found?.captured?.claimId ?? '';
    const { verdict, verifiedCount } = await there.memory.verify(
      `The relay of Harbor runs in Lisbon [claim:${claimId}].`,
    );
    expect([verdict, verifiedCount]).toEqual(['verified', 1]);
    expect((await there.bridges.sync())[0]).toMatchObject({
      pulled: { written: 0 },
      pushed: { saved: 0, removed: 0 },
    });

    // A memory that this vault wrote is not found a second time next to the original.
    expect((await here.agent.recall('Where does the relay of Harbor run?')).external).toEqual([]);

    await here.agent.forget(saved.memoryId ?? '', { reason: 'moved' });
    expect((await here.bridges.push())[0]).toMatchObject({
      problem: null,
      pushed: { removed: 1 },
      refused: [],
    });
    await using third = await setupBridge(() => table(here.root));
    expect((await third.agent.recall('Where does the relay of Harbor run?')).external).toEqual([]);
    // A memory that another vault imported belongs to that vault.
    expect((await there.agent.recall('Where does the relay of Harbor run?')).external).toHaveLength(1);
  },
);

it('writes nothing but what is public where the config says no more, and never what is secret', async () => {
  await using here = await setupBridge((folder) => SERVERS[0]?.table(folder, { bands: ['public'] }) ?? '');
  await here.agent.remember({ content: 'The public relay of Harbor runs in Lisbon.', privacy: 'public' });
  await here.agent.remember({ content: 'The private relay of Harbor runs in Oslo.' });
  await here.agent.remember({ content: 'The secret relay of Harbor runs in Vardo.', privacy: 'secret' });
  const [done] = await here.bridges.sync();
  expect(done).toMatchObject({ problem: null, pushed: { saved: 1 }, pending: [], dead: [] });
  const text = await readFile(join(here.root, 'memory.jsonl'), 'utf8');
  expect(text).toContain('public relay');
  expect(text).not.toMatch(/private relay|Oslo|secret relay|Vardo/u);
  const log = await readFile(join(here.vault, '.memora', 'egress.jsonl'), 'utf8');
  expect(log).toContain('"origin":"program://graph"');
  expect(log).not.toContain('Lisbon');
});

it('takes back all that came over a bridge', async () => {
  await using here = await setupBridge((folder) => SERVERS[0]?.table(folder) ?? '');
  await here.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
  await here.bridges.push();
  await using there = await setupBridge(() => SERVERS[0]?.table(here.root) ?? '');
  await there.agent.remember({ content: 'The crane of Harbor stands in Porto.' });
  await there.bridges.sync();
  const { falls } = await there.agent.rollback({ source: 'graph' });
  expect(falls).toHaveLength(1);
  expect([...(await there.files()).keys()].filter((path) => path.startsWith('external/'))).toEqual([]);
  // It stays out.
  expect((await there.bridges.sync())[0]?.pulled.written).toBe(0);
});
