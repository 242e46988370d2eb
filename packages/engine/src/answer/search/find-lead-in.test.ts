import { expect, it } from 'vitest';
import { findLeadIn } from './find-lead-in.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** The units of a note: each `[…]`, whose brackets are removed. */
function unitsOf(marked: string) {
  let text = '';
  const units: { span: { start: number; end: number }; text: string }[] = [];
  for (const [i, part] of marked.split(/[[\]]/u).entries()) {
    const start = encode(text).length;
    text += part;
    if (i % 2 === 1) units.push({ span: { start, end: encode(text).length }, text: part });
  }
  return { bytes: encode(text), units };
}

it.each([
  ['a line above the list', '[We do not:]\n\n- [sublet]\n- [allow dogs]\n', 'We do not:'],
  ['a bold line', '[**Never:**]\n- [allow dogs]\n', '**Never:**'],
  ['a full-width colon', '[禁止事项：]\n- [允许养狗]\n', '禁止事项：'],
  ['the last sentence of a paragraph', '[The rules.] [We do not:]\n1. [allow dogs]\n', 'We do not:'],
  ['the second sentence of an item', '[We do not:]\n- [allow dogs.] [They bark.]\n', 'We do not:'],
  ['the item that it is in', '[Rules:]\n- [Never:]\n  - [allow dogs]\n', 'Never:'],
  [
    'no item beside the one that it is in',
    '[We do not:]\n- [Pets:]\n  - [cats]\n- [allow dogs]\n',
    'We do not:',
  ],
  ['an item in another without a colon', '[We do not:]\n- [Pets]\n  - [allow dogs]\n', 'We do not:'],
  ['a list in a quotation', '> [We do not:]\n> - [allow dogs]\n', 'We do not:'],
  ['letters of several bytes', '[Wir dürfen nie:]\n- [über Höfe gehen]\n', 'Wir dürfen nie:'],
  [
    'no line with a colon before another paragraph',
    '[We do not:]\n- [sublet]\n\n[We say.]\n- [allow dogs]\n',
    null,
  ],
  ['no paragraph', '[We do not:]\n\n[allow dogs]\n', null],
  ['no number in a sentence', '[We do not:]\n\nIn 2. [allow dogs]\n', null],
  ['a line before the first unit', '- [sublet]\n- [allow dogs]\n', 'above'],
])('finds %s', (_, marked, expected) => {
  const { bytes, units } = unitsOf(marked);
  const [item, ...above] = units.toReversed() as [(typeof units)[number], ...typeof units];
  const found = findLeadIn(item, above, bytes);
  expect(typeof found === 'object' ? (found?.text ?? null) : found).toBe(expected);
});
