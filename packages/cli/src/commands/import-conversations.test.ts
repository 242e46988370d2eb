import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const turns = (...texts: readonly string[]) =>
  JSON.stringify(texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })));

async function put(v: TestVault, path: string, text: string | Uint8Array): Promise<string> {
  const file = join(v.folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

const notesOf = async (v: TestVault): Promise<string[]> =>
  (await readdir(join(v.vault, 'episodic'), { recursive: true }).catch(() => [])).filter((path) =>
    path.endsWith('.md'),
  );

interface Imported {
  readonly conversations: { readonly id: string; readonly path: string; readonly added: number }[];
  readonly problems: { readonly problem: string; readonly file: string }[];
}

it('adds the new turns of a file that has grown to the conversation it began', async () => {
  await using v = await setupVault({});
  const file = await put(v, 'chat.json', turns('The pump runs at 40 bar.', 'Noted.'));
  const first = await v.json<Imported>(['conversations', 'import', file]);
  await put(v, 'chat.json', turns('The pump runs at 40 bar.', 'Noted.', 'The crane lifts 12 tons.'));
  const second = await v.json<Imported>(['conversations', 'import', file]);
  expect(second.conversations).toMatchObject([{ id: first.conversations[0]?.id, added: 1, known: 2 }]);
  expect(await notesOf(v)).toHaveLength(1);
});

it('keeps two chats apart whose files have one name', async () => {
  await using v = await setupVault({});
  const files = [
    await put(v, 'a/chat.json', turns('The pump runs at 40 bar.')),
    await put(v, 'b/chat.json', turns('The crane lifts 12 tons.')),
  ];
  const { conversations } = await v.json<Imported>(['conversations', 'import', ...files]);
  expect(new Set(conversations.map(({ id }) => id)).size).toBe(2);
});

it('reads what it can, names the rest, and leaves nothing half written', async () => {
  await using v = await setupVault({});
  const files = [
    await put(v, 'good.json', turns('The pump runs at 40 bar.')),
    await put(v, 'cut.json', turns('The crane lifts 12 tons.', 'Yes.').slice(0, -20)),
    await put(v, 'other.csv', 'a,b\n1,2\n'),
    await put(v, 'empty.json', ''),
  ];
  const run = await v.run(['conversations', 'import', ...files]);
  expect(run.code).toBe(3);
  expect(run.stdout).toContain('Wrote 2 turns of 2 conversations');
  expect(run.stderr).toMatch(/cut\.json.*JSON_TRUNCATED/u);
  expect(run.stderr).toMatch(/other\.csv.*FORMAT_UNKNOWN/u);
  expect(run.stderr).toMatch(/empty\.json.*FORMAT_UNKNOWN/u);
  expect(run.stderr).not.toContain('tons');
});

it('refuses a file that is not there before it writes anything', async () => {
  await using v = await setupVault({});
  const file = await put(v, 'good.json', turns('The pump runs at 40 bar.'));
  const run = await v.run(['conversations', 'import', file, join(v.folder, 'none.json')]);
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/none\.json.*no such file/su);
  expect(await notesOf(v)).toEqual([]);
  expect((await v.run(['conversations', 'import', v.folder])).stderr).toContain('it is a folder');
});

it('says where credentials were marked secret, and shows them to the owner alone', async () => {
  await using v = await setupVault({});
  const key = `sk-ant-api03-${'Ab3dEf9h'.repeat(12)}-x`;
  const file = await put(v, 'chat.json', turns(`My key is ${key}, keep it.`));
  const run = await v.run(['conversations', 'import', file]);
  expect(run.stderr).toContain('secret in 1 turn.');
  expect(run.stdout + run.stderr).not.toContain(key);
  const [path = ''] = await notesOf(v);
  expect(await readFile(join(v.vault, 'episodic', path), 'utf8')).toContain('<!--privacy:secret-->');
  const { conversations } = await v.json<{ conversations: { id: string }[] }>(['conversations', 'list']);
  const id = conversations[0]?.id ?? '';
  expect((await v.run(['conversations', 'show', id])).stdout).not.toContain(key);
  expect((await v.run(['conversations', 'show', id, '--reveal'])).stdout).toContain(key);
});

it('leaves a note that a person has edited as it is, and one that was deleted is written again', async () => {
  await using v = await setupVault({});
  const file = await put(v, 'chat.json', turns('The pump runs at 40 bar.'));
  await v.run(['conversations', 'import', file]);
  const [path = ''] = await notesOf(v);
  const note = join(v.vault, 'episodic', path);
  const before = await readFile(note, 'utf8');
  await writeFile(note, `${before}\nMy own words.\n`);
  await v.run(['conversations', 'import', file]);
  expect(await readFile(note, 'utf8')).toBe(`${before}\nMy own words.\n`);
  await rm(note);
  expect((await v.json<Imported>(['conversations', 'import', file])).conversations).toMatchObject([
    { added: 1 },
  ]);
});
