import { describe, expect, it } from 'vitest';
import { toAnswerLine } from './to-answer-line.ts';

describe('toAnswerLine', () => {
  it.each([
    ['The timeout is\n  30 s.', 'The timeout is 30 s.'],
    ['- [x] Decoder for the archive job', 'Decoder for the archive job'],
    ['12) Disarm the panel', 'Disarm the panel'],
    ['> quoted\r\n> twice', 'quoted twice'],
    ['| Tide height | 1.20 m |  |', 'Tide height · 1.20 m'],
    ['| Hatch | `fore`<br>`aft`<br/>amidships |', 'Hatch · `fore` · `aft` · amidships'],
    ['## Heading', 'Heading'],
    ['reporting interval:: 30 seconds', 'reporting interval:: 30 seconds'],
    ['-5 °C at night', '-5 °C at night'],
    ['保証期間は3年で、\n浸水は含まれない。', '保証期間は3年で、 浸水は含まれない。'],
  ])('reads %j as %j', (span, line) => {
    expect(toAnswerLine(span)).toBe(line);
  });
});
