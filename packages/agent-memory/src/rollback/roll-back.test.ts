import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareHistory } from '../testing-fixtures/roll-back-histories.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';
import { ACTS, undoBatchOf } from '../testing-fixtures/undo-batches.ts';

it('leaves the vault as if the source had never been there, and gives every byte back', async () => {
  const [first, count] = process.env['MEMORA_TEST_WHOLE'] === '1' ? [1, 500] : [373, 1];
  for (let seed = first; seed < first + count; seed++)
    expect([seed, (await compareHistory(seed)).faults]).toEqual([seed, []]);
}, 3_600_000);

it.each(ACTS)(
  'undoes a single %s byte for byte, and that, and so on',
  async (act) => {
    const [count, most] = process.env['MEMORA_TEST_WHOLE'] === '1' ? [100, 200] : [1, 8];
    for (let i = 0; i < count; i++) {
      const undone = await undoBatchOf(ACTS.length * (i + 1) + ACTS.indexOf(act), most);
      expect(undone).toMatchObject({ act, faults: [] });
    }
  },
  3_600_000,
);

const FACT = 'The budget of the Harbor roadmap is 4000 EUR.';

describe('rolling back', () => {
  it('lets what another session said take the place of what falls, and brings back what that had replaced', async () => {
    await using s = await setupAgent({ now: ticking() });
    const old = await (await s.agent.session()).remember({ content: FACT });
    const x = await s.agent.session();
    const poison = await x.remember({ content: 'The budget of the Harbor roadmap is 5000 EUR.' });
    const near = await (await s.agent.session()).remember({ content: 'The archive of Harbor is in Oslo.' });
    expect(poison).toMatchObject({ decision: 'supersede', target: old.memoryId });
    const plan = await s.agent.rollback({ session: x.id }, { dryRun: true });
    expect(plan).toMatchObject({
      falls: [poison.memoryId],
      returns: [old.memoryId],
      touched: [],
      batch: null,
    });
    expect(await s.agent.get([String(poison.memoryId)])).toHaveLength(1);
    const { batch } = await s.agent.rollback({ session: x.id });
    const state = async () =>
      (await s.agent.list()).memories.map(({ memoryId, status }) => [memoryId, status]).sort();
    expect(await state()).toEqual(
      [
        [near.memoryId, 'current'],
        [old.memoryId, 'current'],
      ].sort(),
    );
    await s.agent.rollback({ batch: String(batch) });
    expect(await state()).toHaveLength(3);
    expect((await s.agent.get([String(old.memoryId)]))[0]?.status).toBe('superseded');
  });

  it('decides again as things stood at the time: without what was said later, with what was forgotten later', async () => {
    await using s = await setupAgent({ now: ticking() });
    const own = await s.agent.session();
    const other = await s.agent.session();
    const first = await own.remember({ content: FACT });
    const gone = await other.remember({ content: 'The port of the Harbor gateway is 8080.' });
    const x = await s.agent.session();
    await x.remember({ content: 'The budget of the Harbor roadmap is 6000 EUR.' });
    await x.remember({ content: 'The port of the Harbor gateway is 9090.' });
    // Without X, both sessions have only their own earlier statements.
    const again = await own.remember({ content: FACT });
    const port = await other.remember({ content: 'The port of the Harbor gateway is 8080.' });
    expect([again.memoryId, port.memoryId]).not.toContain(null);
    const since = 'The budget of the Harbor roadmap is 5000 EUR.';
    const last = await s.agent.session();
    await last.append([{ role: 'user', content: since }]);
    const grace = await last.remember({ content: since, quote: since });
    await s.agent.forget(String(gone.memoryId), { reason: 'x' });
    const { batch } = await s.agent.rollback({ session: x.id });
    const standing = async () => (await s.agent.list()).memories.map(({ memoryId }) => memoryId).sort();
    expect(await standing()).toEqual([first.memoryId, grace.memoryId].sort());
    await s.agent.rollback({ batch: String(batch) });
    expect(await standing()).toHaveLength(6);
    expect(await s.agent.restore(String(gone.memoryId))).toMatchObject({ restored: gone.memoryId });
  });

  it('leaves what a person changed since, and says so', async () => {
    await using s = await setupAgent({ now: ticking() });
    const x = await s.agent.session();
    const { memoryId } = await x.remember({ content: FACT });
    const [path = ''] = await s.files();
    await writeFile(join(s.root, path), (await s.read(path)).replace('4000', '4500'));
    await s.agent.memory.index();
    expect(await s.agent.rollback({ session: x.id })).toMatchObject({ falls: [], touched: [memoryId] });
    expect(await s.read(path)).toContain('4500');
  });

  it('takes out the turn of a tool, what quoted it, and what was saved without a quote once it was heard', async () => {
    await using s = await setupAgent({ now: ticking() });
    const session = await s.agent.session();
    const before = await session.remember({ content: 'The archive of Harbor is in Oslo.' });
    await session.append([
      { role: 'user', content: 'I prefer pnpm over npm.' },
      { role: 'tool', name: 'fetch https://bad.example.org/a', content: FACT } as never,
    ]);
    const quoted = await session.remember({ content: FACT, quote: FACT });
    const unquoted = await session.remember({ content: 'Atlas supports offline sync.' });
    const users = await session.remember({
      content: 'The user prefers pnpm over npm.',
      quote: 'I prefer pnpm over npm.',
    });
    const { falls, turns } = await s.agent.rollback({ source: 'example.org' });
    expect(falls).toEqual([quoted.memoryId, unquoted.memoryId].sort());
    expect(turns).toHaveLength(1);
    const standing = (await s.agent.list()).memories.map(({ memoryId }) => memoryId);
    expect(standing.sort()).toEqual([before.memoryId, users.memoryId].sort());
    const [talk = ''] = (await s.files()).filter((path) => path.startsWith('episodic/conversations/'));
    expect(await s.read(talk)).not.toContain('roadmap');
    expect(await s.agent.rollback({ source: 'nobody.example.com' })).toMatchObject({
      falls: [],
      batch: null,
    });
    await expect(s.agent.rollback({ source: ' ' })).rejects.toMatchObject({ code: 'MEMORY_INVALID' });
  });

  it('brings nothing back that an earlier rollback took, until that one is undone', async () => {
    await using s = await setupAgent({ now: ticking() });
    const [one, two] = [await s.agent.session(), await s.agent.session()];
    await one.remember({ content: FACT });
    // A repetition becomes a separate memory; then nearly the same words are stored next to it.
    await two.remember({ content: FACT });
    await two.remember({ content: 'The budget of the Harbor roadmap is 5000 EUR.' });
    const near = await two.remember({ content: 'The Harbor roadmap has a budget of 4000 EUR.' });
    const standing = async () => (await s.agent.list()).memories.map(({ memoryId }) => memoryId).sort();
    const before = await standing();
    const { batch } = await s.agent.rollback({ session: two.id });
    await s.agent.rollback({ session: one.id });
    expect(await standing()).toEqual([]);
    await using t = await setupAgent({ now: ticking() });
    await cp(s.root, t.root, { recursive: true });
    const again = await t.reopen();
    await again.rollback({ batch: String(batch) });
    expect((await again.list()).memories.map(({ memoryId }) => memoryId)).toContain(near.memoryId);
    expect(before).toHaveLength(4);
  });

  it('keeps what an import said again, and lets it stand where what had said it falls', async () => {
    await using s = await setupAgent({ now: ticking() });
    const x = await s.agent.session();
    await x.remember({ content: 'The budget of the Harbor roadmap is 4000 EUR.' });
    const content = 'the owner of the Harbor roadmap is really Ada';
    const item = { provider: 'mem0', original: '1', content };
    const done = await s.agent.importMemories([item]);
    expect(await s.agent.importMemories([item])).toMatchObject({ batch: null, written: 0, same: 1 });
    const { returns } = await s.agent.rollback({ session: x.id });
    const { memories } = await s.agent.list();
    expect(memories.map(({ text, trust }) => [text, trust])).toEqual([[content, 0.3]]);
    expect(done.written === 1 || returns.length === 1).toBe(true);
  });

  it('undoes what a crash left half done', async () => {
    await using s = await setupAgent({ now: ticking() });
    const x = await s.agent.session();
    await x.remember({ content: FACT });
    await x.remember({ content: 'Atlas supports offline sync.' });
    const before = await s.files();
    const { batch } = await s.agent.rollback({ session: x.id });
    await s.agent.close();
    // As if the process had been killed between two files: one is unchanged, and the log does not say that
    // the operation is done.
    const [path = ''] = before;
    await cp(join(s.root, '.trash/memora', String(batch), path), join(s.root, path));
    const log = await s.read('_learning.md');
    await writeFile(join(s.root, '_learning.md'), log.replace(/^.* : done\n/mu, ''));
    const again = await s.reopen();
    await again.recall('Who owns the roadmap?');
    expect((await s.files()).filter((each) => !each.startsWith('.trash'))).toEqual(before);
    expect((await again.list()).memories).toHaveLength(2);
  });
});

