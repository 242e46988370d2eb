import { expect, it } from 'vitest';
import { soak } from '../testing-fixtures/kill-soak.ts';

it('loses and tears nothing where it is killed at work', async () => {
  const { acts, faults } = await soak(2, 7);
  expect(acts).toBeGreaterThan(0);
  expect(faults).toEqual([]);
}, 60_000);
