import { expect, it } from 'vitest';
import { openMem0Server } from '../testing-fixtures/mem0-server.ts';
import { bridgeTable, setupBridge } from '../testing-fixtures/setup-bridge.ts';

const BANDS = ['public', 'private'];
const FACT = 'The relay of Harbor runs in Lisbon.';

it.each([
  ['its REST interface', 'mem0-rest', ''],
  ['tools over Streamable HTTP', 'mem0', '/mcp'],
])('works beside mem0 by %s', async (_, provider, path) => {
  await using server = await openMem0Server();
  const table = () =>
    bridgeTable('mem0', {
      url: `${server.url}${path}`,
      provider,
      bands: BANDS,
      user: 'ada',
      deadline_ms: 20_000,
    });
  await using here = await setupBridge(table);
  server.add('The crane of Harbor stands in Porto.', 'ada', {});
  const { memoryId } = await here.agent.remember({ content: FACT });
  expect((await here.bridges.push())[0]).toMatchObject({ problem: null, provider, pushed: { saved: 1 } });
  expect([...server.rows.values()].map(({ memory, metadata }) => [memory, metadata['memora']])).toEqual([
    ['The crane of Harbor stands in Porto.', undefined],
    [FACT, memoryId],
  ]);
  const found = await here.agent.recall('Where does the crane of Harbor stand?');
  expect(found.external).toMatchObject([
    { source: 'mem0', line: 'The crane of Harbor stands in Porto.', captured: null },
  ]);
  const [synced] = await here.bridges.sync();
  expect(synced).toMatchObject({ problem: null, pulled: { written: 1 }, pushed: { saved: 0 } });
  await here.agent.supersede(memoryId ?? '', { content: 'The relay of Harbor runs in Porto since May.' });
  expect((await here.bridges.push())[0]).toMatchObject({ pushed: { saved: 1, removed: 1 }, pending: [] });
  expect([...server.rows.values()].map(({ memory }) => memory)).toEqual([
    'The crane of Harbor stands in Porto.',
    'The relay of Harbor runs in Porto since May.',
  ]);
});

it('writes once what was refused, answered too late or lost, waits when it is asked to, and loses nothing', async () => {
  await using server = await openMem0Server();
  let time = Date.parse('2026-11-25T10:00:00Z');
  const table = () =>
    bridgeTable('mem0', {
      url: server.url,
      provider: 'mem0-rest',
      bands: BANDS,
      direction: 'write',
      timeout_ms: 300,
    });
  await using here = await setupBridge(table, {}, () => new Date(time));
  await here.agent.remember({ content: FACT });
  server.manners.push('lost');
  expect((await here.bridges.push())[0]).toMatchObject({
    pushed: { saved: 0 },
    pending: [{ operation: 'save' }],
  });
  expect(server.rows.size).toBe(1);
  // Not before its pause is over.
  const calls = server.seen.length;
  await here.bridges.push();
  expect(server.seen).toHaveLength(calls);
  time += 60_000;
  expect((await here.bridges.push())[0]).toMatchObject({ pushed: { saved: 1 }, pending: [], doubtful: [] });
  expect(server.rows.size).toBe(1);

  await here.agent.remember({ content: 'The crane of Harbor stands in Porto.' });
  server.manners.push('late');
  expect((await here.bridges.push())[0]).toMatchObject({ problem: { code: 'BRIDGE_TIMEOUT' } });
  await here.reopen();
  time += 60_000;
  expect((await here.bridges.push())[0]).toMatchObject({ pushed: { saved: 1 }, pending: [] });
  expect(server.rows.size).toBe(2);

  await here.agent.remember({ content: 'The pump of Harbor hums at night.' });
  server.manners.push('429');
  expect((await here.bridges.push())[0]).toMatchObject({ problem: { code: 'BRIDGE_BUSY' } });
  time += 6_000;
  const busy = server.seen.length;
  await here.bridges.push();
  expect(server.seen).toHaveLength(busy);
  time += 2_000;
  expect((await here.bridges.push())[0]).toMatchObject({ pushed: { saved: 1 }, pending: [] });
  expect(server.rows.size).toBe(3);
});

it('keeps both where a memory was changed here and there, and shows them as contested', async () => {
  await using server = await openMem0Server();
  const table = () => bridgeTable('mem0', { url: server.url, provider: 'mem0-rest', bands: BANDS });
  await using here = await setupBridge(table);
  const { memoryId } = await here.agent.remember({ content: FACT });
  await here.bridges.sync();
  const [row] = server.rows.values();
  if (row !== undefined) row.memory = 'The relay of Harbor runs in Oslo.';
  const [path, text] = [...(await here.files())].find(([, each]) => each.includes(FACT)) ?? ['', ''];
  await here.write(path, text.replace('Lisbon', 'Vardo'));
  await here.memory.refresh();
  const [done] = await here.bridges.sync();
  expect(done).toMatchObject({
    problem: null,
    contested: [memoryId],
    pulled: { written: 1 },
    pushed: { saved: 0 },
  });
  expect([...(await here.files()).values()].filter((each) => /Vardo|Oslo/u.test(each))).toHaveLength(2);
  expect([...server.rows.values()].map(({ memory }) => memory)).toEqual([
    'The relay of Harbor runs in Oslo.',
  ]);
  // It was reported once, and is not imported again.
  expect((await here.bridges.sync())[0]).toMatchObject({ pulled: { written: 0 } });
});

it('deletes there only what was written from here', async () => {
  await using server = await openMem0Server();
  const table = () => bridgeTable('mem0', { url: server.url, provider: 'mem0-rest', bands: BANDS });
  await using here = await setupBridge(table);
  server.add('The crane of Harbor stands in Porto.', 'memora', {});
  await here.bridges.sync();
  const { memories } = await here.agent.list();
  await here.agent.forget(memories[0]?.memoryId ?? '', { reason: 'a trial' });
  expect((await here.bridges.sync())[0]).toMatchObject({ pulled: { written: 0 }, pushed: { removed: 0 } });
  expect(server.rows.size).toBe(1);
});
