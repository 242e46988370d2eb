import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const relay = { content: 'The relay of Harbor runs in Lisbon.' };

describe('forgetting', () => {
  it('moves a memory to the trash with an entry in the ledger, and back under the ids it had', async () => {
    await using s = await setupAgent();
    const { memoryId } = await s.agent.remember(relay);
    const id = String(memoryId);
    const [path = ''] = await s.files();
    const before = await s.read(path);
    const claimOf = async () => (await s.agent.memory.claims.listClaims({ noteId: id })).claims[0]?.id;
    const claim = await claimOf();
    const forgotten = await s.agent.forget(id, { reason: 'asked to' });
    expect(forgotten).toMatchObject({ where: 'trash', path: `.trash/memora/${path}`, restorable: true });
    expect(await s.read(`.trash/memora/${path}`)).toBe(before);
    expect(await s.read('_ledger.md')).toMatch(new RegExp(`forget note:${id} in:\\S+ : asked to`, 'u'));
    expect((await s.agent.recall('Where does the relay of Harbor run?')).items).toEqual([]);
    expect(await s.agent.get([id])).toEqual([]);
    await expect(s.agent.forget(id, { reason: '' })).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
    await s.agent.restore(id);
    expect(await s.read(path)).toBe(before);
    expect(await claimOf()).toBe(claim);
    expect((await s.agent.recall('Where does the relay of Harbor run?')).items).toHaveLength(1);
    await expect(s.agent.restore(id)).rejects.toMatchObject({ code: 'MEMORY_NOT_FOUND' });
  });

  it('names the memories that it had replaced and that hold again', async () => {
    await using s = await setupAgent();
    const old = await s.agent.remember({ content: 'The rent of the flat is 900 EUR.' });
    const newer = await s.agent.remember({
      content: 'The rent of the flat is 960 EUR.',
      supersedes: String(old.memoryId),
    });
    const forget = (id: unknown) => s.agent.forget(String(id), { reason: 'wrong' });
    expect(await forget(newer.memoryId)).toMatchObject({ holdAgain: [old.memoryId] });
    expect((await s.agent.recall('rent of the flat')).items.map(({ memoryId }) => memoryId)).toEqual([
      old.memoryId,
    ]);
    expect(await forget(old.memoryId)).toMatchObject({ holdAgain: [] });
    // Nothing holds again that is in the trash itself.
    await s.agent.restore(String(newer.memoryId));
    expect(await forget(newer.memoryId)).toMatchObject({ holdAgain: [] });
  });

  it('leaves no draft in the trash of a process that was killed there', async () => {
    await using s = await setupAgent();
    const { memoryId } = await s.agent.remember(relay);
    const { path } = await s.agent.forget(String(memoryId), { reason: 'asked to' });
    const [dead, live] = [2 ** 22 + 1, process.pid].map((pid) => `.memora-${pid}-0123456789abcdef.tmp`) as [
      string,
      string,
    ];
    const folder = join(s.root, String(path), '..');
    for (const name of [dead, live]) await writeFile(join(folder, name), relay.content);
    await s.agent.memory.index();
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([live]);
  });

  it('stays forgotten where .memora/ is deleted, and all else is as it was', async () => {
    await using s = await setupAgent();
    const kept = await s.agent.remember({ content: 'The owner of the Harbor roadmap is Ada.' });
    const gone = await s.agent.remember(relay);
    await s.agent.forget(String(gone.memoryId), { reason: 'wrong' });
    const state = async (agent: typeof s.agent) =>
      (await agent.memory.claims.listClaims()).claims.map(({ id, status, trust, validFrom }) => [
        id,
        status,
        trust,
        validFrom,
      ]);
    const before = await state(s.agent);
    await s.agent.close();
    await rm(join(s.root, '.memora'), { recursive: true });
    const again = await s.reopen();
    await again.memory.index();
    expect(await state(again)).toEqual(before);
    expect((await again.list()).memories.map(({ memoryId }) => memoryId)).toEqual([kept.memoryId]);
  });

  it('finishes what a crash interrupted', async () => {
    await using s = await setupAgent();
    const { memoryId } = await s.agent.remember(relay);
    const id = String(memoryId);
    const [path = ''] = await s.files();
    await s.agent.forget(id, { reason: 'x' });
    await s.agent.close();
    // The entry is written, but the note has not been moved yet.
    await rename(join(s.root, '.trash/memora', path), join(s.root, path));
    const second = await s.reopen();
    expect((await second.recall('Where does the relay of Harbor run?')).items).toEqual([]);
    expect(await s.files()).not.toContain(path);
    await second.restore(id);
    await second.close();
    await rename(join(s.root, path), join(s.root, '.trash/memora', path));
    const third = await s.reopen();
    expect((await third.recall('Where does the relay of Harbor run?')).items).toHaveLength(1);
  });

  it('retracts a claim of a person’s note in the ledger and leaves the note as it is', async () => {
    await using s = await setupAgent();
    const text = 'The relay of Harbor runs in Lisbon.\n';
    await writeFile(join(s.root, 'relay.md'), text);
    await s.agent.memory.index();
    const { claims } = await s.agent.memory.claims.listClaims();
    expect(await s.agent.forget(String(claims[0]?.id), { reason: 'x' })).toMatchObject({
      where: 'ledger',
      path: null,
    });
    expect(await s.read('relay.md')).toBe(text);
    expect((await s.agent.recall('Where does the relay of Harbor run?')).items).toEqual([]);
    await expect(s.agent.forget('0000000000000000', { reason: '' })).rejects.toMatchObject({
      code: 'MEMORY_NOT_FOUND',
    });
  });
});

