import { MemoraError } from '@memora/core';
import type { ActsOf } from '@memora/postgres';
import { describe, expect, it } from 'vitest';
import { createAuditor } from './create-auditor.ts';

const ANN = { principal: { name: 'ann' }, workspace: 'acme' };
const BEN = { principal: { name: 'ben', groups: ['crew'] }, workspace: 'acme' };
const away = new MemoraError('in recovery', { code: 'TEAM_READ_ONLY', hint: 'Ask the primary.' });

const act = (name: string) => ({ act: name, detail: { outcome: 'ok' } });

/** A database that stores records only when it is told to. */
function openKeeper() {
  const calls: { readonly all: readonly ActsOf[]; readonly settle: PromiseWithResolvers<boolean[]> }[] = [];
  const lines: string[] = [];
  const auditor = createAuditor(
    (all) => {
      const settle = Promise.withResolvers<boolean[]>();
      calls.push({ all, settle });
      return settle.promise;
    },
    (line) => lines.push(line),
  );
  const acts = () =>
    calls.map(({ all }) =>
      all.map(({ principal, acts: own }) => [principal.name, own.map((each) => each.act)]),
    );
  return { auditor, calls, lines, acts };
}

/** True if something has resolved by now. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
  return Promise.race([promise.then(() => true), Promise.resolve(false)]);
}

describe('an auditor', () => {
  it('resolves once an act is kept and not before, and keeps together what came meanwhile', async () => {
    const { auditor, calls, acts } = openKeeper();
    const first = auditor.keep(ANN, act('a'));
    const later = [auditor.keep(BEN, act('b')), auditor.keep(ANN, act('c')), auditor.keep(BEN, act('d'))];
    expect([acts(), await isOver(first)]).toEqual([[[['ann', ['a']]]], false]);
    calls[0]?.settle.resolve([true]);
    expect(await first).toBe(true);
    await expect.poll(acts).toHaveLength(2);
    expect(acts()[1]).toEqual([
      ['ben', ['b', 'd']],
      ['ann', ['c']],
    ]);
    expect(await isOver(later[1] as Promise<boolean>)).toBe(false);
    // Ben is no longer a member.
    calls[1]?.settle.resolve([false, true]);
    expect(await Promise.all(later)).toEqual([false, true, false]);
  });

  it('holds nobody up while nothing can be kept, says so once, and keeps all of it in order afterwards', async () => {
    const { auditor, calls, lines, acts } = openKeeper();
    const first = auditor.keep(ANN, act('a'));
    calls[0]?.settle.reject(away);
    expect(await first).toBe(true);
    expect(await auditor.keep(ANN, act('b'))).toBe(true);
    auditor.add(ANN, act('c'));
    await expect.poll(acts).toHaveLength(2);
    calls[1]?.settle.reject(away);
    await expect.poll(acts).toHaveLength(3);
    expect(lines).toEqual(['audit: entries are waiting (TEAM_READ_ONLY)']);
    expect(acts()[2]).toEqual([['ann', ['a', 'b', 'c']]]);
    calls[2]?.settle.resolve([true]);
    await auditor.flush();
    // From now on an answer waits again.
    const next = auditor.keep(ANN, act('d'));
    expect(await isOver(next)).toBe(false);
    calls.at(-1)?.settle.resolve([true]);
    expect(await next).toBe(true);
  });

  it('keeps what told nobody anything before it ends', async () => {
    const { auditor, calls, acts } = openKeeper();
    auditor.add(ANN, act('refused'));
    expect(acts()).toEqual([]);
    const flushed = auditor.flush();
    await expect.poll(acts).toEqual([[['ann', ['refused']]]]);
    calls[0]?.settle.resolve([true]);
    await flushed;
  });
});
