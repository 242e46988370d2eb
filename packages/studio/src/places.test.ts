import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openAgentMemory } from '@memora/agent-memory';
import { openCallLog } from '@memora/privacy';
import { expect, it } from 'vitest';
import type { NoteGraph } from './graph/note-graph.ts';
import { createApp } from './http/create-app.ts';
import type { NoteMargin, TimelineEntry } from './notes/note-fact.ts';
import type { FoundPlace } from './search/found-place.ts';
import type { StudioOptions } from './studio-server.ts';
import { openStudio, type TestStudio } from './testing-fixtures/open-studio.ts';
import type { PairCard } from './today/today-card.ts';

const note = (body: string) => `---\ndate: 2026-01-01\n---\n${body}\n`;

const NOTES = {
  'bench/one.md': note('# drift-bench\n\nlanguage:: Rust\n\nSee [[people/ida]].'),
  'bench/two.md': note('# drift-bench\n\nlanguage:: Go'),
  'people/ida.md': note('# Ida\n\nIda likes tea. <!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->'),
  'people/vault.md': '---\nprivacy: secret\n---\n# The qxcanary club\n\nThe club meets at qyplace.\n',
};
const CANARIES = /qzwv8812|qxcanary|qyplace|people\/vault/u;

const read = async <T>(studio: TestStudio, path: string): Promise<T> =>
  (await studio.api(path)).json() as Promise<T>;

/** Serves the notes once all of them are read. */
async function openIndexed(options: StudioOptions = {}): Promise<TestStudio> {
  const studio = await openStudio(NOTES, options);
  await studio.memory.index({ writeNotes: false });
  return studio;
}

it('lists the notes that may be named, and finds what a link means', async () => {
  await using studio = await openIndexed();
  const notes = await read<{ path: string }[]>(studio, 'notes');
  expect(notes.map(({ path }) => path)).toEqual(['bench/one.md', 'bench/two.md', 'people/ida.md']);
  for (const target of ['Ida', 'people/ida', 'ida.md', 'ida#Tea'])
    expect(await read(studio, `link?to=${encodeURIComponent(target)}`)).toEqual({ path: 'people/ida.md' });
  expect(await read(studio, 'link?to=vault')).toEqual({ path: null });
});

it('finds places while somebody types, with their words marked', async () => {
  await using studio = await openIndexed();
  const found = await read<FoundPlace[]>(studio, 'search?q=tea');
  expect(found[0]).toMatchObject({ path: 'people/ida.md', title: 'Ida' });
  expect(JSON.stringify(found[0]?.nodes)).toContain('Ida likes tea.');
  for (const typed of ['te', 'ida li', 'likes t'])
    expect(await read<FoundPlace[]>(studio, `search?q=${encodeURIComponent(typed)}`)).toContainEqual(
      found[0],
    );
  expect(await read(studio, 'search?q=')).toEqual([]);
});

it('says what other notes say about the lines of one', async () => {
  await using studio = await openIndexed();
  const margin = await read<NoteMargin>(studio, 'facts?path=bench/one.md');
  expect(margin.facts).toContainEqual({
    id: expect.any(String),
    about: 'drift-bench',
    text: 'language:: Rust',
    status: 'contradicted',
    span: expect.any(Object),
    others: [expect.objectContaining({ how: 'contradicts', path: 'bench/two.md' })],
  });
  const events = await read<{ kind: string }[]>(studio, `history?of=${margin.facts[0]?.id}`);
  expect(events.map(({ kind }) => kind)).toContain('recorded');
  const { linkedFrom, citedBy } = await read<NoteMargin>(studio, 'facts?path=people/ida.md');
  expect([linkedFrom, citedBy]).toEqual([['bench/one.md'], []]);
  const timeline = await read<TimelineEntry[]>(studio, 'timeline?about=drift-bench');
  expect(timeline).toContainEqual({
    text: 'language:: Rust',
    path: 'bench/one.md',
    title: 'drift-bench',
    span: expect.any(Object),
    from: '2026-01-01',
    until: null,
    status: 'contradicted',
  });
  expect(timeline.map(({ path }) => path)).toContain('bench/two.md');
});

