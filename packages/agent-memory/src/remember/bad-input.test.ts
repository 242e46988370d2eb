import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillWithSubject } from '../testing-fixtures/fill-with-subject.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const RELAY = 'The relay of Harbor runs in Lisbon.';
/** The number of items of one subject; all of them with `MEMORA_TEST_WHOLE=1`. */
const OF_ONE_SUBJECT = process.env['MEMORA_TEST_WHOLE'] === '1' ? 10_000 : 300;

describe('bad input of a memory', () => {
  it.each([
    ['nothing', '', 'blank'],
    ['a megabyte', 'The relay runs. '.repeat(65_536), 'too_long'],
    ['bytes of an image', String.fromCharCode(...Array.from({ length: 64 }, (_, i) => i % 32)), 'blank'],
    ['a megabyte of zeros', '\0'.repeat(1_048_576), 'blank'],
    ['half a character', `${'\ud800'.repeat(40)}`, 'blank'],
  ])('is refused with a code where it is %s, and nothing is written', async (_, content, code) => {
    await using s = await setupAgent();
    expect(await s.agent.remember({ content })).toMatchObject({ decision: 'reject', code, memoryId: null });
    expect(await s.files()).toEqual([]);
  });

  it('is an id of another vault: no memory is found by it, and neither vault changes', async () => {
    await using other = await setupAgent();
    const id = String((await other.agent.remember({ content: RELAY })).memoryId);
    await using s = await setupAgent();
    await s.agent.remember({ content: 'Atlas supports offline sync.' });
    const before = [await s.files(), await other.files()];
    const unknown = { code: 'MEMORY_NOT_FOUND', hint: expect.any(String) };
    await expect(s.agent.forget(id, { reason: 'x' })).rejects.toMatchObject(unknown);
    await expect(s.agent.restore(id)).rejects.toMatchObject(unknown);
    await expect(s.agent.confirm(id, { reason: 'x' })).rejects.toMatchObject(unknown);
    await expect(s.agent.supersede(id, { content: RELAY })).rejects.toMatchObject(unknown);
    await expect(s.agent.remember({ content: RELAY, supersedes: id })).rejects.toMatchObject(unknown);
    await expect(s.agent.list({ after: id })).rejects.toMatchObject(unknown);
    expect(await s.agent.get([id])).toEqual([]);
    expect([await s.files(), await other.files()]).toEqual(before);
  });

  it('is a quote of a turn that was edited since: the memory is the agent’s own word, and one that rested on it is stale', async () => {
    await using s = await setupAgent();
    const session = await s.agent.session();
    await session.append([{ role: 'user', content: 'I prefer pnpm over npm.' }]);
    const quote = 'I prefer pnpm over npm.';
    const kept = await session.remember({ content: 'The user prefers pnpm over npm.', quote });
    expect(kept).toMatchObject({ grounding: 'own_words', trust: 0.7 });
    const [path = ''] = (await s.files()).filter((file) => file.includes('/conversations/'));
    await writeFile(join(s.root, path), (await s.read(path)).replace('pnpm over npm', 'yarn over npm'));
    await s.agent.memory.indexNotes([path]);
    expect(await session.remember({ content: 'The user likes pnpm more than npm.', quote })).toMatchObject({
      decision: 'accept',
      trust: 0.7,
      grounding: 'none',
    });
    const [detail] = await s.agent.get([String(kept.memoryId)]);
    expect(detail).toMatchObject({ status: 'stale', evidence: [{ intact: false }] });
  });
});

describe('a vault that is busy or full', () => {
  it('is remembered in, recalled from and forgotten in while an index is under way', async () => {
    await using s = await setupAgent();
    const { memoryId } = await s.agent.remember({ content: RELAY });
    for (let i = 0; i < 120; i++) {
      const path = join(s.root, `notes/n${i}.md`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `# Crane ${i}\n\nCrane ${i} lifts ${i * 7} tons. It stands at berth ${i}.\n`);
    }
    const indexed = s.agent.memory.index();
    const other = await s.reopen();
    const said = await Promise.all([
      other.remember({ content: 'Atlas supports offline sync.' }),
      s.agent.remember({ content: 'The owner of the Harbor roadmap is Ada.' }),
      other.recall('Where does the relay of Harbor run?'),
      s.agent.forget(String(memoryId), { reason: 'x' }),
    ]);
    await indexed;
    expect(said.slice(0, 2)).toMatchObject([{ code: 'new' }, { code: 'new' }]);
    await other.memory.index();
    const { memories } = await other.list();
    expect(memories.map(({ text }) => text).sort()).toEqual([
      'Atlas supports offline sync.',
      'The owner of the Harbor roadmap is Ada.',
    ]);
  });

  it(`holds ${OF_ONE_SUBJECT} memories of one subject, finds each and knows which one is said again`, async () => {
    await using s = await setupAgent();
    const statements = await fillWithSubject(s.root, OF_ONE_SUBJECT);
    await s.agent.memory.index();
    for (const content of [statements[0], statements.at(-1), statements[OF_ONE_SUBJECT >> 1]]) {
      const { items } = await s.agent.recall(String(content), { evidence: false });
      expect(items[0]).toMatchObject({ line: content, verified: true });
      expect(await s.agent.remember({ content: String(content), entity: 'Harbor' })).toMatchObject({
        code: 'said_again',
      });
    }
    expect(
      await s.agent.remember({ content: 'Berth 7 of Harbor is closed.', entity: 'Harbor' }),
    ).toMatchObject({ decision: 'accept' });
  });
});
