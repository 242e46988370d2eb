import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { makeLazy } from '../../../scripts/bundle/lazy-patterns.ts';

describe('makeLazy', () => {
  it('makes a pattern at its first use, and the same one at the next', () => {
    const source =
      'const WORD = /\\p{L}+/gu;\nexport const f = (text: string) => [...text.matchAll(WORD)].length;\n';
    expect(makeLazy(source, parseAst)).toBe(
      'let WORD: any; function WORD$(): any { return WORD ??= (/\\p{L}+/gu); }\nexport const f = (text: string) => [...text.matchAll(WORD$())].length;\n',
    );
  });

  it.each([
    ['what is computed by more than patterns', 'const A = new Map([[1, /x/]]);\nA.get(1);'],
    ['a list without patterns', 'const A = ["a", 1];\nA.at(0);'],
    ['what is exported', 'export const A = /\\p{L}/u;\nA.test("x");'],
    ['a name that is declared twice', 'const A = /\\p{L}/u;\nconst f = (A: RegExp) => A.test("x");'],
    ['a name given away without an expression', 'const A = /\\p{L}/u;\nexport const o = { A };'],
    ['a pattern inside a function', 'const f = () => {\n  const A = /\\p{L}/u;\n  return A;\n};'],
  ])('leaves %s alone', (_, source) => {
    expect(makeLazy(source, parseAst)).toBe(source);
  });

  it('leaves properties of the same name alone', () => {
    expect(makeLazy('const A = /\\p{L}/u;\nx.A = { A: A };', parseAst)).toBe(
      'let A: any; function A$(): any { return A ??= (/\\p{L}/u); }\nx.A = { A: A$() };',
    );
  });

  it('makes what a pattern is put together from when the pattern is made', () => {
    const lazy = makeLazy(
      'const W = /\\p{L}/u;\nconst A = new RegExp(`${W.source}+`, "u");\nA.test("x");',
      parseAst,
    );
    expect(lazy).toBe(
      'let W: any; function W$(): any { return W ??= (/\\p{L}/u); }\nlet A: any; function A$(): any { return A ??= (new RegExp(`${W$().source}+`, "u")); }\nA$().test("x");',
    );
  });

  it('makes lists and tables that hold patterns', () => {
    expect(
      makeLazy('const A: readonly RegExp[] = [/a/, /b/];\nfor (const a of A) a.test("x");', parseAst),
    ).toBe(
      'let A: any; function A$(): any { return A ??= ([/a/, /b/]); }\nfor (const a of A$()) a.test("x");',
    );
    expect(makeLazy("const T = { a: [['x', /a/u]] } as const;\nT.a;", parseAst)).toBe(
      "let T: any; function T$(): any { return T ??= ({ a: [['x', /a/u]] } as const); }\nT$().a;",
    );
  });
});
