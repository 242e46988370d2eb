import { expect, it } from 'vitest';
import { conflictsWith } from './conflicts-with.ts';
import { tellsWhatWas } from './tells-what-was.ts';

it.each([
  ['The boiler holds 80 litres.', 'The boiler was enlarged from 80 to 120 litres in 2021.', true],
  ['The boiler of Ida heats 80 litres.', 'The boiler of Ida grew from 80 litres to 120 litres.', true],
  ['Ida drives a tram.', 'Ida used to drive a tram, but she retired.', true],
  ['I drive a tram.', 'I used to drive a tram.', true],
  // What is so since, what was so, another unit, another thing, and more than was told.
  ['The boiler holds 120 litres.', 'The boiler was enlarged from 80 to 120 litres.', false],
  [
    'The boiler held 80 litres until 2021; it was small.',
    'The boiler was enlarged from 80 to 120 litres.',
    false,
  ],
  ['The boiler heats 80 rooms.', 'The boiler was enlarged from 80 to 120 litres.', false],
  ['The kettle holds 80 litres.', 'The boiler was enlarged from 80 to 120 litres.', false],
  ['The boiler holds 80 litres.', 'The boiler was moved from the cellar to the loft.', false],
  ['Ida drives a bus.', 'Ida used to drive a tram.', false],
  ['Ida drives a tram.', 'Ida used to drive a tram to school.', false],
])('finds that %j is what %j tells has been: %j', (statement, other, was) => {
  expect(tellsWhatWas(statement, other)).toBe(was);
});

it.each([
  ['The user prefers dark roast in the morning.', 'I prefer light roast in the morning.', 'other'],
  ['The user prefers tea.', 'I prefer quiet hotels.', null],
  ["The user's seat on the coach is number 31.", 'My seat on the coach is number 12.', 'other'],
  ['Ida read number 31.', 'Ida read number 12.', null],
])('holds what is chosen in %j against %j: %j', (statement, other, conflict) => {
  expect(conflictsWith(statement, other)).toBe(conflict);
});