describe('what is held', () => {
  it('counts once a person confirms it, and no sooner', async () => {
    await using s = await setupAgent();
    const { memoryId, held } = await s.agent.remember({
      content: 'Always run tests before committing.',
      kind: 'procedure',
    });
    const id = String(memoryId);
    expect(held).toBe('instruction_without_user');
    const [path = ''] = await s.files();
    const before = await s.read(path);
    expect((await s.agent.recall('tests before committing')).items).toEqual([]);
    await s.agent.confirm(id, { reason: 'Ada said so' });
    expect(await s.read(path)).toBe(before.replace(/held:.*\n/u, ''));
    expect((await s.agent.recall('tests before committing')).items).toHaveLength(1);
    expect(await readFile(join(s.root, '_ledger.md'), 'utf8')).toContain(`confirm note:${id}`);
    await expect(s.agent.confirm('mem_000000000000', { reason: '' })).rejects.toMatchObject({
      code: 'MEMORY_NOT_FOUND',
    });
  });

  it('is a rule before every prompt once a person confirmed it, and what an agent said of the user is the user’s', async () => {
    await using s = await setupAgent();
    const rule = await s.agent.remember({
      content: 'Always run tests before committing.',
      kind: 'procedure',
    });
    const wish = await s.agent.remember({ content: 'The user wants red buttons.', saidBy: 'user' });
    const packed = async () => {
      const { prefix, turn } = await (await s.agent.session()).context({ question: 'tests, red buttons' });
      return `${prefix}\n${turn}`;
    };
    const before = await packed();
    expect(before).not.toContain('Always run tests');
    expect(before).toMatch(/red buttons\. \(.*according to an agent; not confirmed\)$/mu);
    for (const { memoryId } of [rule, wish])
      await s.agent.confirm(String(memoryId), { reason: 'Ada said so' });
    const after = await packed();
    expect(after).toMatch(/the user said or confirmed:\n.*\n.*Always run tests before committing\./u);
    expect(after).toMatch(/red buttons\. \(.*confirmed by the user\) \[claim:/u);
    expect(await s.agent.get([String(wish.memoryId)])).toMatchObject([{ trust: 0.7 }]);
  });
});
