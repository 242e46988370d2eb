import { describe, expect, it } from 'vitest';
import { makeLazy } from '../lazy-patterns.ts';

describe('makeLazy', () => {
  it('makes a pattern at its first use, and the same one at the next', () => {
    const source =
      'const WORD = /\\p{L}+/gu;\nexport const f = (text: string) => [...text.matchAll(WORD)].length;\n';
    expect(makeLazy(source)).toBe(
      'let WORD: RegExp | undefined;\nexport const f = (text: string) => [...text.matchAll((WORD ??= /\\p{L}+/gu))].length;\n',
    );
  });

  it.each([
    ['plain patterns', 'const A = /[a-z]/u;\nA.test("x");'],
    ['what is exported', 'export const A = /\\p{L}/u;\nA.test("x");'],
    ['a name that is declared twice', 'const A = /\\p{L}/u;\nconst f = (A: RegExp) => A.test("x");'],
    ['a name given away without an expression', 'const A = /\\p{L}/u;\nexport const o = { A };'],
    ['a pattern inside a function', 'const f = () => {\n  const A = /\\p{L}/u;\n  return A;\n};'],
  ])('leaves %s alone', (_, source) => {
    expect(makeLazy(source)).toBe(source);
  });

  it('leaves properties of the same name alone', () => {
    expect(makeLazy('const A = /\\p{L}/u;\nx.A = { A: A };')).toBe(
      'let A: RegExp | undefined;\nx.A = { A: (A ??= /\\p{L}/u) };',
    );
  });
});
