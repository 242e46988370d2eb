import { expect, it } from 'vitest';
import { asksDuration, holdsDuration } from './holds-duration.ts';

it.each([
  'How long may it run?',
  'how many minutes does it take',
  'Wie lange dauert es?',
  'Combien de temps faut-il ?',
])('%j asks how long', (question) => expect(asksDuration(question)).toBe(true));

it.each(['How many boats are there?', 'How do I wait longer?'])('%j does not', (question) =>
  expect(asksDuration(question)).toBe(false),
);

it.each([
  'a 10-second timeout',
  'It takes about two hours.',
  'half an hour',
  'kept forever',
  'open until 18:00',
  'Es dauert drei Wochen.',
  'bucketed: 11-50ms',
  '約3時間かかる',
])('%j says how long', (text) => expect(holdsDuration(text)).toBe(true));

it.each(['Templates run real code.', 'the second of three boats', 'Run it until it works.', 'version 3.2'])(
  '%j does not say it',
  (text) => expect(holdsDuration(text)).toBe(false),
);
