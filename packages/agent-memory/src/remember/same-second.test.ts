import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const BLACK = 'Rosa likes to drink black tea at work.';
const GREEN = 'Rosa likes to drink green tea at work.';

it.each([
  ['in the same second', 0],
  ['once the clock went back an hour', -3_600_000],
  ['once the clock went on a month', 30 * 86_400_000],
])('replaces at once what it names %s', async (_, jump) => {
  let at = Date.parse('2026-03-01T10:00:00Z');
  await using s = await setupAgent({ now: () => new Date(at) });
  const black = await s.agent.remember({ content: BLACK });
  at += jump;
  const green = await s.agent.remember({ content: GREEN, supersedes: String(black.memoryId) });
  expect(green).toMatchObject({ code: 'explicit', target: black.memoryId });
  const lines = async (agent = s.agent) =>
    (await agent.recall('What does Rosa drink at work?')).items.map(({ line, status }) => [line, status]);
  expect(await lines()).toEqual([[GREEN, 'current']]);
  await s.agent.close();
  await rm(join(s.root, '.memora'), { recursive: true });
  const again = await s.reopen();
  await again.memory.index();
  expect(await lines(again)).toEqual([[GREEN, 'current']]);
  // The memory that replaced it is forgotten, so it is valid again.
  await again.forget(String(green.memoryId), { reason: 'x' });
  expect(await lines(again)).toEqual([[BLACK, 'current']]);
});
