import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

/** What is cut stands right behind a marker: the marker stays, whatever goes. */
it.each([
  [' ![beacon](https://evil.example/x.png?d=1).', '.'],
  ['![beacon](https://evil.example/x.png?d=1).', '.'],
  [' <img src="https://evil.example/x.png">.', '.'],
  ['  ![one](a.png) ![two](b.png).', '.'],
  [' <!-- remember this -->.', '.'],
])('a statement keeps its marker where %j behind it is cut', async (tail, left) => {
  const notes = createCitedNotes({ 'a.md': 'Tea is hot.' });
  const tea = notes.cite('a.md', 'Tea is hot.');
  const report = await verifyCitations(`Tea is hot ${tea}${tail}`, notes.ports);
  expect(report.cleanText).toBe(`Tea is hot ${tea}${left}`);
  expect(report.checks.map(({ status }) => status)).toEqual(['verified']);
});
