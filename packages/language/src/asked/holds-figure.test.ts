import { expect, test } from 'vitest';
import { holdsFigure } from './holds-figure.ts';

test.each([
  'It runs at 40 bar.',
  'only six levels',
  'zwölf Boote',
  '三人が来た',
  '٤٠ بار',
  'deux fois par jour',
  'every week',
])('finds a number in %j', (text) => expect(holdsFigure(text)).toBe(true));
test.each(['The harbour is wide.', 'Das Boot liegt fest.', '港は広い', ''])('finds none in %j', (text) =>
  expect(holdsFigure(text)).toBe(false),
);
