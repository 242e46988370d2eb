import { expect, it } from 'vitest';
import { isPastOf, toThird } from './verb-forms.ts';

it.each([
  ['work', 'works'],
  ['teach', 'teaches'],
  ['fix', 'fixes'],
  ['go', 'goes'],
  ['carry', 'carries'],
  ['play', 'plays'],
  ['have', 'has'],
  ['constructor', 'constructors'],
])('puts "%s" into the third person', (verb, third) => {
  expect(toThird(verb)).toBe(third);
});

it.each([
  ['worked', 'work'],
  ['lived', 'live'],
  ['carried', 'carry'],
  ['planned', 'plan'],
  ['taught', 'teach'],
  ['drove', 'drive'],
])('knows "%s" as the past of "%s"', (form, verb) => {
  expect(isPastOf(form, verb)).toBe(true);
  expect(isPastOf(`${verb}s`, verb)).toBe(false);
  expect(isPastOf(form, 'use')).toBe(false);
});
