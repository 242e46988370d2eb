import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOnlyGenerated, mergeBlocks, type PageBlock, readBlocks } from './merge-blocks.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const bytes = (content: string) => new TextEncoder().encode(content);
const BLOCKS: readonly PageBlock[] = [
  { name: 'overview', text: 'Überblick' },
  { name: 'review', text: '' },
  { name: 'regions', text: '| a |\n|---|' },
];

describe('mergeBlocks', () => {
  it('writes a page that does not exist yet', () => {
    const page = mergeBlocks(null, 'World map', BLOCKS);
    expect(text(page)).toBe(
      [
        '# World map',
        '',
        '<!-- memora:begin overview -->',
        'Überblick',
        '<!-- memora:end overview -->',
        '',
        '<!-- memora:begin review -->',
        '<!-- memora:end review -->',
        '',
        '<!-- memora:begin regions -->',
        '| a |',
        '|---|',
        '<!-- memora:end regions -->',
        '',
      ].join('\n'),
    );
    expect(isOnlyGenerated(page)).toBe(true);
    expect(readBlocks(page).map(({ name }) => name)).toEqual(['overview', 'review', 'regions']);
  });

  it('keeps a page of the user, a damaged marker, CRLF and bytes that are no text', () => {
    const mine = Buffer.concat([
      Buffer.from('mine\r\n<!-- memora:begin review -->\r\nno end\r\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
    ]);
    const page = mergeBlocks(mine, 'World map', BLOCKS);
    expect(Buffer.from(page.subarray(0, mine.length))).toEqual(mine);
    expect(isOnlyGenerated(page)).toBe(false);
    expect(mergeBlocks(page, 'World map', BLOCKS)).toEqual(page);
    expect(text(page)).toContain('Überblick\r\n');
  });

  it('puts a block that is missing behind the one before it and takes an unwanted one out', () => {
    const page = mergeBlocks(null, 'x', BLOCKS);
    const without = bytes(
      text(page).replace('<!-- memora:begin review -->\n<!-- memora:end review -->\n', 'My words.\n'),
    );
    const merged = text(mergeBlocks(without, 'x', BLOCKS));
    expect(merged.indexOf('begin review')).toBeLessThan(merged.indexOf('My words.'));
    const fewer = text(mergeBlocks(page, 'x', [BLOCKS[2] as PageBlock]));
    expect(fewer).not.toContain('overview');
  });
});

const line = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((each) => !/<!--|-->|[\r\n]/u.test(each));
const blocks = fc
  .uniqueArray(fc.constantFrom('overview', 'review', 'regions', 'stale'), { maxLength: 4 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({ name: fc.constant(name), text: fc.array(line).map((l) => l.join('\n')) }),
      ),
    ),
  );

it('keeps every byte between the blocks, in order, and changes nothing the second time', () => {
  fc.assert(
    fc.property(blocks, blocks, fc.array(line, { minLength: 6, maxLength: 6 }), (first, next, additions) => {
      const page = text(mergeBlocks(null, 'Title', first as PageBlock[]));
      // The user writes above, below and between the blocks.
      const parts = page.split(/(?<=<!-- memora:end [a-z]+ -->\n)/u);
      const added = additions.slice(0, parts.length).map((each, i) => `user ${i} ${each}`);
      const edited = bytes(
        parts.map((part, i) => `${part}${added[i] === undefined ? '' : `${added[i]}\n`}`).join(''),
      );
      const merged = mergeBlocks(edited, 'Title', next as PageBlock[]);
      const lines = text(merged).split('\n');
      const found = added.map((each) => lines.indexOf(each));
      expect(found.every((at) => at >= 0)).toBe(true);
      expect(found).toEqual([...found].sort((a, b) => a - b));
      expect(Buffer.from(mergeBlocks(merged, 'Title', next as PageBlock[]))).toEqual(Buffer.from(merged));
    }),
  );
});