it('writes a decision of a person into the ledger once it can not be taken back any more', async () => {
  await using studio = await openIndexed({ undoMs: 60_000 });
  const file = join(studio.folder.root, '_ledger.md');
  const [card] = await read<PairCard[]>(studio, 'today');
  if (card === undefined) throw new Error('no card');
  const settle = async (winner: string | null) =>
    (await (await studio.post('today/settle', { card: card.id, winner })).json()) as { undo: string };
  const first = await settle(null);
  expect(await read(studio, 'today')).toEqual([]);
  expect((await studio.post('today/undo', first)).status).toBe(200);
  expect(await read(studio, 'today')).toHaveLength(1);
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
  const second = await settle(card.sides[0].id);
  // Pending writes are saved when the server ends.
  await studio.server.close();
  expect(await readFile(file, 'utf8')).toMatch(
    new RegExp(`^- \\S+ resolve claim:${card.sides[0].id} `, 'mu'),
  );
  expect(second.undo).not.toBe(first.undo);
});

it('writes it after a while, and refuses what is not open', async () => {
  await using studio = await openIndexed({ undoMs: 1 });
  const [card] = await read<PairCard[]>(studio, 'today');
  expect((await studio.post('today/settle', { card: 'none', winner: null })).status).toBe(404);
  expect((await studio.post('today/settle', { card: card?.id, winner: 'none' })).status).toBe(404);
  const settled = await studio.post('today/settle', { card: card?.id, winner: null });
  const file = join(studio.folder.root, '_ledger.md');
  while (!(await readFile(file, 'utf8').catch(() => '')).includes(' acknowledge claim:')) await wait(20);
  expect((await studio.post('today/undo', (await settled.json()) as object)).status).toBe(404);
});

it('lets a person forget, bring back and take back what agents remembered', async () => {
  await using studio = await openIndexed();
  await using agent = await openAgentMemory({
    memory: studio.memory,
    agent: 'helper',
    env: studio.folder.env,
  });
  const session = await agent.session();
  const { memoryId } = await session.remember({ content: 'The relay of Harbor runs in Lisbon.' });
  await session.end();
  const list = () =>
    read<{ session: string; agent: string; items: { id: string; text: string }[] }[]>(studio, 'memory');
  expect(await list()).toMatchObject([
    {
      session: session.id,
      agent: 'helper',
      items: [{ id: memoryId, text: 'The relay of Harbor runs in Lisbon.' }],
    },
  ]);
  const next = await (
    await studio.post('memory/next-prompt', { question: 'Where does the relay run?' })
  ).json();
  expect(JSON.stringify(next)).toContain('Lisbon');
  expect((await studio.post('memory/forget', { id: memoryId })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await studio.post('memory/restore', { id: memoryId })).status).toBe(200);
  expect(await list()).toHaveLength(1);
  const undone = await studio.post('memory/undo-session', { session: session.id });
  const { falls, batch } = (await undone.json()) as { falls: number; batch: string };
  expect(falls).toBe(1);
  expect(await list()).toEqual([]);
  expect((await studio.post('memory/undo-session', { batch })).status).toBe(200);
  expect(await list()).toHaveLength(1);
  expect((await studio.post('memory/confirm', { id: 'mem_000000000000' })).status).toBe(404);
});

it('says what left the machine, how the vault is set up, and which notes have to do with each other', async () => {
  await using studio = await openIndexed();
  const entry = {
    at: '2026-11-28T01:02:03Z',
    kind: 'cloud-model',
    origin: 'https://x.example',
    outcome: 'sent',
  };
  await studio.folder.write(
    '.memora/egress.jsonl',
    `${JSON.stringify({ ...entry, bytes: 7, claimIds: [] })}\n`,
  );
  openCallLog(join(studio.folder.root, '.memora', 'calls.jsonl')).append({
    at: '2026-11-28T01:02:04Z',
    client: 'helper 1',
    tool: 'memora_query',
    code: null,
    size: 70,
    redacted: 1,
    claimIds: (await studio.memory.claims.listClaims({ notePath: 'bench/one.md' })).claims.map(
      ({ id }) => id,
    ),
  });
  expect(await read(studio, 'activity')).toMatchObject({
    left: [entry],
    calls: [{ client: 'helper 1', tool: 'memora_query', redacted: 1, notes: ['bench/one.md'] }],
  });
  expect(await read(studio, 'setup')).toEqual({
    vault: studio.memory.vault,
    notes: 4,
    editor: 'none',
    failures: 0,
    model: null,
    setBy: null,
  });
  const graph = await read<NoteGraph>(studio, 'graph');
  expect(graph.notes.map(({ path }) => path)).toContain('bench/one.md');
  expect(graph.links.length).toBeGreaterThan(0);
  expect(graph.left.notes + graph.notes.length).toBe(3);
});

