import { expect, it } from 'vitest';
import { runQueueSoak } from '../../testing-fixtures/run-queue-soak.ts';

/** All of it: `MEMORA_TEST_WHOLE=1`. */
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';

it(
  'writes each memory once, corrections in their order, while both sides are killed and the server fails',
  async () => {
    const sample = isWhole
      ? { writes: 1_000, kills: 50, serverKills: 50 }
      : { writes: 16, kills: 1, serverKills: 1 };
    const result = await runQueueSoak({ ...sample, seed: 7 });
    expect(result).toMatchObject({ missing: [], twice: [], left: [], disordered: [], errors: 0 });
    expect(result.calls).toBeGreaterThan(0);
  },
  isWhole ? 3_600_000 : 180_000,
);
