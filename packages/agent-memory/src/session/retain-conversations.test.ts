import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const FACT = 'The relay of Harbor runs in Lisbon.';

it('deletes old conversations, and what they grounded is the own words of the agent from then on', async () => {
  let now = new Date('2026-01-10T10:00:00Z');
  // The person's settings, outside the vault.
  await using config = await setupAgent();
  const env = { ...process.env, MEMORA_CONFIG_DIR: config.root };
  await using s = await setupAgent({ now: () => now, env });
  const old = await s.agent.session({ id: 'old-talk' });
  await old.append([{ role: 'user', content: FACT }]);
  const { memoryId } = await old.remember({ content: FACT, quote: FACT });
  expect((await s.agent.get([String(memoryId)]))[0]).toMatchObject({ trust: 1 });
  await writeFile(join(config.root, 'config.toml'), '[memory]\nretention_days = 30\n');
  now = new Date('2026-03-10T10:00:00Z');
  const later = await (await s.reopen({ env })).session();
  await later.append([{ role: 'user', content: 'The archive of Harbor is in Oslo.' }]);
  const { deleted } = await later.end();
  expect(deleted).toHaveLength(1);
  const agent = await s.reopen({ env });
  const [detail] = await agent.get([String(memoryId)]);
  expect(detail).toMatchObject({ text: FACT, trust: 0.7, status: 'current', evidence: [] });
  const text = await s.read(String(detail?.path));
  expect(text).not.toMatch(/^(?:evidence|quote):/mu);
  expect((await agent.log({ note: String(memoryId) })).entries.at(-1)).toMatchObject({
    operation: 'refresh',
    code: 'own_words',
  });
  // A second end finds nothing, and a newly indexed vault has the same state.
  expect((await (await agent.session()).end()).deleted).toEqual([]);
  await agent.memory.index({ full: true });
  expect((await agent.get([String(memoryId)]))[0]).toMatchObject({ trust: 0.7, status: 'current' });
});
