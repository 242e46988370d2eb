import { expect, test } from 'vitest';
import { holdsTime } from './holds-time.ts';

test.each([
  'The club meets on Mondays.',
  'the club meets on mondays',
  'Der Verein trifft sich montags.',
  'It is cut every week.',
  'Le club se réunit le mardi.',
  'The gate opens at 7:30.',
  'It closes at 6 pm.',
  'Since spring it runs.',
  'at noon',
  'It was released in 2019.',
  'Released with version 1.4.',
  '会議は三日に開かれる。',
  'Es wird täglich geprüft.',
  'It moved in February.',
  'Am dritten Tag ist die Pumpe wieder in Betrieb.',
  'Il y a un an, la pompe était neuve.',
])('finds a time in %j', (text) => expect(holdsTime(text)).toBe(true));

test.each([
  'The harbour is wide.',
  'Das Boot liegt fest.',
  'Run the command in a folder.',
  '港は広い',
  '',
  'Rename a tag everywhere.',
  'Open it in an editor.',
  'The leaves fall off the nu shell.',
])('finds none in %j', (text) => expect(holdsTime(text)).toBe(false));
