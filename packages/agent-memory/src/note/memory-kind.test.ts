import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { MEMORY_KINDS } from './memory-kind.ts';

it('keeps a memory of each kind, in the room of its kind', async () => {
  await using s = await setupAgent();
  for (const kind of MEMORY_KINDS)
    await s.agent.remember({ content: `The relay of Harbor has a ${kind} of its own.`, kind });
  const { memories } = await s.agent.list();
  expect(memories.map(({ kind }) => kind).sort()).toEqual([...MEMORY_KINDS].sort());
  const roomOf = (name: string) => memories.find(({ kind }) => kind === name)?.path.split('/')[0];
  expect(['decision', 'incident', 'lesson'].map(roomOf)).toEqual(['semantic', 'episodic', 'semantic']);
  const { items } = await s.agent.recall('relay of Harbor', { limit: 20, kind: 'lesson' });
  expect(items.map(({ kind }) => kind)).toEqual(['lesson']);
  const [best] = (await s.agent.recall('relay of Harbor', { limit: 20 })).items;
  const above = { limit: 20, minScore: (best?.score ?? 0) + 1 };
  expect((await s.agent.recall('relay of Harbor', above)).items).toEqual([]);
});
