import { expect, it } from 'vitest';
import { checkWordLists } from './word-lists.ts';

const WORDS =
  'not nothing nowhere neither nor cannot hardly scarcely barely nicht kein keine nie niemals pas rien jamais aucun';
const list = `// first line\nexport const NEGATORS = new Set('${WORDS}'.split(' '));\n`;

it('refuses a list of words outside the package of languages, with its line', () => {
  expect(checkWordLists('packages/claims/src/extract/a.ts', list)).toEqual([
    'packages/claims/src/extract/a.ts:2  a list of words stands in packages/language, where every reader finds it',
  ]);
});

it('refuses a list over several lines, and in any script', () => {
  const text = `const words = \`${WORDS.replaceAll(' ', '\n    ')}\`;\n`;
  expect(checkWordLists('packages/mcp/src/a.ts', text)).toHaveLength(1);
  expect(checkWordLists('packages/mcp/src/a.ts', `const words = '${'не '.repeat(17)}нет';\n`)).toHaveLength(
    1,
  );
});

it('lets languages, tests and sentences be', () => {
  expect(checkWordLists('packages/language/src/words/a.ts', list)).toEqual([]);
  expect(checkWordLists('packages/claims/src/a.test.ts', list)).toEqual([]);
  const sentence = `throw new Error('The index of this vault was written by another version, so run it again with the version that is installed now.');\n`;
  expect(checkWordLists('packages/claims/src/a.ts', sentence)).toEqual([]);
});
