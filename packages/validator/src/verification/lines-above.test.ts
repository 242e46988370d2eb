import { expect, it } from 'vitest';
import type { JudgeRequest } from '../contract/judge.ts';
import { verifyAgainst } from '../documents.ts';

const RULES =
  '# Rules of the flat\n\nWe do not:\n\n- allow dogs\n- sublet\n\nWe allow:\n\n- cats in the flat\n\nThe garden is large.\n';
const TALK = '# Minutes\n\nMira: I like the boat.\n\nCarl: I hate the boat.\n\nMira: Then we sell it.\n';
const MENU = '# Menu\n\n## Meat\n\n- Beef stew with beans\n\n## Vegan\n\n- Lentil soup with bread\n';
const BOLD = '**Allowed**\n\nCats may stay.\n\n**Forbidden**\n\nDogs may stay.\n';
const NESTED = '- Allowed\n  - cats and fish\n- Forbidden\n  - dogs and birds\n- Rent is due in May\n';
const TABLE = '| Name | Rent | Paid |\n|---|---|---|\n| Flat | 960 EUR | 80 EUR |\n';

const readMarks = async (note: string, answer: string) => {
  const { statements } = await verifyAgainst({ documents: { 'a.md': note }, answer, policy: 'mark' });
  return statements.flatMap(({ kind, kept, wording }) =>
    kind === 'structure' ? [] : [kept ? wording : `${wording}, left out`],
  );
};

it.each([
  ['an invented lead-in', RULES, 'The landlord allows:\n- allow dogs [1]\n- sublet [1]'],
  ['the lead-in of another list', RULES, 'We allow:\n- allow dogs [1]\n- sublet [1]'],
  ['a lead-in above paragraphs', RULES, 'The landlord says yes to this:\n\nsublet [1]\n\nallow dogs [1]'],
  ['a lead-in with its own mark', RULES, 'The landlord allows [1]:\n- sublet [1]'],
  ['a lead-in that is an item', RULES, '- The landlord allows:\n  - sublet [1]'],
  ['an item with a mark above its own items', NESTED, '- Allowed [1]\n  - dogs and birds [1]'],
  ['the item before', NESTED, 'Forbidden:\n- Rent is due in May [1]'],
  ['the number of another heading', '# C\n\n## 7. Voting\n\nAll vote.\n', '## Membership\n\nAll vote [1].'],
  ['words of the title alone', RULES, '## Flat\n\n- sublet [1]'],
  ['an invented heading', MENU, '## Vegan dishes\n\n- Beef stew with beans [1]'],
  ['the heading of another section', MENU, '## Vegan\n\n- Beef stew with beans [1]'],
  ['a bold line', RULES, '**Allowed**\n\nsublet [1]'],
  ['the bold line of another text', BOLD, '**Allowed**\n\nDogs may stay [1].'],
  ['another speaker', TALK, '**Mira:**\n\nI hate the boat [1].'],
  [
    'another speaker, two paragraphs above',
    TALK,
    '**Mira:**\n\nI like the boat [1].\n\nI hate the boat [1].',
  ],
  ['an underlined heading', MENU, 'Vegan dishes\n---\n\nBeef stew with beans [1].'],
  [
    'a head with swapped columns',
    TABLE,
    '| Name | Paid | Rent |\n|---|---|---|\n| Flat | 960 EUR | 80 EUR [1] |',
  ],
  ['an invented head', TABLE, '| Name | Debt | Fine |\n|---|---|---|\n| Flat | 960 EUR | 80 EUR [1] |'],
])('does not tick words below %s', async (_, note, answer) => {
  const marks = await readMarks(note, answer);
  expect(marks.length).toBeGreaterThan(0);
  expect(marks.at(-1)).not.toBe('quoted');
});

