import { expect, it } from 'vitest';
import { tellsChange } from './tells-change.ts';

it.each([
  'The club met on Mondays until 2019.',
  'We switched from MySQL to Postgres.',
  'The rent was raised to 900 euros.',
  'It used to be a barn.',
  'Früher war es eine Scheune.',
])('a change is told: %s', (text) => expect(tellsChange(text)).toBe(true));

it.each([
  'An evergreen note is an idea.',
  'Evergreen notes allow you to think about complex ideas by building them up from smaller ones.',
  'Das Boot liegt fest.',
])('none is told: %s', (text) => expect(tellsChange(text)).toBe(false));
