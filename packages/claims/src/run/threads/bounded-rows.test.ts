import { parseNote } from '@memora/vault';
import { expect, test } from 'vitest';
import { MOST_CELLS } from '../../extract/offline/extract-segment.ts';
import { extractOffline } from '../../extract/offline/offline-extractor.ts';

function claimsOf(body: string) {
  const bytes = new TextEncoder().encode(body);
  return extractOffline(parseNote(bytes, { path: 'a.md' }), bytes).claims;
}

const row = (cells: readonly string[]): string => `|${cells.join('|')}|\n`;

function tableOf(columns: number, rows: number, cell: string): string {
  const names = Array.from({ length: columns }, (_, i) => `n${i}`);
  const values = Array.from({ length: columns }, () => cell);
  return row(names) + row(names.map(() => '-')) + row(values).repeat(rows);
}

test('each cell of a row is a claim', () => {
  expect(claimsOf(tableOf(10, 3, 'tea'))).toHaveLength(27);
});

test('a row of a hundred cells, and one of thousands of characters, is one claim: the row itself', () => {
  expect(claimsOf(tableOf(100, 3, 'tea'))).toHaveLength(3);
  expect(claimsOf(tableOf(3, 3, 'tea '.repeat(1000)))).toHaveLength(3);
});

test('after twenty thousand cells of a note its rows are one claim each, and no row is left out', () => {
  const rows = 1600;
  // Tables of less than 64 kB, because longer ones are cut.
  const claims = claimsOf(`${tableOf(31, rows / 8, '1')}\n`.repeat(8));
  expect(new Set(claims.map(({ segment }) => segment)).size).toBe(rows);
  expect(claims.length).toBeLessThanOrEqual(MOST_CELLS + rows);
});

test('the text of the claims of a table is a bounded share of the table', () => {
  const text = tableOf(60, 500, 'a'.repeat(30));
  const held = claimsOf(text).reduce((sum, { span }) => sum + span.end - span.start, 0);
  expect(held).toBeLessThan(64 * text.length);
});