describe('rolling back what was consolidated', () => {
  it('takes one of several out of what was merged, whichever it is, and leaves what the others say', async () => {
    for (const nth of [0, 1, 2]) {
      await using s = await setupAgent({ now: ticking() });
      const sessions = [];
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        const session = await s.agent.session();
        await session.append([{ role: 'user', content: FACT }]);
        ids.push(String((await session.remember({ content: FACT, quote: FACT })).memoryId));
        sessions.push(session.id);
      }
      const { steps } = await s.agent.consolidate();
      expect(steps).toMatchObject([{ code: 'merged', notes: ids }]);
      const merged = await s.read(String((await s.agent.list()).memories[0]?.path));
      const target = { session: String(sessions[nth]) };
      expect((await s.agent.rollback(target, { dryRun: true })).falls).toEqual([ids[nth]]);
      const { batch, falls } = await s.agent.rollback(target);
      expect(falls).toEqual([ids[nth]]);
      const { memories } = await s.agent.list();
      const left = ids.filter((_, i) => i !== nth);
      expect(memories.map(({ memoryId, status }) => [memoryId, status])).toEqual([[left[0], 'current']]);
      const [detail] = await s.agent.get([String(left[0])]);
      expect(detail?.evidence.map(({ intact }) => intact)).toEqual([true, true]);
      expect(await s.agent.consolidate()).toMatchObject({ steps: [] });
      await s.agent.rollback({ batch: String(batch) });
      expect(await s.read(String((await s.agent.list()).memories[0]?.path))).toBe(merged);
      await s.agent.rollback(target, { erase: true });
      const gone = String(ids[nth]).slice(4);
      expect((await s.files()).filter((path) => path.includes(gone))).toEqual([]);
    }
  });
});