it('draws names that several notes speak of next to the notes, says what it leaves out, and draws no secret name', async () => {
  const spoken = ['Monday', 'Tuesday', 'Friday', 'Sunday'].map((day, i) => [
    `daily/2026-06-0${i + 1}.md`,
    note(
      `# ${day}\n\n| who | town |\n|---|---|\n| Ida Berg | Kassel |\n\n<!--privacy:secret-->\n\n| who | town |\n|---|---|\n| Oskar Qyname | Bonn |\n\n<!--/privacy-->`,
    ),
  ]);
  await using studio = await openStudio(Object.fromEntries([...spoken, ['lone.md', '# Lone\n\nNobody.']]));
  await studio.memory.index({ writeNotes: false });
  const graph = await read<NoteGraph>(studio, 'graph');
  const ida = graph.names.findIndex(({ name }) => name.startsWith('Ida'));
  expect(graph.names[ida]?.links).toBe(4);
  expect(graph.links.filter((pair) => pair.includes(graph.notes.length + ida))).toHaveLength(4);
  expect(graph.left.notes).toBe(1);
  expect(JSON.stringify(graph)).not.toMatch(/qyname/iu);
});

/** A request for every route, so that each new route is searched for secret text. */
const REQUESTS: Readonly<Record<string, (studio: TestStudio) => Promise<Response>>> = {
  'GET /': ({ server }) => fetch(server.url),
  'GET /report': ({ server }) => fetch(`${server.url}report`),
  'GET /api/events': async ({ api }) => {
    const stop = new AbortController();
    const { status } = await api('events', { signal: stop.signal });
    stop.abort();
    return new Response(null, { status });
  },
  'POST /api/ask': ({ post }) => post('ask', { question: 'What is the code of Ida?' }),
  'GET /api/answers/:id/sources/:number': async ({ post, api }) => {
    const asked = await (await post('ask', { question: 'What does Ida like?' })).text();
    const { id } = JSON.parse(/^event: answer\ndata: (.*)$/mu.exec(asked)?.[1] ?? '') as { id: string };
    return api(`answers/${id}/sources/1`);
  },
  'POST /api/answers/:id/save': async ({ post }) => {
    const asked = await (await post('ask', { question: 'What does Ida like?' })).text();
    const { id } = JSON.parse(/^event: answer\ndata: (.*)$/mu.exec(asked)?.[1] ?? '') as { id: string };
    return post(`answers/${id}/save`, {});
  },
  'GET /api/answers/:id/receipt': async ({ post, api }) => {
    const asked = await (await post('ask', { question: 'What does Ida like?' })).text();
    const { id } = JSON.parse(/^event: answer\ndata: (.*)$/mu.exec(asked)?.[1] ?? '') as { id: string };
    return api(`answers/${id}/receipt`);
  },
  'GET /api/note': ({ api }) => api('note?path=people/ida.md&at=0-400'),
  'POST /api/edit': ({ post }) =>
    post('edit', { path: 'people/vault.md', version: 'none', start: 0, end: 9, text: '' }),
  'GET /api/notes': ({ api }) => api('notes'),
  'GET /api/suggestions': ({ api }) => api('suggestions'),
  'GET /api/link': ({ api }) => api('link?to=vault'),
  'GET /api/search': ({ api }) => api('search?q=code%20club%20qzwv8812'),
  'GET /api/facts': ({ api }) => api('facts?path=people/ida.md'),
  'GET /api/history': async ({ api, memory }) => {
    const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
    return api(`history?of=${claims[0]?.id}`);
  },
  'GET /api/timeline': ({ api }) => api('timeline?about=The%20club'),
  'GET /api/names': ({ api }) => api('names?about=vault'),
  'POST /api/names/merge': ({ post }) => post('names/merge', { about: 'vault', name: 'safe' }),
  'POST /api/names/split': ({ post }) => post('names/split', { name: 'safe' }),
  'GET /api/today': ({ api }) => api('today'),
  'POST /api/today/settle': async ({ api, post }) => {
    const [card] = (await (await api('today')).json()) as PairCard[];
    return post('today/settle', { card: card?.id, winner: null });
  },
  'POST /api/today/undo': ({ post }) => post('today/undo', { undo: 'none' }),
  'GET /api/activity': ({ api }) => api('activity'),
  'GET /api/graph': ({ api }) => api('graph'),
  'GET /api/setup': ({ api }) => api('setup'),
  'GET /api/vaults': ({ api }) => api('vaults'),
  'POST /api/vaults/open': ({ post, folder }) => post('vaults/open', { folder: folder.root }),
  'GET /api/models': ({ api }) => api('models'),
  'POST /api/models/use': ({ post }) => post('models/use', { provider: 'nobody' }),
  'POST /api/editor': ({ post }) => post('editor', { editor: 'rm -rf' }),
  'POST /api/models/test': ({ post }) => post('models/test', {}),
  'GET /api/agents': ({ api }) => api('agents'),
  'POST /api/agents/connect': ({ post }) => post('agents/connect', { id: 'none' }),
  'GET /api/memory': ({ api }) => api('memory'),
  'POST /api/memory/confirm': ({ post }) => post('memory/confirm', { id: 'none' }),
  'POST /api/memory/forget': ({ post }) => post('memory/forget', { id: 'none' }),
  'POST /api/memory/restore': ({ post }) => post('memory/restore', { id: 'none' }),
  'POST /api/memory/edit': ({ post }) => post('memory/edit', { id: 'none', content: 'x' }),
  'POST /api/memory/undo-session': ({ post }) =>
    post('memory/undo-session', { session: 'none', dryRun: true }),
  'POST /api/memory/next-prompt': ({ post }) =>
    post('memory/next-prompt', { question: 'What is the code of Ida?' }),
};

