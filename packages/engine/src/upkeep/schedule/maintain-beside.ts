import type { MemoryMaintenance } from '../maintain/memory-maintenance.ts';
import type { MemoryReview } from '../review/memory-review.ts';
import { type Clock, systemClock } from './clock.ts';
import { runSchedule, type Schedule, type SchedulePorts } from './run-schedule.ts';

/** The parts of an open memory that maintenance during a watch needs. */
interface BesidePorts extends Pick<SchedulePorts, 'vaultRoot' | 'config'> {
  readonly maintenance: Pick<MemoryMaintenance, 'consolidate' | 'challenge'>;
  readonly review: Pick<MemoryReview, 'contradictions' | 'stale'>;
  readonly refresh: SchedulePorts['refresh'];
  readonly keep: SchedulePorts['keep'];
  readonly clock: Clock | undefined;
  readonly now: () => Date;
}

/** The schedule of a memory; its watch starts it. */
export function maintainBeside(ports: BesidePorts): (tell: SchedulePorts['tell']) => Promise<Schedule> {
  const { vaultRoot, config, maintenance, review, refresh, keep, clock, now } = ports;
  return async (tell) =>
    runSchedule({
      vaultRoot,
      config,
      clock: clock ?? systemClock(now),
      consolidate: maintenance.consolidate,
      challenge: maintenance.challenge,
      refresh,
      keep,
      readQueues: async () => {
        const pairs = (await review.contradictions()).map(({ id, resolution }) => `${id} ${resolution}`);
        const { PAGE_READER } = await import('@memora/claims/internal');
        // Every edit makes the pages' own sentences stale. Consolidating repairs that, and must not trigger
        // itself.
        const stale = (await review.stale())
          .filter(({ claim }) => claim.extractor !== PAGE_READER)
          .map(({ path }) => path.join(' '));
        return JSON.stringify([pairs.sort(), stale.sort()]);
      },
      tell,
    });
}
