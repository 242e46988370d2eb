import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const FILLER = Array.from({ length: 12 }, (_, i) => `Crane ${i} lifts ${i * 7} tons at berth ${i}.`).join(
  '\n',
);
const WORDS = ['xaverius', 'quetzaltown'];

/** Every file of the vault that contains one of the words, including its name. */
async function holding(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? (await readFile(path)).toString('latin1').toLowerCase() : '';
    if (WORDS.some((word) => `${path} ${bytes}`.toLowerCase().includes(word)))
      found.push(path.slice(root.length + 1));
  }
  return found.sort();
}

it.each(['that stands', 'in the trash, twice'])(
  'takes a memory %s out of every byte of the vault, its count too',
  async (where) => {
    await using s = await setupAgent();
    await writeFile(join(s.root, 'cranes.md'), `# Cranes\n\n${FILLER}\n`);
    await s.agent.memory.index();
    const kept = await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
    const { memoryId } = await s.agent.remember({
      content: 'Ida married Xaverius from Quetzaltown.',
      tags: ['quetzaltown'],
    });
    const id = String(memoryId);
    await s.agent.recall('Who did Ida marry?', { limit: 5 });
    expect((await s.agent.memory.access.read([id])).size).toBe(1);
    await s.agent.forget(String(kept.memoryId), { reason: 'trial' });
    const [path = ''] = (await s.files()).filter((file) => file.includes('xaverius'));
    if (where !== 'that stands') {
      await s.agent.forget(id, { reason: 'Xaverius is gone' });
      await rename(
        join(s.root, '.trash/memora', path),
        join(s.root, '.trash/memora', path.replace('.md', '.1.md')),
      );
      await writeFile(join(s.root, '.trash/memora', path), 'Xaverius again.\n');
    }
    const planned = await s.agent.memory.erase(id, { dryRun: true });
    expect(await holding(s.root)).not.toEqual([]);
    const report = await s.agent.memory.erase(id);
    expect(report).toMatchObject({ kind: 'note', notes: [path], files: planned.files, proof: { found: [] } });
    expect(report.files).toHaveLength(where === 'that stands' ? 1 : 2);
    expect(report.proof?.words).toBeGreaterThanOrEqual(2);
    await s.agent.close();
    expect(await holding(s.root)).toEqual([]);
    const bytes = await readFile(join(s.root, '.memora/use.db'), 'latin1');
    expect(bytes).not.toContain(id);
    // Another memory in the trash stays, and can be restored.
    const again = await s.reopen();
    await again.memory.index();
    expect((await again.restore(String(kept.memoryId))).restored).toBe(kept.memoryId);
    expect(await again.get([id])).toEqual([]);
    await expect(again.restore(id)).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
    expect(await holding(s.root)).toEqual([]);
  },
);

it('takes the memory with the turn it quotes', async () => {
  await using s = await setupAgent();
  const session = await s.agent.session();
  await session.append([
    { role: 'user', content: 'I married Xaverius from Quetzaltown.' },
    { role: 'user', content: 'I prefer pnpm over npm.' },
  ]);
  const { memoryId } = await session.remember({
    content: 'The user married Xaverius from Quetzaltown.',
    quote: 'I married Xaverius from Quetzaltown.',
  });
  const report = await s.agent.memory.erase(`${session.id}#t1`);
  expect(report.files).toEqual([expect.stringContaining(String(memoryId).slice(4))]);
  // The turn itself is the person's text, so it is reported and not changed.
  expect(report.stillSaidIn).toEqual([expect.stringContaining('episodic/conversations/')]);
  expect(await holding(s.root)).toEqual(report.stillSaidIn);
});

it('takes what is erased out of the prefix that a session keeps', async () => {
  await using s = await setupAgent();
  await (await s.agent.session({ id: 'evening' })).note('Ida married Xaverius from Quetzaltown.');
  await s.agent.memory.index();
  const session = await s.agent.session({ id: 'morning' });
  const { prefix } = await session.context({ question: 'Who did Ida marry?', budget: 4000 });
  expect(prefix.toLowerCase()).toContain('xaverius');
  const [daily = ''] = (await holding(s.root)).filter((path) => path.startsWith('episodic/daily/'));
  expect(await holding(s.root)).toContainEqual(expect.stringContaining('.memora/sessions/'));
  const report = await s.agent.memory.erase(daily);
  expect(report.stillSaidIn).toEqual([daily]);
  expect(report.proof?.found).toEqual([]);
  await s.agent.close();
  expect(await holding(s.root)).toEqual([daily]);
  // Before the session continues, because its start text is read when it begins.
  await writeFile(join(s.root, daily), 'Nothing else happened.\n');
  const again = await (await s.reopen()).session({ id: 'morning' });
  const pack = await again.context({ question: 'Who did Ida marry?', budget: 4000 });
  expect(`${pack.prefix}${pack.turn}`.toLowerCase()).not.toContain('xaverius');
});

it.each(['whose sentence was replaced', 'that was deleted', 'that stands'])(
  'takes a memory file %s out of every byte, the versions in the trash too',
  async (which) => {
    await using s = await setupAgent();
    await writeFile(join(s.root, 'cranes.md'), `# Cranes\n\n${FILLER}\n`);
    await s.agent.memory.index();
    const session = await s.agent.session();
    const path = '/memories/people/ida.md';
    const file_text = 'Ida married Xaverius from Quetzaltown.\n';
    await session.file({ command: 'create', path, file_text });
    await session.file({ command: 'create', path: '/memories/other.md', file_text: 'The crane is red.\n' });
    await session.file({ command: 'delete', path: '/memories/other.md' });
    const [claim] = (await s.agent.memory.claims.listClaims({ notePath: 'memories/people/ida.md' })).claims;
    if (which === 'whose sentence was replaced')
      await session.file({ command: 'str_replace', path, old_str: file_text, new_str: 'Ida is well.\n' });
    else {
      await session.file({
        command: 'str_replace',
        path,
        old_str: 'Ida married',
        new_str: 'Once Ida married',
      });
      if (which === 'that was deleted') await session.file({ command: 'delete', path });
    }
    const target = which === 'whose sentence was replaced' ? String(claim?.id) : 'memories/people/ida.md';
    expect((await s.agent.memory.erase(target)).proof).toMatchObject({ found: [] });
    await s.agent.close();
    expect(await holding(s.root)).toEqual([]);
    const trash = await readdir(join(s.root, '.trash/memora'), { recursive: true });
    expect(trash.some((name) => name.includes('other'))).toBe(true);
  },
);
