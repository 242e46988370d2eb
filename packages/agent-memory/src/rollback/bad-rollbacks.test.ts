import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';

const FACTS = ['The relay of Harbor runs in Lisbon.', 'The crane of Atlas lifts forty tons.'] as const;

type Setup = Awaited<ReturnType<typeof setupAgent>>;
const idsOf = async (s: Pick<Setup, 'agent'>) =>
  (await s.agent.list()).memories.map(({ memoryId }) => memoryId).sort();

describe('a rollback', () => {
  it('takes one of two sessions that wrote at once, past a line that was cut off', async () => {
    await using s = await setupAgent({ now: ticking() });
    const other = await s.reopen();
    const [x, y] = [await s.agent.session(), await other.session()];
    const both = await Promise.all([
      ...FACTS.map((content) => x.remember({ content })),
      ...['The pier of Quay is closed.', 'Berth supports offline sync.'].map((content) =>
        y.remember({ content }),
      ),
    ]);
    const ids = both.map(({ memoryId }) => String(memoryId));
    await appendFile(join(s.root, '_learning.md'), `- 2026-11-24T08:00:00Z ${x.id} remem`);
    const { falls } = await s.agent.rollback({ session: x.id });
    expect([...falls].sort()).toEqual(ids.slice(0, 2).sort());
    expect(await idsOf(s)).toEqual(ids.slice(2).sort());
    expect((await s.agent.log()).problems).toMatchObject([{ code: 'LEARNING_SHAPE' }]);
  });

  it('can be undone no more once somebody emptied the trash, and says so by doing nothing', async () => {
    await using s = await setupAgent({ now: ticking() });
    const x = await s.agent.session();
    await x.remember({ content: FACTS[0] });
    const { batch } = await s.agent.rollback({ session: x.id });
    await rm(join(s.root, '.trash'), { recursive: true });
    const undone = await s.agent.rollback({ batch: String(batch) });
    expect(undone).toMatchObject({ batch: null, falls: [], returns: [], touched: [] });
    expect(await idsOf(s)).toEqual([]);
  });

  it('finds a note that was renamed since, and what was saved while the clock went back', async () => {
    let at = Date.parse('2026-11-24T08:00:00Z');
    await using s = await setupAgent({ now: () => new Date(at) });
    const x = await s.agent.session();
    const first = await x.remember({ content: FACTS[0] });
    at -= 3_600_000;
    const second = await x.remember({ content: FACTS[1] });
    const stays = await (await s.agent.session()).remember({ content: 'The pier of Quay is closed.' });
    const [path = ''] = (await s.files()).filter((each) => each.includes(String(first.memoryId).slice(4)));
    await rename(
      join(s.root, path),
      join(s.root, path.replace(/[^/]*(?=-[0-9a-z]{12}\.md$)/u, 'another-name')),
    );
    await s.agent.memory.index();
    const { falls } = await s.agent.rollback({ session: x.id });
    expect([...falls].sort()).toEqual([first.memoryId, second.memoryId].sort());
    expect(await idsOf(s)).toEqual([stays.memoryId]);
  });

  it('of a source that is nothing changes no byte, and of one that is all leaves what people wrote', async () => {
    await using s = await setupAgent({ now: ticking() });
    await writeFile(join(s.root, 'own.md'), 'The harbor opens at six.\n');
    await s.agent.memory.index();
    for (const content of FACTS) await (await s.agent.session()).remember({ content });
    const log = await readFile(join(s.root, '_learning.md'), 'utf8');
    for (const target of [
      { source: 'nobody.example' },
      { session: 'none' },
      { turn: 'conv_000000000000#t9' },
    ])
      expect(await s.agent.rollback(target)).toMatchObject({ batch: null, falls: [], turns: [] });
    expect(await readFile(join(s.root, '_learning.md'), 'utf8')).toBe(log);
    for (const target of [{ source: '' }, { since: 'never' }])
      await expect(s.agent.rollback(target)).rejects.toMatchObject({ code: 'MEMORY_INVALID' });
    expect((await s.agent.rollback({ agent: 'helper' })).falls).toHaveLength(2);
    expect((await s.files()).filter((path) => !path.startsWith('.'))).toEqual(['own.md']);
  });
});
