import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';

it('has a line for each thing done, by session, with ids and codes and no word of a memory', async () => {
  await using s = await setupAgent({ now: ticking() });
  const one = await s.agent.session({ id: 'ada-lovelace' });
  const first = await one.remember({ content: 'The owner of the Harbor roadmap is Ada.' });
  await one.note('Ada called about the roadmap.');
  const two = await s.agent.session();
  await two.recall('Who owns the Harbor roadmap?');
  const second = await two.remember({ content: 'The owner of the Harbor roadmap is Grace.' });
  const again = await s.agent.session();
  const third = await again.remember({ content: 'The owner of the Harbor roadmap is Grace.' });
  await two.forget(String(second.memoryId), { reason: 'wrong' });
  const { entries, problems } = await s.agent.log();
  expect(problems).toEqual([]);
  expect(entries.map(({ operation, notes, shown, code }) => [operation, notes[0], shown, code])).toEqual([
    ['remember', first.memoryId, [], 'new'],
    ['memory_updated', 'daily_2026-11-23', [], 'daily_line'],
    // The caller is asked whether one replaces the other.
    ['remember', second.memoryId, [first.memoryId], 'new'],
    ['reinforce', third.memoryId, [], 'said_again'],
    ['memory_updated', second.memoryId, [], 'forgotten'],
  ]);
  expect(new Set(entries.map(({ batch }) => batch)).size).toBe(3);
  expect((await s.agent.log({ batch: two.id })).entries).toHaveLength(2);
  const text = await s.read('_learning.md');
  for (const word of ['Ada', 'ada', 'Grace', 'roadmap', 'wrong', 'lovelace'])
    expect(text).not.toContain(word);
  // The log is not a note, damaged lines are reported, and appended text starts on a new line.
  await appendFile(join(s.root, '_learning.md'), '- 2026-11-23T1');
  await s.agent.remember({ content: 'The archive of Harbor is in Oslo.' });
  await s.agent.memory.index();
  expect((await s.agent.memory.claims.notes()).map(({ path }) => path)).not.toContain('_learning.md');
  const damaged = await s.agent.log();
  expect(damaged.problems).toMatchObject([{ code: 'LEARNING_SHAPE' }]);
  expect(damaged.entries).toHaveLength(entries.length + 1);
});

it('keeps no byte that would tell an erased memory', async () => {
  await using s = await setupAgent();
  await writeFile(join(s.root, 'cranes.md'), 'Crane 4 lifts 28 tons at berth 4.\n');
  await s.agent.memory.index();
  const { memoryId } = await s.agent.remember({ content: 'Ida married Xaverius from Quetzaltown.' });
  expect((await s.agent.log()).entries[0]?.sum).toMatch(/^[0-9a-f]{4}$/u);
  await s.agent.memory.erase(String(memoryId));
  expect((await s.agent.log()).entries).toMatchObject([{ notes: [memoryId], sum: null }]);
});
