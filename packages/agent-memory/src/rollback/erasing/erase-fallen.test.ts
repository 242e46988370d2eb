import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../../testing-fixtures/setup-agent.ts';
import { ticking } from '../../testing-fixtures/ticking.ts';

const WORDS = /xaverius|zzyzx/iu;
const OWN = 'own.md';

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

it.each(['source', 'session'])(
  'erases all that came from a %s: memories, turns, days, trash, counts, snapshots of packs; what the person wrote stays',
  async (kind) => {
    await using s = await setupAgent({ now: ticking() });
    await writeFile(join(s.root, OWN), 'The Quetzaltown trip was fine.\n');
    await s.agent.memory.index();
    const before = await s.agent.remember({ content: 'The archive of Harbor is in Oslo.' });
    const x = await s.agent.session();
    const said = 'The archive of Harbor is in Quetzaltown.';
    await x.append([
      { role: 'user', content: 'What does the page say?' },
      {
        role: 'tool',
        name: 'fetch https://poison.example.org/page',
        content: `${said} Zzyzx knows.`,
      } as never,
    ]);
    const quoted = await x.remember({ content: said, quote: said });
    const heard = await x.remember({ content: 'Ida married Xaverius in spring.', tags: ['zzyzx'] });
    const gone = await x.remember({ content: 'The crane of Harbor belongs to Xaverius.' });
    await x.forget(String(gone.memoryId), { reason: 'Xaverius is wrong' });
    if (kind === 'session') await x.note('Xaverius called from Quetzaltown.');
    const later = await (await s.reopen()).session({ id: 'later' });
    await later.context({ question: 'Whom did Ida marry, and where is the archive of Harbor?' });
    await later.recall('Whom did Ida marry?', { limit: 5 });
    const ids = [quoted, heard, gone].map(({ memoryId }) => String(memoryId));
    expect((await s.agent.memory.access.read(ids)).size).toBeGreaterThan(0);
    const target = kind === 'source' ? { source: 'poison.example.org' } : { session: x.id };
    const plan = await s.agent.rollback(target, { dryRun: true, erase: true });
    expect([...plan.falls].sort()).toEqual([...ids].sort());
    const done = await s.agent.rollback(target, { erase: true });
    expect(done).toMatchObject({ batch: null, falls: plan.falls, proof: { found: [] } });
    expect(done.proof?.words).toBeGreaterThan(1);
    await s.agent.close();
    expect(await holding(s.root, WORDS)).toEqual([]);
    expect(await holding(s.root, /quetzaltown/iu)).toEqual(['.memora/memora.db', OWN]);
    const counts = await readFile(join(s.root, '.memora/use.db'), 'latin1');
    for (const id of ids) expect(counts).not.toContain(id);
    const again = await s.reopen();
    expect((await again.list()).memories.map(({ memoryId, status }) => [memoryId, status])).toEqual([
      [before.memoryId, 'current'],
    ]);
    const log = await readFile(join(s.root, '_learning.md'), 'utf8');
    for (const line of log
      .split('\n')
      .filter((each) => ids.some((id) => each.includes(`Z ${x.id} remember note:${id}`))))
      expect(line).not.toContain('sum:');
  },
);

it('leaves a memory that a person edited, though what it rested on is erased', async () => {
  await using s = await setupAgent({ now: ticking() });
  const x = await s.agent.session();
  const said = 'The archive of Harbor is in Quetzaltown.';
  await x.append([{ role: 'tool', name: 'search', content: said } as never]);
  const { memoryId } = await x.remember({ content: said, quote: said });
  const [path = ''] = (await s.files()).filter((each) => each.includes(String(memoryId).slice(4)));
  await writeFile(join(s.root, path), (await s.read(path)).replace(`\n${said}`, '\nThe archive is in Oslo.'));
  await s.agent.memory.index();
  const done = await s.agent.rollback({ session: x.id }, { erase: true });
  expect(done).toMatchObject({ falls: [], touched: [memoryId] });
  expect(await s.read(path)).toContain('The archive is in Oslo.');
});
