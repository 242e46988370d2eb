import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

async function statusOf(source: string, answer: (marker: string) => string): Promise<string> {
  const notes = createCitedNotes({ 'n.md': source });
  const { checks } = await verifyCitations(answer(notes.cite('n.md', source)), notes.ports);
  return checks[0]?.status ?? 'none';
}

it.each([
  ['without its final stop', 'It is not a "queue" here.', (m: string) => `- It is not a "queue" here ${m}\n`],
  ['in a contraction', 'It is not a "queue" here.', (m: string) => `It isn't a "queue" here ${m}.`],
  ['with a contraction undone', "It isn't a “queue” here.", (m: string) => `It is not a "queue" here ${m}.`],
  ['in other marks', 'Die „Miete“ ist nie fällig.', (m: string) => `Die "Miete" ist nie fällig ${m}.`],
  ['beside a quantifier', 'Only "admins" may enter.', (m: string) => `Only "admins" may enter here ${m}.`],
  ['with its own stop', 'He was never "late."', (m: string) => `He was never "late" ${m}.`],
  [
    'with a space before its colon',
    'It was called Booth memorials : Passages in the life of a man.',
    (m: string) => `It was called "Booth memorials: Passages in the life of a man" ${m}.`,
  ],
  ['in Japanese', 'これは「列」ではない。', (m: string) => `これは「列」ではない ${m}\n`],
])('lets a sentence quote what its source quotes: %s', async (_, source, answer) => {
  expect(await statusOf(source, answer)).toBe('verified');
});

it.each([
  ['cuts its negator', 'It is not a queue here.', (m: string) => `It is "a queue here" ${m}.`],
  [
    'quotes more than the source quotes',
    'He never said "yes" to it.',
    (m: string) => `He "said yes to it" ${m}.`,
  ],
  [
    'leaves out the negator before it',
    'The flat is not "open" ground.',
    (m: string) => `The flat is "open" ground ${m}.`,
  ],
  ['quotes a part of it', 'He said "I never agreed".', (m: string) => `He said "agreed" ${m}.`],
  ['changes a word of it', 'He said "I never agreed".', (m: string) => `He said "I always agreed" ${m}.`],
])('refuses a quotation that %s', async (_, source, answer) => {
  expect(await statusOf(source, answer)).toBe('quote_mismatch');
});
