import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { MemoraError } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { isDue, lastDue } from './daily-time.ts';
import { type MaintenanceEvent, runSchedule, type SchedulePorts } from './run-schedule.ts';

const CONFIG = {
  consolidation: { dailyAt: '03:00', minNewClaims: 20, pages: 'beside' as const, folder: '_memora' },
  challenger: { dailyAt: '07:00' },
  ingest: { keepOriginals: false, agentAddresses: false, dailyAt: '05:00' },
};
const CONSOLIDATED = {
  regions: 0,
  regionsRebuilt: [],
  pagesWritten: [],
  pagesRemoved: [],
  sentences: 0,
  dropped: 0,
  proposals: 0,
  notesMoved: 0,
  failures: [],
} as const;
const at = (day: number, hour: number, minute = 0) => new Date(2026, 4, day, hour, minute);

/** A clock that stands still until it is set. */
function fakeClock(start: Date) {
  let now = start;
  let waiting: { readonly until: number; readonly resolve: () => void }[] = [];
  /** Waits until somebody waits for the time again. */
  const idle = async () => {
    for (let i = 0; i < 20; i++) await setImmediate();
    while (waiting.length === 0) await setImmediate();
  };
  return {
    now: () => now,
    wait: (milliseconds, signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const waiter = { until: now.getTime() + milliseconds, resolve };
        waiting.push(waiter);
        const forget = () => {
          waiting = waiting.filter((each) => each !== waiter);
          resolve();
        };
        signal.addEventListener('abort', forget, { once: true });
      }),
    idle,
    set: async (next: Date) => {
      now = next;
      const due = waiting.filter(({ until }) => until <= now.getTime());
      waiting = waiting.filter(({ until }) => until > now.getTime());
      for (const { resolve } of due) resolve();
      await idle();
    },
  } satisfies Clock & Record<string, unknown>;
}

async function setup(start: Date, overrides: Partial<SchedulePorts> = {}) {
  const vaultRoot = await mkdtemp(join(tmpdir(), 'memora-schedule-'));
  const clock = fakeClock(start);
  const ran: string[] = [];
  const told: MaintenanceEvent[] = [];
  let queues = '';
  const launch = () =>
    runSchedule({
      vaultRoot,
      config: CONFIG,
      clock,
      consolidate: async () => {
        ran.push('consolidate');
        return CONSOLIDATED;
      },
      refresh: async () => ({ notes: 0, updated: 0, problems: 0 }),
      challenge: async () => {
        ran.push('challenge');
        return { generatedAt: '', items: [], counts: {} as never, acknowledged: 0 };
      },
      readQueues: async () => queues,
      tell: (event) => told.push(event),
      ...overrides,
    });
  const indexed = async (schedule: ReturnType<typeof launch>, claimsNew: number) => {
    schedule.indexed({ report: { claimsNew } } as never);
    await clock.idle();
  };
  return {
    clock,
    ran,
    told,
    launch,
    indexed,
    setQueues: (next: string) => {
      queues = next;
    },
    [Symbol.asyncDispose]: () => rm(vaultRoot, { recursive: true, force: true }),
  };
}

it('runs each task at its local time, once a day, and makes good what was slept through once', async () => {
  await using made = await setup(at(4, 12));
  const schedule = made.launch();
  await made.indexed(schedule, 0);
  // It never ran, so it is due at once. The pages show the challenger's findings.
  expect(made.ran.splice(0)).toEqual(['challenge', 'consolidate']);
  await made.clock.set(at(4, 23, 59));
  await made.clock.set(at(5, 2, 59));
  expect(made.ran).toEqual([]);
  await made.clock.set(at(5, 3, 1));
  expect(made.ran.splice(0)).toEqual(['consolidate']);
  await made.clock.set(at(5, 6, 59));
  expect(made.ran).toEqual([]);
  await made.clock.set(at(5, 7));
  expect(made.ran.splice(0)).toEqual(['challenge', 'consolidate']);
  // The computer sleeps for three days.
  await made.clock.set(at(8, 9));
  expect(made.ran.splice(0)).toEqual(['challenge', 'consolidate']);
  await made.clock.set(at(8, 9, 30));
  expect(made.ran).toEqual([]);
  await schedule.stop();

  // Another process reads the time of its last run.
  const next = made.launch();
  await made.indexed(next, 0);
  expect(made.ran).toEqual([]);
  await next.stop();
});

