import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { sharesSubject } from './shares-subject.ts';

it.each([
  ['The repo uses Yarn.', 'The repo moved to pnpm.'],
  ['The CI runs on Jenkins.', 'CI was migrated from a box to GitHub Actions.'],
  ['The user drinks two coffees a day.', 'The user quit coffee.'],
])('tells a change of the same subject: %s | %s', (older, newer) => {
  expect(sharesSubject(newer, older)).toBe(true);
});

it.each([
  ['The user drinks two coffees a day.', 'The user quit smoking.'],
  ['The repo uses Yarn.', 'The repo has a licence.'],
  ['The office is in Graz.', 'The repo moved to pnpm.'],
])('is of another subject, or tells no change: %s | %s', (older, newer) => {
  expect(sharesSubject(newer, older)).toBe(false);
});

it('names what a change may replace, so that the caller can say so in the same turn', async () => {
  await using s = await setupAgent();
  const { memoryId } = await s.agent.remember({ content: 'The repo uses Yarn for all packages.' });
  const told = await s.agent.remember({ content: 'The repo moved to pnpm last week.' });
  expect(told).toMatchObject({ decision: 'accept', similar: [{ id: memoryId }] });
});
