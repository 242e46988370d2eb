import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ForeignMemory, StoreProblem } from './foreign-memory.ts';
import { readStore } from './read-store.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bridge-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function read(input: string | Uint8Array | AsyncIterable<Uint8Array>, name?: string) {
  const memories: ForeignMemory[] = [];
  const problems: StoreProblem[] = [];
  for await (const each of readStore(input, name === undefined ? {} : { name }))
    if ('text' in each) memories.push(each);
    else problems.push(each);
  return { memories, problems };
}

const bytes = (text: string) => new TextEncoder().encode(text);
/** One byte at a time, because a split in the middle must not matter. */
async function* dripped(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of bytes(text)) yield new Uint8Array([byte]);
}

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const at = await mkdtemp(join(root, 'store-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(at, path)), { recursive: true });
    await writeFile(join(at, path), text);
  }
  return at;
}

const MEM0 = JSON.stringify(
  {
    results: [
      {
        id: 'a1',
        memory: 'Likes “tea”, not coffee.',
        user_id: 'ada',
        created_at: '2026-01-02T03:04:05-07:00',
        metadata: { source: 'https://example.com' },
      },
      { id: 'a2', memory: 'Lives in Zürich.', hash: 'x', metadata: null },
    ],
    relations: [{ source: 'ada', relationship: 'likes', target: 'tea' }],
  },
  null,
  2,
);

it.each([false, true])('reads rows of mem0 with the bytes they stand at (dripped: %s)', async (isDripped) => {
  const { memories, problems } = await read(isDripped ? dripped(MEM0) : bytes(MEM0), 'mem0.json');
  expect(problems).toEqual([]);
  expect(memories).toMatchObject([
    { provider: 'mem0', id: 'a1', scope: 'ada', createdAt: '2026-01-02T10:04:05Z', origin: 'tool', line: 3 },
    { provider: 'mem0', id: 'a2', text: 'Lives in Zürich.' },
  ]);
  for (const { span, text } of memories)
    expect(JSON.parse(Buffer.from(MEM0).subarray(span.start, span.end).toString('utf8'))).toMatchObject({
      memory: text,
    });
});

it('reads entities, observations and relations, each at its own bytes', async () => {
  const store = [
    '{"type":"entity","name":"Harbor","entityType":"project","observations":["The relay runs in Lisbon.","It has \\"two\\" owners."]}',
    '{"type":"entity","name":"Broken","observ',
    '{"type":"entity","entityType":"x","observations":["Somebody said so."]}',
    '{"type":"relation","from":"Harbor","to":"Ada","relationType":"owned_by"}',
    '',
  ].join('\n');
  const { memories, problems } = await read(dripped(store), 'memory.jsonl');
  expect(memories.map(({ text, entity }) => [entity, text])).toEqual([
    ['Harbor', 'The relay runs in Lisbon.'],
    ['Harbor', 'It has "two" owners.'],
    [null, 'Somebody said so.'],
    ['Harbor', 'Harbor owned by Ada'],
  ]);
  const [, second] = memories;
  expect(JSON.parse(Buffer.from(store).subarray(second?.span.start, second?.span.end).toString())).toBe(
    'It has "two" owners.',
  );
  expect(problems.map(({ problem, number }) => [problem, number])).toEqual([
    ['JSON_INVALID', 2],
    ['RECORD_INVALID', 3],
    ['RELATION_DANGLING', 4],
  ]);
});

it('reads Portable AI Memory, JSON items, and what Claude remembers', async () => {
  const pam = {
    schema: 'portable-ai-memory',
    schema_version: '1.0',
    owner: { id: 'u' },
    memories: [
      {
        id: 'm1',
        type: 'preference',
        content: 'Prefers tea.',
        content_hash: 'sha256:0',
        temporal: { created_at: '2026-02-03T00:00:00Z' },
        provenance: { platform: 'chatgpt', extraction_method: 'llm_inference' },
        tags: ['food'],
      },
    ],
  };
  expect((await read(bytes(JSON.stringify(pam)))).memories).toMatchObject([
    {
      provider: 'pam',
      format: 'portable-ai-memory 1.0',
      id: 'm1',
      kind: 'preference',
      createdAt: '2026-02-03T00:00:00Z',
      origin: 'agent',
      tags: ['food'],
    },
  ]);
  const item = {
    id: 'mem_a1',
    type: 'knowledge',
    summary: 'The relay logs with pino.',
    source_type: 'tool_output',
    trust_score: 0.7,
  };
  expect((await read(bytes(JSON.stringify([item])))).memories).toMatchObject([
    { provider: 'zora', id: 'mem_a1', origin: 'tool' },
  ]);
  expect((await read(bytes(`${JSON.stringify(item, null, 2)}`))).memories).toHaveLength(1);
  const claude = [
    {
      conversations_memory: '**Work context**\n\nAda runs a bakery.\n\nShe ships on Fridays.',
      project_memories: { p1: 'The project is a kiln.' },
    },
  ];
  expect((await read(bytes(JSON.stringify(claude)))).memories).toMatchObject([
    { provider: 'claude', text: 'Ada runs a bakery.', entity: 'Work context' },
    { provider: 'claude', text: 'She ships on Fridays.' },
    { provider: 'claude', text: 'The project is a kiln.', scope: 'p1' },
  ]);
});

