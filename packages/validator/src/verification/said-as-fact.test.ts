import { expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const readMarks = async (documents: Readonly<Record<string, string>> | string, answer: string) => {
  const notes = typeof documents === 'string' ? { 'a.md': documents } : documents;
  const { statements } = await verifyAgainst({ documents: notes, answer });
  return statements.map(({ wording, kept }) => (kept ? wording : `${wording}, left out`));
};
const LEASE = 'Ida signed the lease';
const FLAT = '| Name | Rent |\n|---|---|\n| ~~Flat~~ | ~~900 EUR~~ |\n| Garage | 80 EUR |\n';

it.each([
  ['a struck-out row', FLAT, 'Flat: 900 EUR [1].'],
  ['a struck-out row with its marks between', FLAT, 'Flat | 900 EUR [1].'],
  ['an item whose sentences are struck out', `- ~~${LEASE}. Bo left.~~`, `"${LEASE}. Bo left." [1].`],
  ['a struck-out task with its box', `- [x] ~~${LEASE}~~`, `- [x] ${LEASE} [1]`],
  ['a question with its box', `- [x] ${LEASE}?`, `- [x] ${LEASE} [1]`],
  ['a question with another mark', 'The rent is 900 EUR?!', 'The rent is 900 EUR [1].'],
  ['a question in brackets', 'The rent is 900 EUR (?).', 'The rent is 900 EUR [1].'],
  ['a question in a row', '| Flat | Rent |\n|---|---|\n| Attic | 950 EUR? |', 'Attic: 950 EUR [1].'],
  ['a crossed-out sentence behind its stop', `- ${LEASE}. ❌\n- Bo signed the lease. ✅`, `${LEASE} [1].`],
  [
    'a place of a title',
    '# Lyon or Bonn\n\nMira moved to the old town in May.',
    'In Lyon, Mira moved to the old town in May [1].',
  ],
  [
    'a word of a title behind it',
    '# Cancelled trips\n\nThe trip to Lyon, Ida says, is in May.',
    'The trip to Lyon, Ida says, is in May cancelled [1].',
  ],
  [
    'the heading above its own',
    '# Approved and rejected\n\n## Rejected\n\nWe sell the red boat.',
    'Approved: We sell the red boat [1].',
  ],
  [
    'the title for another section',
    '# Mira\n\n## Carl\n\n- Lives in Bonn since May',
    'Mira: Lives in Bonn since May [1].',
  ],
  [
    'two notes joined by a colon',
    { 'a.md': 'It is false.', 'b.md': `${LEASE}.` },
    `It is false: ${LEASE} [1][2].`,
  ],
  [
    'two paragraphs joined by a word',
    'The vote was on the boat. It was rejected.\n\nThe vote was on the lease. It was approved.',
    'The vote was on the boat and it was approved [1].',
  ],
  [
    'the first cell of a row that denies it',
    '| Claim | Verdict |\n|---|---|\n| The earth is flat | false |',
    'The earth is flat [1].',
  ],
  ['a figure that a screen turns round', 'The fee is 15 EUR now.', 'The fee is \u202e15\u202c EUR now [1].'],
])('does not tick %s', async (_, documents, answer) => {
  const marks = await readMarks(documents, answer);
  expect(marks.length).toBeGreaterThan(0);
  expect(marks).not.toContain('quoted');
});

it.each([
  [
    'the nearest heading',
    '# Mira\n\n## Carl\n\n- Lives in Bonn since May',
    'Carl: Lives in Bonn since May [1].',
  ],
  [
    'a title and its heading',
    '# Mira\n\n## Carl\n\n- Lives in Bonn since May',
    'Mira, Carl: Lives in Bonn since May [1].',
  ],
  [
    'the title of a note without other headings',
    '# Mira\n\nLives in Bonn since May.',
    'Mira: Lives in Bonn since May [1].',
  ],
  [
    'an inner heading',
    '# Plan\n\n## March 2025\n\nThe boat was shelved.\n\n## May 2026\n\nThe boat is back on.',
    'March 2025: The boat was shelved [1].',
  ],
  [
    'the lead-in of a list',
    'Proposed rules:\n\n* Regular attendance at meetings\n* The pump leaks oil',
    'Proposed rules: The pump leaks oil [1].',
  ],
  ['a sign in code', 'Type `/cloze` now.', 'Type /cloze now [1].'],
])('ticks the words of a note after %s', async (_, note, answer) => {
  expect(await readMarks(note, answer)).toEqual(['quoted']);
});

it('keeps a lead-in and its first item, of which nothing is left out', async () => {
  const note = 'Fix all issues:\n\n```sh\nfoam lint --fix\n```\n';
  expect(await readMarks(note, 'Fix all issues: foam lint --fix [1].')).not.toContain('excerpt, left out');
});

it('reads a long chain of joined emoji', async () => {
  const answer = `${'\u{1f469}\u200d'.repeat(20_000)} Tea is hot [1].`;
  expect((await readMarks('Tea is hot.', answer)).length).toBeGreaterThan(0);
});

it.each([
  ['in the next line', '- [x] Return the key for 70 EUR [1]\nRent is 960 EUR a month [1].'],
  ['in the same line', '- [x] Return the key for 70 EUR [1]. Rent is 960 EUR a month [1].'],
])('takes the box of a removed task from the sentence behind it, %s', async (_, answer) => {
  const { cleanText } = await verifyAgainst({ documents: { 'a.md': 'Rent is 960 EUR a month.' }, answer });
  expect(cleanText).toBe('- Rent is 960 EUR a month [1].');
});

it.each([
  ['its own list', 'keep pets in the flat', true],
  ['another sentence', 'The garden is nice and large', false],
])('keeps a lead-in that denies above %s: %s', async (_, sentence, isKept) => {
  const note = '# Flat\n\nThe garden is nice and large.\n\nWe do not:\n\n- keep pets in the flat\n- smoke\n';
  const answer = `We do not:\n- ${sentence} [1: "${sentence}"]`;
  const { cleanText } = await verifyAgainst({ documents: { 'a.md': note }, answer, policy: 'strip' });
  expect(cleanText).toContain(sentence);
  expect(cleanText.includes('We do not:')).toBe(isKept);
});
