import { expect, it } from 'vitest';
import { conflictsWith } from './conflicts-with.ts';
import { toWholeStatement } from './to-whole-statement.ts';

it.each([
  ['Release day of Aurora: Tuesday', '', 'The release day of Aurora is Tuesday'],
  ['It listens on port 8000.', 'Aurora is a billing service.', 'Aurora listens on port 8000.'],
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
  ['Ida read chapter 4.', 'Ida read chapter 3.', null],
  ['Aurora uses spaces.', 'Aurora uses tabs and spaces.', null],
])('holds %j against %j: %j', (statement, other, conflict) => {
  expect(conflictsWith(statement, other)).toBe(conflict);
});
