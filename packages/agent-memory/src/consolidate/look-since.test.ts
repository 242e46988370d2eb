import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plantUntidy } from '../testing-fixtures/plant-untidy.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { LOOKED_AT_WHOLE } from './look-since.ts';

const NOW = new Date('2026-11-24T08:00:00Z');
const DAY_MS = 86_400_000;

it('finds by what changed since the last consolidation what it would find by looking at all, and nothing in what did not change', async () => {
  let now = NOW;
  await using s = await setupAgent({ now: () => now });
  await plantUntidy(s.root, LOOKED_AT_WHOLE + 20, NOW);
  await s.agent.memory.index();
  expect((await s.agent.consolidate()).steps.length).toBeGreaterThan(20);
  expect(await s.agent.consolidate()).toMatchObject({ batch: null, steps: [] });
  const read = (path: string) => readFile(join(s.root, path), 'utf8');
  const mark = join(s.root, '.memora/memory-consolidation.json');
  /** The remaining work if everything is examined. */
  const leftOver = async () => {
    const kept = await readFile(mark, 'utf8');
    await rm(mark);
    const { steps } = await s.agent.consolidate({ dryRun: true });
    await writeFile(mark, kept);
    return steps;
  };
  expect(await leftOver()).toEqual([]);

  // New copies, new disputes and the statements that settle them, next to existing ones.
  now = new Date(NOW.getTime() + DAY_MS);
  const said = await s.agent.session({ id: 'first' });
  const known = (await s.agent.list({ limit: 30 })).memories.filter(
    ({ status, kind, validUntil, entity }) =>
      status === 'current' && kind === 'fact' && validUntil === null && entity === null,
  );
  for (const [i, { path, memoryId, text }] of known.slice(0, 3).entries()) {
    const own = `${'z'.repeat(11)}${i}`;
    const copy = (await read(path))
      .replaceAll(memoryId, `mem_${own}`)
      .replace(/^created: .*$/mu, 'created: 2026-11-24T09:00:00Z');
    const words = i === 0 ? text : text.replace(/\.$/u, '!');
    await writeFile(
      join(s.root, path.replace(/-[0-9a-z]{12}\.md$/u, `-${own}.md`)),
      copy.replace(`\n${text}`, `\n${words}`),
    );
  }
  const quote = 'The chandler of Jetty is Otto Brandt.';
  await said.append([{ role: 'user', content: quote }]);
  const quoted = await said.remember({ content: quote, quote });
  await said.remember({ content: 'The lantern of Jetty is lit until Monday.', validUntil: '2026-11-27' });
  await s.agent.memory.index();
  const { steps } = await s.agent.consolidate();
  expect(steps.filter(({ code }) => code === 'merged').length).toBe(3);
  expect(await leftOver()).toEqual([]);

  // Memories that end by themselves, and evidence whose note was edited and not indexed.
  now = new Date(NOW.getTime() + 10 * DAY_MS);
  const [talk = ''] = (await s.files()).filter((path) => path.startsWith('episodic/conversations/'));
  await writeFile(join(s.root, talk), (await read(talk)).replace('Otto Brandt', 'Ida Brandt'));
  const later = await s.agent.consolidate();
  expect(later.steps.map(({ code }) => code)).toContain('ended');
  expect(later.steps).toContainEqual({
    pass: 'refresh',
    code: 'evidence_gone',
    notes: [quoted.memoryId],
  });
  expect(await leftOver()).toEqual([]);
  // A new index has no state of the old one, so everything is examined.
  await rm(join(s.root, '.memora'), { recursive: true });
  const again = await s.reopen();
  await again.memory.index();
  expect((await again.consolidate()).steps).toEqual([]);
});