it('brings memories in order once a day, again later where another process was at it, and tells of it where there was something', async () => {
  const answers = [null, { batch: 'con_0', steps: 2, emptied: 0 }, { batch: null, steps: 0, emptied: 0 }];
  let kept = 0;
  await using made = await setup(at(4, 12), { keep: async () => answers[kept++] ?? null });
  const schedule = made.launch();
  await made.indexed(schedule, 0);
  expect([kept, made.told.filter(({ type }) => type === 'kept')]).toEqual([1, []]);
  await made.clock.set(at(4, 12, 1));
  const told = [{ type: 'kept', batch: 'con_0', steps: 2, emptied: 0 }];
  expect(made.told.filter(({ type }) => type === 'kept')).toEqual(told);
  await made.clock.set(at(4, 23));
  expect(kept).toBe(2);
  await made.clock.set(at(5, 3, 1));
  await made.clock.set(at(5, 12));
  expect([kept, made.told.filter(({ type }) => type === 'kept')]).toEqual([3, told]);
  await schedule.stop();
});

it('reads followed sources again once a day, and tells of it where there are any', async () => {
  const runs: string[] = [];
  const found = { notes: 0, updated: 0, problems: 0 };
  await using made = await setup(at(4, 12), {
    refresh: async () => {
      runs.push('refresh');
      return { ...found };
    },
  });
  const schedule = made.launch();
  await made.indexed(schedule, 0);
  expect(runs.splice(0)).toEqual(['refresh']);
  expect(made.told.some(({ type }) => type === 'refreshed')).toBe(false);
  await made.clock.set(at(5, 4, 59));
  expect(runs).toEqual([]);
  Object.assign(found, { notes: 2, updated: 1 });
  await made.clock.set(at(5, 5));
  expect(runs).toEqual(['refresh']);
  expect(made.told).toContainEqual({ type: 'refreshed', notes: 2, updated: 1, problems: 0 });
  await schedule.stop();
});

it('consolidates when enough new claims have come or the queues are others, and not before', async () => {
  await using made = await setup(at(4, 12));
  const schedule = made.launch();
  await made.indexed(schedule, 0);
  made.ran.length = 0;
  await made.indexed(schedule, 19);
  expect(made.ran).toEqual([]);
  await made.indexed(schedule, 1);
  expect(made.ran.splice(0)).toEqual(['consolidate']);
  await made.indexed(schedule, 5);
  expect(made.ran).toEqual([]);
  made.setQueues('a contradiction');
  await made.indexed(schedule, 0);
  expect(made.ran.splice(0)).toEqual(['consolidate']);
  await made.indexed(schedule, 0);
  expect(made.ran).toEqual([]);
  await schedule.stop();
});

it('leaves the vault to whoever maintains it, tells a lasting fault once, and goes on', async () => {
  let fault: unknown = new MemoraError('held', { code: 'VAULT_LOCKED', hint: '' });
  await using made = await setup(at(4, 12), {
    consolidate: async () => {
      if (fault !== null) throw fault;
      return CONSOLIDATED;
    },
  });
  const schedule = made.launch();
  await made.indexed(schedule, 0);
  expect(made.told.map(({ type }) => type)).toEqual(['challenged']);
  fault = new Error('a sentence of a note');
  await made.clock.set(at(4, 12, 1));
  await made.clock.set(at(4, 12, 2));
  expect(made.told.slice(1)).toMatchObject([{ type: 'problem', code: 'MAINTENANCE_FAILED' }]);
  expect(JSON.stringify(made.told)).not.toContain('a sentence of a note');
  fault = null;
  await made.clock.set(at(4, 12, 3));
  expect(made.told.at(-1)?.type).toBe('consolidated');
  await schedule.stop();
});

it('runs one thing at a time, keeps indexing waiting for nothing, and ends what runs when it is stopped', async () => {
  let running = 0;
  let most = 0;
  let ended = 0;
  await using made = await setup(at(4, 12), {
    consolidate: async ({ signal }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      running--;
      ended++;
      throw signal.reason;
    },
  });
  const schedule = made.launch();
  for (let i = 0; i < 5; i++) schedule.indexed({ report: { claimsNew: 100 } } as never);
  while (running === 0) await setImmediate();
  for (let i = 0; i < 5; i++) schedule.indexed({ report: { claimsNew: 100 } } as never);
  for (let i = 0; i < 50; i++) await setImmediate();
  expect([running, most]).toEqual([1, 1]);
  await schedule.stop();
  expect([running, ended]).toEqual([0, 1]);
  expect(made.told.map(({ type }) => type)).toEqual(['challenged']);
});

const moment = fc.date({ min: new Date(2020, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true });
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);

it('finds the last due moment within a day and a clock change, in any zone; a run after it is not due again', () => {
  const zone = process.env['TZ'];
  try {
    for (const each of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      process.env['TZ'] = each;
      fc.assert(
        fc.property(moment, time, (now, dailyAt) => {
          const due = lastDue(dailyAt, now);
          expect(due.getTime()).toBeLessThanOrEqual(now.getTime());
          expect(now.getTime() - due.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
          expect(isDue(dailyAt, now, now)).toBe(false);
          expect(isDue(dailyAt, null, now)).toBe(true);
          expect(isDue(dailyAt, new Date(due.getTime() - 1), now)).toBe(true);
        }),
        { numRuns: sampleOf(60) },
      );
    }
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
