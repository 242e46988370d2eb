import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Memory, openMemory } from '@memora/engine';
import { ORACLE_SIDES, oracleNotes } from '@memora/testing-fixtures/oracle-notes';
import { expect, it } from 'vitest';
import { PROMPTS } from './prompts.ts';
import type { ToolDefinition } from './protocol/tool-definition.ts';
import { listResources, RESOURCE_TEMPLATES, readResource, toNoteUri, WORLD_MAP } from './resources.ts';
import { createResourceMonitor } from './subscriptions/resource-monitor.ts';
import { exampleInput } from './testing-fixtures/example-calls.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { toolsOf } from './tools.ts';

type Input = Record<string, unknown>;
interface Known {
  readonly secret: readonly string[];
  readonly open: readonly string[];
  readonly notes: readonly string[];
}

const WORDS = ['What is the gateway pin?', 'gateway', 'Oskar', 'Plan', 'Ferry'];
const DAYS = ['1990-01-01', '2019-06-01', '2026-06-01'];
const GUESS = 'The gateway moved to London on 2019-07-09.';
const citing = ({ secret, open }: Known) =>
  [...secret, ...open].map((id) => `${GUESS} [claim:${id}]`).join('\n\n');

/** Calls of a tool whose example would reveal too little. */
const INPUTS: Readonly<Record<string, (known: Known) => readonly Input[]>> = {
  memora_query: () =>
    WORDS.flatMap((query) => [
      { query, k: 50 },
      ...DAYS.map((as_of) => ({ query, as_of, known_at: '2100-01-01' })),
    ]),
  memora_query_cited: () => WORDS.map((query) => ({ query })),
  memora_verify_answer: (known) => [{ text: citing(known) }],
  memora_verify_claim: ({ secret, open }) => [...secret, ...open].map((claim_id) => ({ claim_id })),
  memora_get_note: ({ notes }) => notes.map((id) => ({ id })),
  memora_get_atlas: () => ['projects', 'people', 'plans', 'nowhere'].map((region) => ({ region })),
  memora_contradictions: () => [{}, ...WORDS.map((subject) => ({ subject }))],
  memora_consolidate: () => [{}],
  memora_capture: () => [
    { region: 'inbox', summary: 'guess', body: GUESS },
    { region: 'inbox', summary: 'open', body: 'owner:: Oskar', privacy: 'public', tags: ['mill1'] },
  ],
};
/**
 * Memories stored next to secrets, then recalled. Ids of memories are random, which distinguishes them from
 * everything else.
 */
const MEMORY_INPUTS: Readonly<Record<string, (known: Known) => readonly Input[]>> = {
  // Before there are memories, because their ids are random and affect token counts.
  memora_context: () => [{}, ...WORDS.map((question) => ({ question, budget: 20_000 }))],
  memora_remember: () => [{ content: GUESS }, { content: 'Oskar owns the gateway.', entity: 'gateway' }],
  memora_supersede: ({ secret }) =>
    secret.slice(0, 2).map((id) => ({ id, content: 'The pump was sold to Oslo.' })),
  memora_forget: ({ secret, notes }) => [...secret, ...notes].map((id) => ({ id, reason: 'guess' })),
  memora_get_memories: ({ notes }) => [{ ids: notes }],
  memora_recall: () =>
    WORDS.flatMap((query) => [
      { query, limit: 50 },
      { query, as_of: '2019-06-01' },
    ]),
};
/** An agent's calls on files in which a person has hidden something: the commands, then guesses at it. */
const FILES: readonly Input[] = [
  { command: 'view', path: '/memories' },
  ...['/memories/MEMORY.md', '/memories/gateway.md'].flatMap((path) => [
    { command: 'view', path },
    ...['pin is 4711', 'pin is 8630', 'Oskar', 'gateway'].map((old_str) => ({
      command: 'str_replace',
      path,
      old_str,
      new_str: 'x',
    })),
    { command: 'insert', path, insert_line: 1_000, insert_text: 'x' },
  ]),
  { command: 'rename', old_path: '/memories/gateway.md', new_path: '/memories/other.md' },
  { command: 'delete', path: '/memories/other.md' },
];
const TEMPLATES = ['memora://note/{id}', 'memora://claim/{id}', 'memora://memory/{id}'];
const NOTES = [
  'gateway',
  'thimble',
  'diary-1',
  'projects/oncall',
  'people/diary',
  'people/ann',
  'plans/2026',
];

/** The calls of a tool: its own inputs, or its example with each kind of claim. */
function inputsOf(tool: ToolDefinition, known: Known): readonly object[] {
  const own = INPUTS[tool.name] ?? MEMORY_INPUTS[tool.name];
  if (own !== undefined) return own(known);
  return [known.secret[0], known.open[0]].map((id) => exampleInput(tool, id ?? ''));
}

it('asks every tool, resource and prompt of the server', () => {
  const names: readonly string[] = toolsOf('all').map(({ name }) => name);
  expect(
    [...Object.keys(INPUTS), ...Object.keys(MEMORY_INPUTS)].filter((name) => !names.includes(name)),
  ).toEqual([]);
  expect(RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate)).toEqual(TEMPLATES);
  // A prompt is written without the memory, so it can't contain text of the notes.
  for (const { write } of PROMPTS) expect(write.length).toBeLessThanOrEqual(1);
});

