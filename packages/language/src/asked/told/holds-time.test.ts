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
  'The exam is on 3 May.',
  'The exam is on May 3rd.',
  'Die Prüfung ist am 3. Mai.',
  'Экзамен 3 мая.',
  'The exam is today.',
  'The blue lake freezes in May.',
  'It is closed until late May.',
  'Il y a un an, la pompe était neuve.',
])('finds a time in %j', (text) => expect(holdsTime(text)).toBe(true));

test.each([
  'The harbour is wide.',
  'Das Boot liegt fest.',
  'Run the command in a folder.',
  '港は広い',
  'You may come.',
  'It passed 10 out of 12 checks with 2 set pieces.',
  '',
  'Rename a tag everywhere.',
  'Open it in an editor.',
  'The leaves fall off the nu shell.',
  'Whiteboards currently support videos.',
  'Jetzt liegt das Boot fest.',
  'Actualmente es una isla.',
])('finds none in %j', (text) => expect(holdsTime(text)).toBe(false));
