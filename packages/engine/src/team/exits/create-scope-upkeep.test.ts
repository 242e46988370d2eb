import { MemoraError } from '@memora/core';
import type { UpkeepRuns } from '@memora/postgres';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { createScopeUpkeep } from './create-scope-upkeep.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-05-05T12:00:00Z');
const settings = await loadConfig({ vault: undefined, env: {}, flags: {} });
const tidy = async () => ({ pages: [], counts: {} });
const upkeep = createScopeUpkeep({ settings, tidy });

/** True if memories are due on a scope at epoch 7, this long after a run with these results. */
function isDue(
  hours: number,
  counts: Record<string, number>,
  mark: { epoch: number; nextEnd: number | null },
) {
  const runs: UpkeepRuns = { memories: { at: new Date(NOW - hours * HOUR), counts, mark } };
  return upkeep.dueOf(runs, new Date(NOW), 7).includes('memories');
}

it('consolidates memories once a day where something has changed or ended, and goes on where something was left', () => {
  expect(upkeep.dueOf({}, new Date(NOW), 7)).toContain('memories');
  expect(createScopeUpkeep({ settings }).dueOf({}, new Date(NOW), 7)).not.toContain('memories');
  expect(isDue(48, {}, { epoch: 7, nextEnd: null })).toBe(false);
  expect(isDue(48, {}, { epoch: 7, nextEnd: NOW + HOUR })).toBe(false);
  expect(isDue(48, {}, { epoch: 7, nextEnd: NOW - HOUR })).toBe(true);
  expect(isDue(48, {}, { epoch: 6, nextEnd: null })).toBe(true);
  expect(isDue(1, {}, { epoch: 6, nextEnd: null })).toBe(false);
  expect(isDue(0.1, { waiting: 3 }, { epoch: 7, nextEnd: null })).toBe(true);
  expect(isDue(0.1, { left: 3 }, { epoch: 7, nextEnd: null })).toBe(false);
  expect(isDue(2, { left: 3 }, { epoch: 7, nextEnd: null })).toBe(true);
  // The remaining memories do not keep the worker busy until then.
  expect(isDue(0.1, { left: 3, waiting: 3 }, { epoch: 6, nextEnd: null })).toBe(false);
  expect(isDue(2, { left: 3, waiting: 3 }, { epoch: 6, nextEnd: null })).toBe(true);
  // Another worker may be able to read what this one could not.
  expect(isDue(48, { unread: 3 }, { epoch: 7, nextEnd: 0 })).toBe(true);
});

it('counts a scope whose memories cannot be read, and goes on with the next', async () => {
  const fails = createScopeUpkeep({
    settings,
    tidy: async () => {
      throw new TypeError('a poisoned text');
    },
  });
  const scope = {} as Parameters<typeof fails.run>[1];
  expect(await fails.run('memories', scope)).toEqual({ pages: [], counts: { failed: 1 } });
  const signal = AbortSignal.abort();
  await expect(fails.run('memories', { ...scope, signal })).rejects.toBe(signal.reason);
});

it('counts a scope where the database refuses to list or to take out, unless another worker has it', async () => {
  const lost = new MemoraError('another worker', { code: 'TEAM_FENCED', hint: 'Let it go on.' });
  const refused = new MemoraError('refused', { code: 'TEAM_RIGHTS_MISSING', hint: 'Ask.' });
  const takes = createScopeUpkeep({
    settings,
    tidy: async ({ memories }) => {
      await memories.list();
      await memories.retire([]);
      return { pages: [], counts: {} };
    },
  });
  const runWith = (errors: { list?: Error; retire?: Error }) => {
    const fail = async (error?: Error) => {
      if (error !== undefined) throw error;
      return [];
    };
    const memories = { list: () => fail(errors.list), retire: () => fail(errors.retire) };
    return takes.run('memories', { memories } as unknown as Parameters<typeof takes.run>[1]);
  };
  for (const part of ['list', 'retire'] as const) {
    expect(await runWith({ [part]: refused })).toEqual({ pages: [], counts: { failed: 1 } });
    await expect(runWith({ [part]: lost })).rejects.toBe(lost);
  }
});
