import { expect, it } from 'vitest';
import { conflictsWith } from './conflicts-with.ts';
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
  // Whose it is was not said.
  ['The car weighs 900 kg.', 'Anselm sold the car to Brigit.', 'The car weighs 900 kg.'],
  ['The oven weighs 410 kg.', 'Anselm runs a bakery in Ostend.', 'The oven weighs 410 kg.'],
  ['The bakery is Brigits.', 'The mill has a bakery.', 'The bakery is Brigits.'],
  // Of what is meant nobody can be sure.
  ['It listens on port 8000.', 'We deploy Aurora with Terraform.', 'It listens on port 8000.'],
  ['It rained.', 'Aurora and Basil met.', 'It rained.'],
  ['Note: It was late.', '', 'Note: It was late.'],
  ['https://example.org/a: b', '', 'https://example.org/a: b'],
])('reads %j after %j as %j', (said, before, whole) => {
  expect(toWholeStatement(said, before)).toBe(whole);
});

it.each([
  ['Aurora listens on port 9000.', 'Aurora listens on port 8000 and keeps its data in PostgreSQL.', 'other'],
  ['Aurora was started by Marta in 2011.', 'Aurora was started by Marta in 2010.', 'other'],
  ['Aurora was visited by Marta in 2011.', 'Aurora was visited by Marta in 2010.', null],
  ['Anselm bought the oven in 1998.', 'Anselm bought the oven in 2008 for 3000 euros.', 'other'],
  ['Anselm bought an oven in 1998.', 'Anselm bought an oven in 2008 for 3000 euros.', null],
  ['Milk is delivered to Anselm on Fridays.', 'Milk is delivered to Anselm on Tuesdays', 'other'],
  ['Anselm swims on Fridays.', 'Anselm swims on Tuesdays.', null],
  ['The user eats sugar when he visits Ida.', 'I do not eat sugar when I visit Ida.', 'other'],
  ["Anselm's oven weighs 510 kg.", 'The oven of Anselm weighs 410 kg.', 'other'],
  ['Ida met Marta in Lisbon.', 'Ida met Marta in Porto for lunch.', null],
  ['Ida read chapter 4.', 'Ida read chapter 3.', null],
  ['Aurora uses spaces.', 'Aurora uses tabs and spaces.', null],
])('holds %j against %j: %j', (statement, other, conflict) => {
  expect(conflictsWith(statement, other)).toBe(conflict);
});
