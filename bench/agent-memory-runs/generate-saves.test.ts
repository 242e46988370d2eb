import { expect, test } from 'vitest';
import { durableFacts, generateSaves, INVENTION } from './generate-saves.ts';

const sessions = [...generateSaves()];
const saves = sessions.flatMap((session) => session.saves);

test('2,000 saves have the published proportions, and a hundred facts of their own among them', () => {
  expect(saves).toHaveLength(2000);
  const count = (family: string): number => saves.filter((save) => save.family === family).length;
  expect(count('durable')).toBe(100);
  expect(new Set(durableFacts()).size).toBe(100);
  expect(saves.filter((save) => save.family === 'durable').map(({ content }) => content)).toEqual(
    durableFacts(),
  );
  expect(count('boot_file')).toBeGreaterThan(950);
  expect(count('one_invention')).toBe(Math.round((1900 * 668) / 10_134));
  expect(count('invented_profile')).toBe(99);
  expect(sessions.every((session) => session.saves.length === 10)).toBe(true);
});

test('the same seed gives the same stream, another one another order', () => {
  expect([...generateSaves()]).toEqual(sessions);
  expect([...generateSaves(2000, 2)]).not.toEqual(sessions);
});

test('a durable fact that is quoted stands in a turn of its session, and no invention does', () => {
  for (const { userTurns, saves } of sessions)
    for (const { family, quote, content } of saves) {
      if (family === 'durable' && quote !== null)
        expect(userTurns.some((turn) => turn.includes(quote))).toBe(true);
      if (family === 'invented_profile' || content === INVENTION)
        expect(userTurns.some((turn) => turn.includes(content))).toBe(false);
    }
});
