import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widthOf, wrapText } from './wrap-text.ts';

test('lines break between words, and what goes on stands below the first word', () => {
  expect(wrapText('  - the buoys report their height every thirty seconds', 30)).toBe(
    ['  - the buoys report their', '    height every thirty', '    seconds'].join('\n'),
  );
});

test('wide characters count twice', () => {
  const rows = wrapText('圧力センサーの校正は毎年四月に行い結果を記録する', 20).split('\n');
  expect(rows.join('')).toBe('圧力センサーの校正は毎年四月に行い結果を記録する');
  expect(rows.map(widthOf)).toEqual([20, 20, 8]);
});

test('a style goes on over a line end, and is closed on each line', () => {
  const rows = wrapText(`\u001b[31m${'red '.repeat(12).trim()}\u001b[39m`, 24).split('\n');
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/^\u001b\[31m(?:red ?)+\u001b\[39m$/u);
});

test('a style before the blanks of a line styles its words only', () => {
  const rows = wrapText(`    \u001b[4m  ${'word '.repeat(9).trim()}\u001b[24m`, 30).split('\n');
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/^ {6}\u001b\[4m(?:word ?)+\u001b\[24m$/u);
});

test('no line is wider than the terminal, and no character but blanks is lost', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', '猫', 'ま', '-', '.'),
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 24, max: 120 }), (words, columns) => {
      const text = words.join(' ');
      const wrapped = wrapText(text, columns);
      for (const row of wrapped.split('\n')) expect(widthOf(row)).toBeLessThanOrEqual(columns);
      expect(wrapped.replace(/\s+/gu, '')).toBe(text.replace(/\s+/gu, ''));
    }),
  );
});
