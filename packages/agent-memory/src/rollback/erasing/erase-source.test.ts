import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../../testing-fixtures/setup-agent.ts';
import { ticking } from '../../testing-fixtures/ticking.ts';

/** Every file of the vault that contains one of the words, including its name. */
async function holding(root: string, words: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    const bytes = entry.isFile() ? await readFile(join(root, path), 'latin1') : '';
    if (words.test(`${path} ${bytes}`)) found.push(path);
  }
  return found.sort();
}

const CLIPPED = 'clips/okapi.md';

it('erases what sessions, imports and notes have of a source, merged, forgotten and shown, out of every file but the notes', async () => {
  await using s = await setupAgent({ now: ticking() });
  await mkdir(join(s.root, 'clips'));
  await writeFile(
    join(s.root, CLIPPED),
    '---\nsource: https://poison.example.org/okapi\n---\nThe okapi eats marimbas.\n',
  );
  await writeFile(join(s.root, 'own.md'), 'The relay of Harbor runs in Lisbon.\n');
  await s.agent.memory.index();
  const kept = await s.agent.remember({ content: 'The pump of Harbor is blue and heavy.' });
  const said = 'The archive of Harbor is in Quetzaltown.';
  const hear = async () => {
    const x = await s.agent.session();
    await x.append([{ role: 'tool', name: 'fetch https://poison.example.org/page', content: said } as never]);
    return x;
  };
  const first = await hear();
  const quoted = await first.remember({ content: said, quote: said });
  await first.remember({ content: 'The lock of Harbor was sold to Xaverius.' });
  const gone = await first.remember({ content: 'The crane of Harbor belongs to Xaverius.' });
  await first.forget(String(gone.memoryId), { reason: 'Xaverius is wrong' });
  const second = await hear();
  await second.remember({ content: said, quote: said });
  await second.note('Xaverius called.');
  await s.agent.importMemories([
    {
      provider: 'poison.example.org',
      original: '7',
      content: 'The valve of Harbor is made and forgotten in Zzyzx, what the memory learned.',
    },
  ]);
  await s.agent.consolidate();
  const later = await (await s.reopen()).session({ id: 'later' });
  await later.context({ question: 'Who bought the lock of Harbor, and where is its archive?' });
  await later.recall('Who bought the lock of Harbor, and where is its archive?', { limit: 5 });
  const plan = await s.agent.eraseSource('poison.example.org', { dryRun: true });
  expect(plan.rollback?.falls).toContain(quoted.memoryId);
  expect(plan.rollback?.falls).toContain(gone.memoryId);
  expect((await s.agent.memory.access.read(plan.rollback?.falls ?? [])).size).toBeGreaterThan(0);
  expect(plan.erasure).toMatchObject({ dryRun: true, kind: 'source', notes: [CLIPPED] });
  expect(await holding(s.root, /xaverius/iu)).not.toEqual([]);

  const done = await s.agent.eraseSource('poison.example.org');
  expect(done.rollback).toMatchObject({ batch: null, falls: plan.rollback?.falls, proof: { found: [] } });
  expect(done.erasure).toMatchObject({ stillSaidIn: [CLIPPED], proof: { found: [] } });
  await s.agent.close();
  // Text that the person wrote is theirs, and is only reported.
  expect(await holding(s.root, /okapi eats|marimba/iu)).toEqual([CLIPPED]);
  expect(await holding(s.root, /zzyzx|quetzaltown/iu)).toEqual([]);
  const counts = await readFile(join(s.root, '.memora/use.db'), 'latin1');
  for (const id of plan.rollback?.falls ?? []) expect(counts).not.toContain(id);
  const again = await s.reopen();
  expect((await again.list()).memories.map(({ memoryId }) => memoryId)).toEqual([kept.memoryId]);
  await expect(again.eraseSource('elsewhere.example.org')).rejects.toMatchObject({
    code: 'NOTHING_TO_ERASE',
  });
});
