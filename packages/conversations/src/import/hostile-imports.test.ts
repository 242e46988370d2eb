import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openVault, type Vault } from '@memora/vault';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { importConversations } from './import-conversations.ts';

const AT = '2026-05-01T10:00:00Z';
const chat = (uuid: string, text: string, at: unknown = AT) => ({
  uuid,
  name: 'Chat',
  created_at: at,
  chat_messages: [{ uuid: 'm', sender: 'human', text, created_at: at }],
});
const bytesOf = (chats: unknown) => Buffer.from(JSON.stringify(chats));

/** A vault next to a folder that an import must not read. */
async function setup() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-hostile-import-')));
  const root = join(folder, 'vault');
  const outside = join(folder, 'outside');
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(outside, 'profile'), 'theirs\n');
  return {
    root,
    outside,
    vault: await openVault(root),
    files: async () =>
      (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort(),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The output of an import, including the error that ends it. */
async function run(vault: Vault, input: Uint8Array): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  try {
    for await (const each of importConversations(vault, input)) told.push(each);
  } catch (error) {
    told.push(error);
  }
  return told;
}

it('writes nothing where an archive says, by names that climb, by links and by folders', async () => {
  await using test = await setup();
  const link = { attrs: ((0o120777 << 16) >>> 0) | 0x20, os: 3 };
  const names = [
    '../../outside/conversations.json',
    '/etc/conversations.json',
    '..\\..\\outside\\conversations.json',
    'C:\\conversations.json',
    '.memora/conversations.json',
    'conversations.json/conversations.json',
    `${'x/'.repeat(2_000)}conversations.json`,
    '\u202e/conversations.json',
  ];
  const entries = names.map((name, i) => [name, bytesOf([chat(`n${i}`, `I said ${i}.`)])] as const);
  const archive = zipSync({
    ...Object.fromEntries(entries),
    'a/conversations.json': [Buffer.from('../../../outside/profile'), link],
    '.memora/config.toml': Buffer.from('[llm]\nprovider = "openai"\n'),
    'episodic/conversations/2026/05/x.md': Buffer.from('# Theirs\n'),
  });
  const told = await run(test.vault, archive);
  expect(told.filter((each) => 'id' in (each as object))).toHaveLength(names.length);
  expect(JSON.stringify(told)).not.toMatch(/theirs|profile|outside/);
  const written = (await test.files()).filter((name) => /\.(?:md|json|toml)$/.test(name));
  expect(written).toHaveLength(names.length);
  for (const name of written)
    expect(name).toMatch(/^vault\/episodic\/conversations\/2026\/05\/2026-05-01-[0-9a-z]{12}\.md$/);
});

it.each([
  ['a year before ours', '-000001-01-01T00:00:00Z'],
  ['a year of six digits', '+275760-09-13T00:00:00Z'],
  ['a path', '2026-05-01T10:00:00/../../..'],
  ['another path', '../../../.memora'],
  ['no number', Number.NaN],
  ['a huge number', 1e308],
  ['an object', { toString: 'x' }],
])('files a chat from %s without a day', async (_, at) => {
  await using test = await setup();
  const [told] = await run(test.vault, bytesOf([chat('a', 'Hi.', at)]));
  expect(told).toMatchObject({
    path: expect.stringMatching(/^episodic\/conversations\/undated\/[0-9a-z]{12}\.md$/),
  });
});

it.each([
  'episodic',
  'episodic/conversations',
  'episodic/conversations/2026',
  'episodic/conversations/2026/05',
])('follows no link at %s', async (place) => {
  for (const target of ['outside', '.memora', 'notes']) {
    await using test = await setup();
    await mkdir(join(test.root, '.memora'), { recursive: true });
    await mkdir(join(test.root, 'notes'), { recursive: true });
    await mkdir(dirname(join(test.root, place)), { recursive: true });
    await symlink(target === 'outside' ? test.outside : join(test.root, target), join(test.root, place));
    const told = await run(test.vault, bytesOf([chat('a', 'Hi.')]));
    expect(told).toMatchObject([{ code: expect.stringMatching(/^(?:PATH_|FILE_|NOTE_)/) }]);
    expect((await test.files()).filter((name) => name.endsWith('.md'))).toEqual([]);
    expect(await readdir(test.outside)).toEqual(['profile']);
  }
});

it.each(['a pipe', 'a link', 'a folder', 'a link to itself'])(
  'is held up by no %s at the place of a note',
  async (kind) => {
    await using test = await setup();
    const [first] = await run(test.vault, bytesOf([chat('a', 'Hi.')]));
    const path = join(test.root, (first as { path: string }).path);
    await rm(path);
    if (kind === 'a pipe') expect(spawnSync('mkfifo', [path]).status).toBe(0);
    else if (kind === 'a folder') await mkdir(path);
    else await symlink(kind === 'a link' ? join(test.outside, 'profile') : path, path);
    const told = await run(test.vault, bytesOf([chat('a', 'Hi.')]));
    expect(told).toMatchObject([{ code: expect.stringMatching(/^(?:PATH_|FILE_|NOTE_)/) }]);
    expect(await readFile(join(test.outside, 'profile'), 'utf8')).toBe('theirs\n');
  },
);

it('reads the notes of a conversation once, however often an archive names it', async () => {
  await using test = await setup();
  let reads = 0;
  const vault: Vault = {
    ...test.vault,
    readNote: (path) => {
      reads++;
      return test.vault.readNote(path);
    },
  };
  const chats = Array.from({ length: 60 }, (_, i) => chat(i % 2 === 0 ? 'a' : 'b', `This is ${i >> 2}.`));
  const told = await run(vault, bytesOf(chats));
  // One name lookup follows the last note of each.
  expect(reads).toBeLessThanOrEqual(4);
  const sum = (key: 'added' | 'known') =>
    told.reduce((total: number, each) => total + (each as Record<typeof key, number>)[key], 0);
  expect([sum('added'), sum('known')]).toEqual([30, 30]);
  reads = 0;
  await run(test.vault, bytesOf(chats));
  const again = await run(vault, bytesOf(chats));
  expect(again.every((each) => (each as { added: number }).added === 0)).toBe(true);
});

it('gives a title no line of its own in a note', async () => {
  await using test = await setup();
  const name = `a\n---\nprivacy: public\nid: gateway\n---\n# x\u0000\u2028privacy: public`;
  const [told] = await run(test.vault, bytesOf([{ ...chat('a', 'Hi.'), name }]));
  const text = await readFile(join(test.root, (told as { path: string }).path), 'utf8');
  expect(text.match(/^privacy: .*$/gmu)).toEqual(['privacy: private']);
  expect(text.match(/^id: .*$/gmu)).toEqual([`id: ${(told as { id: string }).id}`]);
});
