import { expect, it } from 'vitest';
import { conflictsWith } from './conflicts-with.ts';

it.each([
  ['Aurora listens on port 9000.', 'Aurora listens on port 8000.', true],
  ['The relay of Aurora runs in Oslo.', 'The relay of Aurora runs in Lisbon.', true],
  ['The relay of Harbor-1 runs in Oslo.', 'The relay of Harbor-2 runs in Oslo.', false],
  ['The user speaks German.', 'I speak French.', false],
  ['Aurora listens on port 9000.', 'Aurora listens on port 9000.', false],
  ['Aurora listens on port 9000.', 'Basil listens on ports 8000 and 8001.', false],
  ['Aurora uses spaces.', 'Aurora uses tabs.', false],
  ['Anselm swims on Fridays.', 'Anselm swims on Tuesdays.', false],
])('holds %j against %j: %j', (statement, other, conflict) => {
  expect(conflictsWith(statement, other)).toBe(conflict);
  expect(conflictsWith(other, statement)).toBe(conflict);
});
