import { openPool, readAddress } from '@memora/postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { expect, it } from 'vitest';
import { measurePool } from './measure-pool.ts';

it('tells how many connections are open and how many calls wait, also where no server answers', async () => {
  const url = 'postgresql://nobody@127.0.0.1:9/memory';
  const source = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), {
    connections: 1,
    connectTimeout: 500,
  });
  const told: [string, number][] = [];
  const withConnection = measurePool(source, { measure: (name, value) => void told.push([name, value]) });
  const asked = [withConnection(async () => 1), withConnection(async () => 2)];
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
  expect(told).toEqual([
    ['memora.pool.connections', 0],
    ['memora.pool.waiting', 0],
    ['memora.pool.connections', 1],
    ['memora.pool.waiting', 0],
  ]);
  await source.close();
});
