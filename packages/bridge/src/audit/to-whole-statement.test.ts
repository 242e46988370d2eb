import { expect, it } from 'vitest';
import { toWholeStatement } from './to-whole-statement.ts';

it.each([
  ['Release day of Aurora: Tuesday', '', 'The release day of Aurora is Tuesday'],
  ['It listens on port 8000.', 'Aurora is a billing service.', 'Aurora listens on port 8000.'],
  [
    'The oven weighs 410 kg.',
    'Anselm bought the oven in 2008 for 3000 euros.',
    'The oven of Anselm weighs 410 kg.',
  ],
  ['The bakery opens at 5:30.', 'Anselm runs a bakery in Ostend.', 'The bakery of Anselm opens at 5:30.'],
  // The owner was not mentioned.
  ['The car weighs 900 kg.', 'Anselm sold the car to Brigit.', 'The car weighs 900 kg.'],
  ['The oven weighs 410 kg.', 'Anselm runs a bakery in Ostend.', 'The oven weighs 410 kg.'],
  ['The bakery is Brigits.', 'The mill has a bakery.', 'The bakery is Brigits.'],
  // It is uncertain what is meant.
  ['It listens on port 8000.', 'We deploy Aurora with Terraform.', 'It listens on port 8000.'],
  ['It rained.', 'Aurora and Basil met.', 'It rained.'],
  ['Note: It was late.', '', 'Note: It was late.'],
  ['https://example.org/a: b', '', 'https://example.org/a: b'],
])('reads %j after %j as %j', (said, before, whole) => {
  expect(toWholeStatement(said, before)).toBe(whole);
});
