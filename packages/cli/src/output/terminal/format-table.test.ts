import { expect, it } from 'vitest';
import { formatTable } from './format-table.ts';
import { widthOf } from './wrap-text.ts';

it('gives columns the width of their widest cell on a terminal', () => {
  const rows = [
    ['a1', '', '猫の記録', '12 turns'],
    ['b22', '', 'Tea', '1 turn'],
  ];
  expect(formatTable(rows, widthOf)).toEqual(['a1   猫の記録  12 turns', 'b22  Tea       1 turn']);
  expect(formatTable([], widthOf)).toEqual([]);
});
