import { describe, expect, it } from 'vitest';
import { createLeakGuard } from './create-leak-guard.ts';
import { sensitiveFigures } from './sensitive-figures.ts';

const guardOf = (...texts: string[]) =>
  createLeakGuard({ secrets: () => texts.map((text, i) => ({ id: `s${i}`, text })) });

describe('figures of a secret sentence', () => {
  const guard = guardOf(
    'Ana was told on 1987-06-05.',
    'The alarm pin is 4711.',
    'Sarah earns 92,500 a year.',
  );

  it.each([
    ['born 1987-06-05', 's0'],
    ['{"from":"1987/06/05"}', 's0'],
    ['is it 4711?', 's1'],
    ['about 92,500', 's2'],
    ['92.500 or 92500', 's2'],
  ])('are found: %s', async (text, id) => {
    expect(await guard.scan([text])).toEqual([id]);
  });

  it.each(['on 1987-06-06', '4712 of them', '92,501', '{"max_tokens":4096,"model":"m"}', 'in 1987'])(
    'are not seen in others: %s',
    async (text) => {
      expect(await guard.scan([text])).toEqual([]);
    },
  );

  it('leave out what ordinary traffic holds', () => {
    const now = new Date('2026-11-22T00:00:00Z');
    expect(sensitiveFigures('On 2026-11-21 we met; 1024 files, 3000 words, in 1999.', now)).toEqual([]);
    expect(sensitiveFigures('The pin is 2048, the code 1999.', now)).toEqual([]);
    expect(sensitiveFigures('There are 4711 of them.', now)).toEqual([]);
  });
});

it('blocks no request for the fence of a code block in a secret note', async () => {
  const guard = guardOf('```json', '```', '---', 'user:', '{"door": "zanzibar-42"}');
  const request = '{"model":"m","messages":[{"role":"user","content":"Answer in json."}]}';
  expect(await guard.scan(['content-type: application/json', request])).toEqual([]);
  expect(await guard.scan(['zanzibar-42'])).toEqual(['s4']);
});

it.each([
  ['octal', (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`],
  ['eight hex digits', (byte: number) => `\\U${byte.toString(16).padStart(8, '0')}`],
])('finds a secret in escapes of %s', async (_, toEscape) => {
  const secret = 'the harbour deal is with Nordhavn Shipping';
  const text = [...Buffer.from(secret)].map(toEscape).join('');
  expect(await guardOf(secret).scan([`x ${text} y`])).toEqual(['s0']);
});
