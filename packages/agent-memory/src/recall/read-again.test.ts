import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

// A memory written a moment ago is not cached, because only a later clock reading can prove a file's age.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 }));
afterEach(() => void vi.useRealTimers());

it('shows no words that a note does not have now, were its file replaced by one of the same size and time', async () => {
  await using s = await setupAgent();
  await s.agent.remember({ content: 'The relay of Harbor listens on port 8080.', entity: 'Harbor' });
  await s.agent.remember({ content: 'The archive of Harbor is kept in Oslo.', entity: 'Harbor' });
  const ask = async () =>
    (await s.agent.recall('What do we know of Harbor?', { evidence: false })).items.map(
      ({ line, verified }) => [line, verified],
    );
  const both = [
    ['The archive of Harbor is kept in Oslo.', true],
    ['The relay of Harbor listens on port 8080.', true],
  ];
  for (let i = 0; i < 3; i++) expect((await ask()).toSorted()).toEqual(both);
  const path = await noteOf(s.root, await s.files(), '8080');
  const before = await stat(path);
  const text = await readFile(path, 'utf8');
  await writeFile(`${path}.next`, text.replace('8080', '9090'));
  await utimes(`${path}.next`, before.atime, before.mtime);
  await rename(`${path}.next`, path);
  expect((await stat(path)).size).toBe(before.size);
  for (let i = 0; i < 2; i++) expect(await ask()).toEqual(both.slice(0, 1));
  await writeFile(path, text);
  for (let i = 0; i < 2; i++) expect((await ask()).toSorted()).toEqual(both);
});

it('ranks by what was read last what it does not show, until something is written to the index', async () => {
  await using s = await setupAgent();
  await s.agent.remember({ content: 'The relay of Harbor listens on port 8080.', entity: 'Harbor' });
  await s.agent.remember({ content: 'The archive of Harbor is kept in Oslo.', entity: 'Harbor' });
  const ask = async () =>
    (await s.agent.recall('Which relay has Harbor?', { evidence: false, limit: 1 })).items.map(
      ({ line, verified }) => [line, verified],
    );
  const relay = [['The relay of Harbor listens on port 8080.', true]];
  const archive = [['The archive of Harbor is kept in Oslo.', true]];
  for (let i = 0; i < 3; i++) expect(await ask()).toEqual(relay);
  const [first, second] = [
    await noteOf(s.root, await s.files(), '8080'),
    await noteOf(s.root, await s.files(), 'Oslo'),
  ];
  await writeFile(second, (await readFile(second, 'utf8')).replace('Oslo', 'Riga'));
  for (let i = 0; i < 2; i++) expect(await ask()).toEqual(relay);
  // Its cached text is not trusted: whatever replaced a missing memory is read.
  await writeFile(first, (await readFile(first, 'utf8')).replace('8080', '9090'));
  expect(await ask()).toEqual([]);
  await s.agent.memory.index();
  expect(await ask()).toEqual([['The relay of Harbor listens on port 9090.', true]]);
  await writeFile(second, (await readFile(second, 'utf8')).replace('Riga', 'Oslo'));
  await writeFile(first, (await readFile(first, 'utf8')).replace('9090', '7070'));
  await s.agent.memory.index();
  await writeFile(first, (await readFile(first, 'utf8')).replace('7070', '6060'));
  expect(await ask()).toEqual(archive);
});

it('fills a budget with what notes say now, whatever an earlier recall read of them', async () => {
  await using s = await setupAgent();
  await s.agent.remember({ content: 'The relay of Harbor listens on port 8080.', entity: 'Harbor' });
  await s.agent.remember({ content: 'The archive of Harbor is kept in Oslo.', entity: 'Harbor' });
  // A question about a time asks the index, as one over many memories does.
  const asOf = '2040-01-01';
  const ask = async () => {
    const { items, nearest } = await s.agent.recall('What do we know of Harbor?', { tokens: 400, asOf });
    return [...items, ...nearest].map(({ line }) => line).toSorted();
  };
  const both = ['The archive of Harbor is kept in Oslo.', 'The relay of Harbor listens on port 8080.'];
  for (let i = 0; i < 3; i++) expect(await ask()).toEqual(both);
  const path = await noteOf(s.root, await s.files(), '8080');
  const [before, text] = [await stat(path), await readFile(path, 'utf8')];
  await writeFile(`${path}.next`, text.replace('8080', '9090'));
  await utimes(`${path}.next`, before.atime, before.mtime);
  await rename(`${path}.next`, path);
  for (let i = 0; i < 2; i++) expect(await ask()).toEqual(both.slice(0, 1));
  await writeFile(path, text);
  for (let i = 0; i < 2; i++) expect(await ask()).toEqual(both);
  // Its statement is the same.
  await writeFile(path, `${text}\n`);
  for (let i = 0; i < 2; i++) expect(await ask()).toEqual(both);
  await writeFile(path, text.replace(/privacy: .*/u, 'privacy: secret'));
  for (let i = 0; i < 2; i++) expect(await ask()).toEqual(both.slice(0, 1));
});

async function noteOf(root: string, paths: readonly string[], words: string): Promise<string> {
  for (const path of paths)
    if ((await readFile(join(root, path), 'utf8')).includes(words)) return join(root, path);
  throw new Error('no note has these words');
}
