import { expect, it } from 'vitest';
import { createTurns } from './create-turns.ts';

it('runs tasks one after the other, in order, past one that fails', async () => {
  const inTurn = createTurns();
  const log: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([inTurn(task('a')), inTurn(task('b', true)), inTurn(task('c'))]);
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
