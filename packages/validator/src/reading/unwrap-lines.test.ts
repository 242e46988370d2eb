import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { unwrapLines } from './unwrap-lines.ts';

it('joins the lines of a paragraph, and no others', () => {
  expect(unwrapLines('All\ncomplaints will be\r\nreviewed, and\n  answered.')).toBe(
    'All complaints will be  reviewed, and   answered.',
  );
  for (const text of [
    'The pump is red.\nthe valve is blue.',
    '# Pump\nit runs.',
    '| a | b |\nc',
    'pressure:: 40\nflow:: 3',
    'pressure\nflow: 3',
    '```\nlet a\nlet b\n```',
    'One\n\ntwo',
    'One\n- two',
    'One\nTwo',
  ])
    expect(unwrapLines(text)).toBe(text);
});

it('moves nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w .,\n\r-]{0,80}$/), (text) => {
      const read = unwrapLines(text);
      expect(read).toHaveLength(text.length);
      for (const [i, sign] of [...text].entries())
        if (sign !== '\n' && sign !== '\r') expect(read[i]).toBe(sign);
    }),
  );
});

it('a sentence is verified wherever its note breaks the line, and a changed one is refused', async () => {
  const words =
    'All complaints that are not anonymous will be reviewed within 5 days and never be published'.split(' ');
  for (let at = 1; at < words.length; at++) {
    const span = `${words.slice(0, at).join(' ')}\n${words.slice(at).join(' ')}.`;
    const notes = createCitedNotes({ 'conduct.md': `${span}\n` });
    const cite = notes.cite('conduct.md', span);
    const verdictOf = async (sentence: string) =>
      (await verifyCitations(`${sentence} ${cite}.`, notes.ports)).verdict;
    const sentence = words.join(' ');
    expect(await verdictOf(sentence), span).toBe('verified');
    for (const changed of [
      sentence.replace('not anonymous', 'anonymous'),
      sentence.replace('never', 'ever'),
      sentence.replace('5', '6'),
    ])
      expect(await verdictOf(changed), `${span} / ${changed}`).toBe('rejected');
  }
});
