import { expect, it } from 'vitest';
import { leadsOn } from './leads-on.ts';

it.each([
  ["What's Next?", true],
  ['See also', true],
  ['**Related notes**', true],
  ['Siehe auch', true],
  ['Next steps', true],
  ['Related work of the crew', false],
  ['What is next in the harbour', false],
])('a heading over links that lead on: %s', (heading, leads) => {
  expect(leadsOn(heading)).toBe(leads);
});
