import { expect, it } from 'vitest';
import { checkCriticalTokens } from './check-critical-tokens.ts';

const SOURCE = 'The relay pump runs at 60 Hz for 8 h and weighs 12 kg.';

it.each([
  'The relay pump runs at 60 Hz for Sarah.',
  'The pump weighs 12 kg of Rome.',
  'It runs at 60 Hz, Sarah.',
])('a unit does not take the name behind it for its own: %j', (statement) => {
  expect(checkCriticalTokens(statement, [SOURCE]).disagreements).toMatchObject([
    { kind: 'name', decisive: true },
  ]);
});

it('a unit with a capital is no name that a source lacks', () => {
  expect(
    checkCriticalTokens('The relay pump runs at 60 Hz.', ['The relay pump runs at sixty hertz.']).ok,
  ).toBe(true);
});