it('reads a list of lines or strings', async () => {
  const { memories } = await read(
    bytes('# Saved\n- Likes tea.\n2. Has two cats.\n[2025-06-01] - Moved to Lyon.\n'),
    'chatgpt.txt',
  );
  expect(memories.map(({ text, createdAt }) => [text, createdAt])).toEqual([
    ['Likes tea.', null],
    ['Has two cats.', null],
    ['Moved to Lyon.', '2025-06-01T00:00:00Z'],
  ]);
  expect((await read(bytes('["Likes tea.", "", "Has two cats."]'))).memories).toHaveLength(2);
});

it('reads instruction files with what they import, and an import of itself once', async () => {
  const at = await folder({
    'CLAUDE.md':
      '# Rules\n\n- Use pnpm.\n- See @docs/style.md and @CLAUDE.md\n\n`@not/imported.md`\n\n```\n@nor/this.md\n```\n\n@missing.md @../outside.md\n',
    'docs/style.md': '---\ntitle: Style\n---\nTabs, not spaces. Mail ada@example.com.\n\n@../CLAUDE.md\n',
    '.cursor/rules/api.mdc': '---\ndescription: API\nglobs: "src/**"\n---\n- The API speaks JSON.\n',
    '.github/copilot-instructions.md': 'Write tests.\n',
    'node_modules/x/AGENTS.md': 'Not ours.\n',
    'README.md': 'No instruction.\n',
  });
  const { memories, problems } = await read(at);
  expect(memories.map(({ file, text }) => [file, text])).toEqual([
    ['.cursor/rules/api.mdc', 'The API speaks JSON.'],
    ['.github/copilot-instructions.md', 'Write tests.'],
    ['CLAUDE.md', 'Use pnpm.'],
    ['CLAUDE.md', 'See @docs/style.md and @CLAUDE.md'],
    ['CLAUDE.md', '`@not/imported.md`'],
    ['CLAUDE.md', '@missing.md @../outside.md'],
    ['docs/style.md', 'Tabs, not spaces. Mail ada@example.com.'],
    ['docs/style.md', '@../CLAUDE.md'],
  ]);
  expect(memories[0]).toMatchObject({ scope: 'src/**', origin: 'person' });
  expect(problems.map(({ problem }) => problem)).toEqual(['IMPORT_MISSING', 'IMPORT_MISSING']);
});

it('reads imports five files deep', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      i === 0 ? 'AGENTS.md' : `a${i}.md`,
      `Line ${i}.\n\n@a${i + 1}.md\n`,
    ]),
  );
  const { memories, problems } = await read(join(await folder(files), 'AGENTS.md'));
  expect(memories.map(({ text }) => text).filter((text) => text.startsWith('Line'))).toHaveLength(6);
  expect(problems.map(({ problem }) => problem)).toEqual(['IMPORT_TOO_DEEP']);
});

it('reads the memory folder of a coding agent and notes of basic-memory', async () => {
  const at = await folder({
    'MEMORY.md': '- [Tests](tests.md) — how tests run\n- The build takes Node 24.\n',
    'tests.md': '---\nname: tests\ntype: project\nsource: web_search\n---\nTests run with vitest.\n',
    'coffee.md':
      '---\ntitle: Coffee\npermalink: notes/coffee\ntype: note\n---\n# Coffee\n\n## Observations\n- [method] Pour over gives more clarity #brewing (tasted)\n\n## Relations\n- relates_to [[Tea]]\n',
  });
  const { memories } = await read(at);
  expect(memories).toMatchObject([
    { provider: 'memory-folder', text: 'The build takes Node 24.' },
    {
      provider: 'basic-memory',
      text: 'Pour over gives more clarity',
      kind: 'method',
      tags: ['brewing'],
      entity: 'Coffee',
    },
    { provider: 'basic-memory', text: 'Coffee relates to Tea' },
    {
      provider: 'memory-folder',
      text: 'Tests run with vitest.',
      entity: 'tests',
      kind: 'project',
      origin: 'tool',
    },
  ]);
});

it('reads what stands before the end of a file that was cut off', async () => {
  const { memories, problems } = await read(dripped(MEM0.slice(0, MEM0.indexOf('Lives'))), 'x.json');
  expect(memories).toHaveLength(1);
  expect(problems).toMatchObject([{ problem: 'JSON_TRUNCATED' }]);
});

it('refuses a path where nothing stands', async () => {
  await expect(read(join(root, 'absent'))).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' });
});