it.each([
  ['its own lead-in', RULES, 'We do not:\n- allow dogs [1]\n- sublet [1]', 2],
  ['its own heading', MENU, '## Vegan\n\n- Lentil soup with bread [1]', 1],
  ['all its own lines', RULES, '# Rules of the flat\n\nWe do not:\n- sublet [1]', 1],
  ['words that only name the note', RULES, 'The note says:\n- The garden is large [1].', 1],
  ['a line of words of the title', RULES, 'The rules say:\n- The garden is large [1].', 1],
  ['the title, and not the nearest heading', MENU, '# Menu\n\n- Beef stew with beans [1]', 1],
  [
    'its heading without the number',
    '# Charter\n\n## Section 7. Voting\n\nAll vote.\n',
    '## Voting\n\nAll vote [1].',
    1,
  ],
  ['its own bold line', BOLD, '**Allowed**\n\nCats may stay [1].', 1],
  ['its speaker', TALK, '**Carl:**\n\nI hate the boat [1].', 1],
  ['its heading and speaker', TALK, '# Minutes\n\n**Carl:**\n\nI hate the boat [1].', 1],
  ['its own item', NESTED, '- Forbidden:\n  - dogs and birds [1]', 1],
  ['a lead-in that is over', RULES, 'The landlord allows:\n- sublet [1]\n\nThe garden is large [1].', 1],
  [
    'a heading that is over',
    RULES,
    '## Pets\n\nsublet [1]\n\n# Rules of the flat\n\nThe garden is large [1].',
    1,
  ],
  ['its own head', TABLE, '| Name | Rent | Paid |\n|---|---|---|\n| Flat | 960 EUR | 80 EUR [1] |', 1],
  ['a part of its head', TABLE, '| Rent | Paid |\n|---|---|\n| 960 EUR | 80 EUR [1] |', 1],
])('ticks words below %s', async (_, note, answer, ticks) => {
  const marks = await readMarks(note, answer);
  expect(marks.filter((mark) => mark === 'quoted')).toHaveLength(ticks);
});

it('says which line above is not the note’s', async () => {
  const { statements } = await verifyAgainst({
    documents: { 'a.md': RULES },
    answer: 'The landlord allows:\n- sublet [1]',
    policy: 'mark',
  });
  expect(statements.at(-1)).toMatchObject({
    kept: true,
    differences: [{ here: 'The landlord allows:', there: '' }],
    reason:
      'The cited note does not have “The landlord allows:” above these words; whether it follows was not judged.',
  });
});

it('names the columns of a head that is not the note’s', async () => {
  const { statements } = await verifyAgainst({
    documents: { 'a.md': TABLE },
    answer: '| Name | Debt |\n| :-- | --: |\n| Flat | 960 EUR [1] |',
    policy: 'mark',
  });
  expect(statements.at(-1)?.differences).toEqual([{ here: 'Name | Debt', there: '' }]);
});

it.each([
  ['takes an invented lead-in away', 'The landlord allows:\n- sublet [1]', '- sublet [1]'],
  ['keeps the lead-in of the note', 'We do not:\n- sublet [1]', 'We do not:\n- sublet [1]'],
  [
    'keeps nothing of another list below the lead-in of the first',
    'We do not:\n- sublet [1]\n- cats in the flat [1]',
    'We do not:\n- sublet [1]',
  ],
])('%s where only proven words stay', async (_, answer, expected) => {
  const { cleanText } = await verifyAgainst({ documents: { 'a.md': RULES }, answer, policy: 'strip' });
  expect(cleanText).toBe(expected);
});

it.each([
  ['local', 'The landlord allows:', 'The landlord allows: sublet'],
  ['caller', 'The landlord allows:', 'The landlord allows: sublet'],
  ['cloud', 'We allow:', 'We allow: sublet'],
  ['cloud', 'The landlord allows:', undefined],
] as const)(
  'asks a judge (%s) about the lead-in “%s” and its item together',
  async (locality, line, text) => {
    const asked: JudgeRequest[] = [];
    const { statements } = await verifyAgainst({
      documents: { 'a.md': `${RULES}\nNobody allows it.\n` },
      answer: `${line}\n- sublet [1]`,
      policy: 'mark',
      judge: {
        name: 'reader',
        locality,
        judge: async (request) => {
          asked.push(request);
          return request.statements.map(({ index }) => ({
            index,
            verdict: 'contradicted',
            quote: 'We do not',
          }));
        },
      },
    });
    expect(asked[0]?.statements[0]?.text).toBe(text);
    expect(statements.at(-1)?.judgement).toBe(text === undefined ? 'not_judged' : 'contradicted');
  },
);
