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
  'sixteen boats',
  'otuz kişi',
  'siebenundvierzig Boote',
])('finds a number in %j', (text) => expect(holdsFigure(text)).toBe(true));
test.each(['The harbour is wide.', 'Das Boot liegt fest.', '港は広い', 'The first of them is the one.', ''])(
  'finds none in %j',
  (text) => expect(holdsFigure(text)).toBe(false),
);