it('loses no row where a store is longer than what is read at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'long-store-'));
  try {
    const path = join(folder, 'long.json');
    const rows = Array.from({ length: 30_000 }, (_, i) => ({
      id: `m${i}`,
      memory: `The valve ${i} opens at ${i} bar.`,
    }));
    await writeFile(path, JSON.stringify({ results: rows }));
    const read: string[] = [];
    for await (const each of readStore(path)) read.push('text' in each ? each.id : each.problem);
    expect(read).toEqual(rows.map(({ id }) => id));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const OLD = `CREATE TABLE schema_versions (id INTEGER PRIMARY KEY, version INTEGER UNIQUE NOT NULL, applied_at TEXT NOT NULL);
  INSERT INTO schema_versions (version, applied_at) VALUES (4, '2025-11-01');
  CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT NOT NULL, type TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
  INSERT INTO observations (sdk_session_id, project, text, type, created_at, created_at_epoch) VALUES ('s1', 'harbor', 'The relay of Harbor runs in Lisbon.', 'discovery', '2025-11-01', 1761998400000);`;
const NEW = `CREATE TABLE schema_versions (id INTEGER PRIMARY KEY, version INTEGER UNIQUE NOT NULL, applied_at TEXT NOT NULL);
  INSERT INTO schema_versions (version, applied_at) VALUES (4, '2025-11-01'), (35, '2026-10-01');
  CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER, merged_into_project TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
  INSERT INTO observations (memory_session_id, project, type, title, facts, narrative, concepts, files_modified, created_at, created_at_epoch) VALUES
    ('s2', 'harbor', 'decision', 'Relay moved', '["The relay runs in Porto.","Its port is 7000."]', 'It was moved.', '["how-it-works"]', '["relay.ts"]', '2026-10-02', 1790899200000),
    ('s2', 'harbor', 'bugfix', 'Login', '[]', 'The login failed on Safari.', NULL, NULL, '2026-10-02', 1790899200000),
    ('s2', 'harbor', 'change', NULL, NULL, NULL, NULL, NULL, '2026-10-02', 1790899200000);
  CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, learned TEXT, completed TEXT, next_steps TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
  INSERT INTO session_summaries (memory_session_id, project, request, learned, created_at, created_at_epoch) VALUES ('s2', 'harbor', 'move it', 'Certificates expire every 90 days.', '2026-10-02', 1790899200000);
  CREATE TABLE directives (id INTEGER PRIMARY KEY, scope TEXT, project TEXT, content TEXT NOT NULL, status TEXT NOT NULL, source TEXT NOT NULL, created_at TEXT, created_at_epoch INTEGER, updated_at_epoch INTEGER);
  INSERT INTO directives VALUES (1, 'global', NULL, 'Prefers pnpm.', 'active', 'manual', '', 1790899200000, 1790899200000), (2, 'global', NULL, 'Prefers npm.', 'archived', 'manual', '', 1, 1);
  PRAGMA journal_mode = WAL;`;

it('reads the database of claude-mem by the version of its schema, and leaves it as it is', async () => {
  const at = await folder({});
  for (const [name, sql] of Object.entries({ 'old.db': OLD, 'new.db': NEW })) {
    const database = new DatabaseSync(join(at, name));
    database.exec(sql);
    database.close();
  }
  const before = await readFile(join(at, 'new.db'));
  const old = await read(join(at, 'old.db'));
  expect(old.problems).toEqual([]);
  expect(old.memories).toEqual([
    expect.objectContaining({
      provider: 'claude-mem',
      format: 'claude-mem 4',
      id: 'observations-1',
      text: 'The relay of Harbor runs in Lisbon.',
      kind: 'discovery',
      scope: 'harbor',
      source: 's1',
      origin: 'agent',
      createdAt: '2025-11-01T12:00:00Z',
    }),
  ]);
  const now = await read(join(at, 'new.db'));
  expect(now.problems).toEqual([expect.objectContaining({ problem: 'RECORD_INVALID', number: 3 })]);
  expect(now.memories.map(({ id, text, kind }) => [id, text, kind])).toEqual([
    ['observations-1-1', 'The relay runs in Porto.', 'decision'],
    ['observations-1-2', 'Its port is 7000.', 'decision'],
    ['observations-2', 'The login failed on Safari.', 'bugfix'],
    ['session_summaries-1', 'Certificates expire every 90 days.', 'lesson'],
    ['directives-1', 'Prefers pnpm.', 'preference'],
  ]);
  expect(now.memories[0]).toMatchObject({
    tags: ['how-it-works'],
    details: { title: 'Relay moved', files_modified: '["relay.ts"]' },
  });
  expect(await readFile(join(at, 'new.db'))).toEqual(before);
});

it('says of a database, and of anything binary, that it is not readable, and takes none of it for a memory', async () => {
  const at = join(await folder({}), 'claude-mem.db');
  const database = new DatabaseSync(at);
  database.exec('CREATE TABLE observations (id INTEGER PRIMARY KEY, narrative TEXT)');
  database
    .prepare('INSERT INTO observations (narrative) VALUES (?)')
    .run('The relay of Harbor runs in Lisbon.');
  database.close();
  for (const input of [at, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 10, 65, 66])])
    expect(await read(input)).toEqual({
      memories: [],
      problems: [
        expect.objectContaining({
          problem: 'FILE_UNREADABLE',
          message: expect.stringContaining('not readable'),
        }),
      ],
    });
});
