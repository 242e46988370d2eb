import { expect, it } from 'vitest';
import { chooseUnits } from './choose-units.ts';

const chosen = (statement: string, ...texts: string[]) =>
  chooseUnits(
    texts.map((text, start) => ({
      text,
      span: { start, end: start + 1 },
      claims: [],
      unitId: null,
      headings: [],
      isFrame: false,
    })),
    statement,
  ).map(({ span }) => span.start);

it.each([
  [
    'one sentence, and none that shares small words with it',
    'The release of the pump was moved to Thursday because of the flood in the hall.',
    [
      'We met in the hall of the old mill.',
      'Thursday is the day of the release, moved because of the flood.',
      'Ann was there because of the cold.',
    ],
    [1],
  ],
  [
    'two sentences that hold half of it each',
    'The turbine reached ninety percent in October, and the inspection is due in spring.',
    ['In October the turbine reached ninety percent.', 'It is loud.', 'The inspection is due in spring.'],
    [0, 2],
  ],
  [
    'the one of two equal sentences that follows what it is about',
    'On the desktop the last 12 backups are kept.',
    [
      'In the browser you choose a folder.',
      'The last 12 backups are kept.',
      'On the desktop a folder is made.',
      'The last 12 backups are kept.',
    ],
    [2, 3],
  ],
  ['the first where no word is shared', 'Die Pumpe ist blau.', ['It is cold.', 'It rains.'], [0]],
])('marks %s', (_, statement, texts, at) => {
  expect(chosen(statement, ...texts)).toEqual(at);
});