it('names every route in the README', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  expect(Object.keys(REQUESTS).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

it('shows nothing secret on any route', async () => {
  await using studio = await openIndexed();
  const page = { html: '', contentSecurityPolicy: '' };
  const { routes } = createApp(
    { ...studio, vault: null, house: {} } as never,
    '/',
    page,
    new AbortController().signal,
  );
  const names = new Set(
    routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  );
  expect(Object.keys(REQUESTS).sort()).toEqual([...names].sort());
  for (const [name, request] of Object.entries(REQUESTS)) {
    const response = await request(studio);
    const text = `${JSON.stringify([...response.headers])}${await response.text()}`;
    expect([name, response.status < 500, text]).toEqual([name, true, expect.not.stringMatching(CANARIES)]);
  }
});

it.each([
  ['was marked', 'Ida likes <!--privacy:secret-->tea<!--/privacy-->.'],
  ['was reworded and marked', 'She takes <!--privacy:secret-->tea<!--/privacy--> each day.'],
])('saves an answer as a secret note if a line of it %s since', async (_, now) => {
  await using studio = await openStudio({ 'ida.md': '# Ida\n\nIda likes tea.\n' });
  const answered = await (await studio.post('ask', { question: 'What does Ida like?' })).text();
  const { id } = JSON.parse(/^event: answer\ndata: (.*)$/mu.exec(answered)?.[1] ?? '') as { id: string };
  await writeFile(join(studio.folder.root, 'ida.md'), `# Ida\n\n${now}\n`);
  const saved = (await (await studio.post(`answers/${id}/save`, {})).json()) as { path: string };
  expect(saved.path).not.toMatch(/ida|like/iu);
  expect(await readFile(join(studio.folder.root, saved.path), 'utf8')).toMatch(/^privacy: secret$/mu);
});
