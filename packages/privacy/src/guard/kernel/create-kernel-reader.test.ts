import { describe, expect, it } from 'vitest';
import { createPlainReader } from '../create-plain-reader.ts';
import { decodeRuns } from '../encodings/encoded-runs.ts';
import { findSecrets } from '../find-secrets.ts';
import { fingerprintSecrets } from '../fingerprint-secrets.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { createKernelReader } from './create-kernel-reader.ts';

const STAGED = 16_384;
const encoder = new TextEncoder();

function openKernel(): PayloadReader {
  const kernel = createKernelReader();
  if (kernel === null) throw new TypeError('this runtime has WebAssembly with 128-bit instructions');
  return kernel;
}

/** One to five backslashes before each letter with a meaning after them and before some without, and truncated escapes. */
const ESCAPES = [
  ...['n', 'r', 't', 'b', 'f', 'v', '"', '/', 'd', 'u', 'x', ''].flatMap((letter) =>
    [1, 2, 3, 4, 5].map((count) => '\\'.repeat(count) + letter),
  ),
  ...['\\u0', '\\u00e', '\\u00e9', '\\\\u00e9', '\\ud83d', '\\ud83d\\', '\\ud83d\\ude00', '\\u{e9', '\\xe'],
  ...['%', '%2', '%20', '%C3', '%C3%A9', '%25C3%25A9', '&', '&am', '&amp;', '&amp;#2', '&amp;#233;'],
];

describe('an escape is read as JavaScript reads it', () => {
  const kernel = openKernel();
  const plain = createPlainReader();
  const expectSame = (text: string): void => {
    const bytes = encoder.encode(text);
    const [fast, slow] = [kernel, plain].map((reader) => {
      const { codes, length } = reader.canonicalise(bytes);
      return Buffer.from(codes.subarray(0, length)).toString('hex');
    });
    expect(fast, JSON.stringify(text.slice(-60))).toBe(slow);
  };

  it('at each place of a block, before letters and at the very end', () => {
    for (const spelt of ESCAPES)
      for (let at = 0; at <= 33; at++)
        for (const behind of ['', 'n', 'nine', ' of it, and so on for more than a block'])
          expectSame('q'.repeat(at) + spelt + behind);
  });

  it('across the border of what is read at a time', () => {
    for (const spelt of ESCAPES)
      for (let before = 0; before <= spelt.length; before++)
        for (const behind of ['', 'nine', ' of it, and so on for more than a block'])
          expectSame('q'.repeat(STAGED - before) + spelt + behind);
  });
});

describe('runs of base64', () => {
  const run = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo';
  const words = (length: number): string =>
    'some words, none is long. '.repeat(length / 26 + 1).slice(0, length);

  it('are looked for in no payload that has none, however long it is', () => {
    const kernel = openKernel();
    for (const length of [
      0,
      1,
      15,
      16,
      17,
      1_000,
      STAGED - 1,
      STAGED,
      STAGED + 1,
      STAGED + 17,
      2 * STAGED + 5,
    ]) {
      kernel.canonicalise(encoder.encode(words(length)));
      expect([...kernel.findRuns()], `${length} bytes`).toEqual([]);
    }
  });

  it('are found behind a long escape that crosses the border of what is read at a time', () => {
    const kernel = openKernel();
    for (const spelt of [
      '\\'.repeat(300),
      `&${'amp;'.repeat(80)}#233;`,
      `%${'25'.repeat(150)}20`,
      `\\ud83d${'\\'.repeat(290)}ude00`,
    ]) {
      for (let before = STAGED - 310; before <= STAGED + 5; before++) {
        for (const between of ['', ' ']) {
          const bytes = encoder.encode(`${words(before)}${spelt}${between}${run} ${words(50)}`);
          kernel.canonicalise(bytes);
          const decoded = decodeRuns(bytes, kernel.findRuns()).map((one) =>
            Buffer.from(one).toString('latin1'),
          );
          expect(decoded.join('|'), `${spelt.slice(0, 5)} at ${before}`).toContain(
            'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
          );
        }
      }
    }
  });
});

it('finds nineteen letters of a secret wherever they stand, with nothing before or behind them and with much', async () => {
  const kernel = openKernel();
  const secret = '7k2m9 zqx4 wv8j 3hd6 pf1t 5ngb 0rcy 7ls2 ke9a 4mu6 xo3w';
  const letters = secret.replaceAll(' ', '');
  let state = 1;
  const known = await fingerprintSecrets(
    [{ id: 'a', text: secret }],
    [],
    () => {
      state = Math.imul(state, 1_103_515_245) + 12_345;
      return state ^ (state >>> 15);
    },
    kernel.canonicalise,
  );
  kernel.lookFor(known);
  for (let from = 0; from + 19 <= letters.length; from++) {
    for (let before = 0; before <= 40; before++) {
      for (const behind of [0, 1, 2, 3, 7, 8, 30]) {
        const text = 'q'.repeat(before) + letters.slice(from, from + 19) + 'v'.repeat(behind);
        const found = new Set<number>();
        findSecrets(kernel.canonicalise(encoder.encode(text)), kernel, known, [], found);
        expect([...found], text).toEqual([0]);
      }
    }
  }
});
