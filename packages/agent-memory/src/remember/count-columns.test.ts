import { expect, it } from 'vitest';
import { countColumns } from './count-columns.ts';

it.each([
  ['Zora uses pino.', 15],
  ['  Zora   uses pino…!!', 15],
  ['ok.............', 3],
  ['用户喜欢喝绿茶。', 15],
  [' \n…!', 0],
])('counts the columns of %j', (text, columns) => {
  expect(countColumns(text)).toBe(columns);
});
