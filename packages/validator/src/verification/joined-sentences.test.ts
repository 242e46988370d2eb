import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const verify = (note: string, answer: string) => verifyAgainst({ documents: { 'a.md': note }, answer });

it.each([
  ['Klicken Sie auf »Einzelheiten« unter dem Haken.', 'Klicken Sie auf "Einzelheiten" unter dem Haken [1].'],
  ['Cliquez sur « Détails » sous la coche.', 'Cliquez sur "Détails" sous la coche [1].'],
  ['Klicken Sie auf "Einzelheiten" unter dem Haken.', 'Klicken Sie auf »Einzelheiten« unter dem Haken [1].'],
  ['Cliquez sur "Détails", puis fermez.', 'Cliquez sur « Détails », puis fermez [1].'],
])('takes every quotation mark for the other: %s', async (note, answer) => {
  const { statements } = await verify(note, answer);
  expect(statements.map(({ wording, kept }) => [wording, kept])).toEqual([['quoted', true]]);
});

it('reads on behind code that ends in its line', async () => {
  const { statements } = await verify(
    '1. Run this:\n   ```Set-ExecutionPolicy Bypass```\n2. It asks you for a folder. Please use an empty one.\n',
    'It asks you for a folder [1]. Please use an empty one [1].',
  );
  expect(statements.map(({ wording, kept }) => [wording, kept])).toEqual([
    ['quoted', true],
    ['quoted', true],
  ]);
});

describe('a sentence of a note that looks like two', () => {
  it.each([
    'QUIC ... no significant updates.',
    'It tries to ... you, especially where nobody knows whether it is there.',
    'The npm version (2.7.4) is broken for many users. npm 2.8.4 mends a lot of issues.',
    'Bash에서 **ctrl-w**는 마지막 단어를 지웁니다. **ctrl-u**는 라인의 처음까지 지웁니다. **alt-b**를 이용할 수 있습니다. **ctrl-a**로 이동할 수 있습니다.',
    'Press **alt-.** to step through former commands, and **alt-*** to expand a glob.',
  ])('is one statement, in the words of the note: %s', async (sentence) => {
    const { statements, cleanText } = await verify(
      `# Notes\n\n${sentence}\n`,
      `${sentence.slice(0, -1)} [1].`,
    );
    expect(statements.map(({ wording, kept }) => [wording, kept])).toEqual([['quoted', true]]);
    expect(cleanText).toBe(`${sentence.slice(0, -1)} [1].`);
  });

  it.each([
    ['- Milk is cold. Tea is hot.', '- Milk is cold. Tea is hot [1].'],
    [
      '| Keep | Nothing is done. (This is the default.) |',
      'Keep: Nothing is done. (This is the default.) [1]',
    ],
  ])('is a whole item or row of two sentences: %s', async (note, answer) => {
    const { statements, cleanText } = await verify(`# Notes\n\n${note}\n`, answer);
    expect(statements.map(({ kept }) => kept)).not.toContain(false);
    expect(cleanText).toBe(answer);
  });

  it('is one behind a lead-in, too', async () => {
    const { statements } = await verify(
      '# Notes\n\nQUIC ... no significant updates.\n',
      'The note says: QUIC ... no significant updates [1].',
    );
    expect(statements.map(({ wording, kept }) => [wording, kept])).toEqual([['quoted', true]]);
  });

  it.each([
    ['The ferry sank. Tea is hot.', 'The ferry sank. Tea is hot [1].'],
    ['- The ferry sank. Tea is hot. Milk is cold.', 'The ferry sank. Tea is hot [1].'],
    ['QUIC ... no significant updates.', 'Pirates came ... no significant updates [1].'],
    ['QUIC ... no significant updates.', 'QUIC ... pirates came. no significant updates [1].'],
  ])('takes no other statement along: %s / %s', async (note, answer) => {
    const { cleanText } = await verify(note, answer);
    expect(cleanText).not.toMatch(/ferry|pirates/iu);
  });
});
