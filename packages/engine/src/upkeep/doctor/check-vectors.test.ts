import { expect, it } from 'vitest';
import { checkVectors } from './check-vectors.ts';

const look = (isInstalled: boolean) => async () => ({ limit: 20_000, isInstalled });

it('recommends usearch above the size where it pays, and where it is missing alone', async () => {
  const [missing] = await checkVectors(20_001, true, look(false));
  expect(missing).toMatchObject({ name: 'vectors', status: 'warning' });
  expect(missing?.remedy).toContain('npm install usearch');
  for (const [claims, installed] of [
    [20_000, false],
    [200_000, true],
  ] as const)
    expect(await checkVectors(claims, true, look(installed))).toMatchObject([{ status: 'ok' }]);
  expect(await checkVectors(200_000, false, look(false))).toEqual([]);
});

it('looks for the package itself', async () => {
  expect(await checkVectors(1, true)).toMatchObject([{ status: 'ok' }]);
});
