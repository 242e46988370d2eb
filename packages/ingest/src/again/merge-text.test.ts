import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysOf, mergeText } from './merge-text.ts';

const key = (line: string) => line;
const merge = (base: string, mine: string, theirs: string) =>
  mergeText({ base: keysOf(base, key), mine, theirs, key });
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

const BASE =
  '# Lease\n\nThe rent is 900.\n\nIt is due on the 3rd.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end.\n';

describe('an edited text and a new version of its source', () => {
  it('are one text: what each changed, and what both left', () => {
    const mine = BASE.replace('is due', 'is always due').replace('The end.', 'The end.\n\nMy remark.');
    const theirs = BASE.replace('900', '950').replace('| 1 | 2 |', '| 1 | 2 |\n| 3 | 4 |');
    expect(merge(BASE, mine, theirs)).toEqual({
      text: '# Lease\n\nThe rent is 950.\n\nIt is always due on the 3rd.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nThe end.\n\nMy remark.\n',
      edits: 2,
      conflicts: 0,
      isUnknown: false,
    });
  });

  it('that change one place keep the edit, and say so', () => {
    const merged = merge(BASE, BASE.replace('900', '900 euros'), BASE.replace('900', '950'));
    expect(merged).toMatchObject({ edits: 1, conflicts: 1 });
    expect(merged.text).toContain('The rent is 900 euros.');
    expect(merged.text).not.toContain('950');
    // Adjacent lines count as two places.
    const table = merge(
      BASE,
      BASE.replace('| 1 | 2 |', '| one | 2 |'),
      BASE.replace('|---|---|', '|:--|---|'),
    );
    expect(table).toMatchObject({ conflicts: 0, text: expect.stringContaining('|:--|---|\n| one | 2 |') });
  });

  it('that both add at one place keep both', () => {
    const merged = merge(BASE, `${BASE}\nMy remark.\n`, `${BASE}\nA new paragraph.\n`);
    expect(merged.text).toBe(`${BASE}\nA new paragraph.\n\nMy remark.\n`);
    expect(merged.conflicts).toBe(0);
    const same = merge(BASE, `${BASE}\nBoth.\n`, `${BASE}\nBoth.\n`);
    expect(same.text).toBe(`${BASE}\nBoth.\n`);
  });

  it('of which one deletes what the other changes: the edit stays', () => {
    const without = BASE.replace('The rent is 900.\n\n', '');
    expect(merge(BASE, without, BASE.replace('900', '950'))).toMatchObject({ text: without, conflicts: 1 });
    const edited = BASE.replace('900', '900 euros');
    expect(merge(BASE, edited, without)).toMatchObject({ text: edited, conflicts: 1 });
    expect(merge(BASE, without, `${BASE}\nMore.\n`)).toMatchObject({
      text: `${without}\nMore.\n`,
      conflicts: 0,
    });
  });

  it('stay as they are where nobody knows the version before', () => {
    expect(mergeText({ base: null, mine: 'a\n', theirs: 'b\n', key })).toEqual({
      text: 'a\n',
      edits: 0,
      conflicts: 0,
      isUnknown: true,
    });
    expect(mergeText({ base: null, mine: 'a\n', theirs: 'a\n', key })).toMatchObject({ isUnknown: false });
  });

  it('keep the line endings of the edited text', () => {
    const mine = `${BASE}\nMine.\n`.replaceAll('\n', '\r\n');
    const { text } = merge(BASE, mine, BASE.replace('900', '950'));
    expect(text).toBe(mine.replace('900', '950'));
  });

  it('of a hundred thousand equal lines are merged in bounded steps', () => {
    const same = 'x\n'.repeat(50_000);
    const merged = merge(`a\n${same}b\n`, `a2\n${same}\nmine\n${same}b2\n`, `a3\n${same}${same}b3\n`);
    expect(linesOf(merged.text)).toContain('mine');
  });
});

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', '| 1 |', '- x');
const text = fc
  .array(fc.tuple(word, fc.constantFrom('\n', '\n\n')), { maxLength: 12 })
  .map((lines) => lines.map(([line, gap]) => line + gap).join(''));

describe('for all texts', () => {
  it('one side that changed nothing gives the other as it is, and two that agree give that', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(
          merge(base, base, other).text === other || linesOf(base).join() === linesOf(other).join(),
        ).toBe(true);
        expect(merge(base, other, base)).toMatchObject({ text: other, conflicts: 0 });
        expect(merge(base, other, other).text).toBe(other);
      }),
    );
  });

  it('a second merge of the same versions changes nothing', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const once = merge(base, mine, theirs).text;
        expect(merge(theirs, once, theirs).text).toBe(once);
      }),
    );
  });

  it('every line that somebody wrote stays, in its order', () => {
    fc.assert(
      fc.property(text, text, fc.array(fc.nat(12), { maxLength: 4 }), (base, theirs, places) => {
        const lines = linesOf(base);
        for (const [i, place] of places.entries())
          lines.splice(Math.min(place, lines.length), 0, `mine ${i}`);
        const mine = lines.map((line) => `${line}\n`).join('');
        const merged = linesOf(merge(base, mine, theirs).text);
        expect(merged.filter((line) => line.startsWith('mine'))).toEqual(
          lines.filter((line) => line.startsWith('mine')),
        );
      }),
    );
  });

  it('every line of the new version is there where nothing was deleted or rewritten', () => {
    fc.assert(
      fc.property(text, text, fc.nat(12), (base, theirs, place) => {
        const lines = linesOf(base);
        lines.splice(Math.min(place, lines.length), 0, 'mine');
        const { text: merged, conflicts } = merge(base, lines.map((line) => `${line}\n`).join(''), theirs);
        expect(conflicts).toBe(0);
        expect(linesOf(merged).filter((line) => line !== 'mine')).toEqual(linesOf(theirs));
      }),
    );
  });
});