/** The notifications after secret text changes, then after open text changes. */
async function notifications(memory: Memory, root: string): Promise<readonly string[]> {
  const told: string[] = [];
  const monitor = createResourceMonitor(
    async () => memory,
    { listChanged: () => told.push('list'), updated: (uri) => told.push(uri) },
    20,
  );
  await monitor.start();
  for (const id of ['gateway', 'projects/oncall', 'plans/2026']) await monitor.subscribe(toNoteUri(id));
  const edit = async (path: string, from: RegExp, to: string) => {
    const file = join(root, path);
    await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
  };
  await edit(
    'projects/gateway.md',
    /(?<=-->)(?:The gateway pin is|Mia is ill at home)/,
    'Nobody at all says so',
  );
  await edit('people/diary.md', /# .*/, '# Other');
  await memory.index();
  monitor.look();
  await wait(200);
  await edit('projects/oncall.md', /Bob knows/, 'Eve knows');
  while (!told.includes(toNoteUri('projects/oncall'))) {
    monitor.look();
    await wait(20);
  }
  monitor.stop();
  return told;
}

async function tell(side: (typeof ORACLE_SIDES)[number]): Promise<readonly string[]> {
  await using vault = await setupVault(oracleNotes(side));
  const day = new Date('2026-11-20');
  for (const path of Object.keys(oracleNotes(side))) await utimes(join(vault.vault, path), day, day);
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  await memory.index();
  const told: unknown[] = [];
  const ids = new Map<string, string>();
  const know = async (): Promise<Known> => {
    const { claims } = await memory.claims.listClaims({ limit: 1_000 });
    for (const { id, band, notePath, span } of claims)
      if (band === 'secret') ids.set(id, `<secret ${notePath} ${span.start}>`);
    const at = (secret: boolean) =>
      claims
        .filter(({ band }) => (band === 'secret') === secret)
        .sort((a, b) =>
          a.notePath < b.notePath ? -1 : a.notePath > b.notePath ? 1 : a.span.start - b.span.start,
        )
        .map(({ id }) => id as string);
    return { secret: at(true), open: at(false), notes: NOTES };
  };
  const call = {
    signal: new AbortController().signal,
    progress: (...args: unknown[]) => told.push(['progress', ...args]),
    notesChanged: () => told.push('notes changed'),
  };
  const ask = async (names: readonly string[]) => {
    const known = await know();
    for (const tool of toolsOf('all')) {
      if (!names.includes(tool.name)) continue;
      for (const input of inputsOf(tool, known))
        told.push([tool.name, input, await tool.run(memory, input as Input, call as never).catch(String)]);
    }
    told.push(await listResources(memory, undefined));
    const uris = [
      WORLD_MAP.uri,
      ...NOTES.map(toNoteUri),
      ...[...known.secret, ...known.open].map((id) => `memora://claim/${id}`),
    ];
    for (const uri of uris) told.push([uri, await readResource(memory, uri).catch(String)]);
  };
  const ofNotes = toolsOf('all').filter(({ isMemory }) => isMemory !== true);
  for (const isReadOnly of [true, false])
    await ask(ofNotes.filter((tool) => tool.isReadOnly === isReadOnly).map(({ name }) => name));
  await ask(['memora_query', 'memora_contradictions', 'memora_challenge', 'memora_get_world_map']);
  const known = await know();
  // No memory is known before the writing calls have run.
  const first = Object.keys(MEMORY_INPUTS);
  const remembering = toolsOf('memory').toSorted((a, b) => first.indexOf(a.name) - first.indexOf(b.name));
  for (const tool of remembering) {
    const { name } = tool;
    for (const input of inputsOf(tool, known)) {
      const output = await tool.run(memory, input as Input, call as never).catch(String);
      const text = JSON.stringify(output)
        .replaceAll(/"(memory_id|claim_id|target)":"[^"]+"/g, '"$1":"…"')
        .replaceAll(/\bmem_[a-z0-9]{5,12}\b/g, 'mem_…');
      told.push([name, input, text.split('},{').sort()]);
    }
  }
  const { 'projects/gateway.md': gateway = '' } = oracleNotes(side);
  await mkdir(join(vault.vault, 'memories'));
  await writeFile(join(vault.vault, 'MEMORY.md'), gateway);
  await writeFile(
    join(vault.vault, 'memories/gateway.md'),
    gateway.replace(/^---\n/, '---\nsource: agent\n'),
  );
  for (const input of FILES)
    for (const tool of toolsOf('files'))
      told.push([input, await tool.run(memory, input, call as never).catch(String)]);
  told.push(['notifications', await notifications(memory, vault.vault)]);
  await know();
  return told.map((each) => {
    let text = JSON.stringify(each);
    for (const [id, place] of ids) text = text.replaceAll(id, place);
    return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '<time>');
  });
}

it('tells a client the same of vaults that differ in secret text alone, writing tools and notifications too', {
  timeout: 300_000,
}, async () => {
  const sides: (readonly string[])[] = [];
  for (const side of ORACLE_SIDES) sides.push(await tell(side));
  const [same = [], ...others] = sides;
  expect(same.length).toBeGreaterThan(150);
  for (const other of others) {
    const at = same.flatMap((line, i) => (line === other[i] ? [] : [i]));
    expect(at.map((i) => other[i])).toEqual(at.map((i) => same[i]));
    expect(other.length).toBe(same.length);
  }
});
