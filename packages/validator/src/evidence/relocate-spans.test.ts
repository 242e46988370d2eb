import { fingerprint } from '@memora/core';
import { defaultBlake3 } from '@memora/core/internal';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { relocateOneByOne } from '../testing-fixtures/relocate-one-by-one.ts';
import { relocateSpans, type WantedSpan } from './relocate-spans.ts';
import { verifySpans } from './verify-spans.ts';

const encoder = new TextEncoder();
const open = (bytes: Uint8Array): string => fingerprint(bytes);
const keyed = (bytes: Uint8Array): string => fingerprint(Uint8Array.of(7, ...bytes));

const piece = fc.constantFrom(
  ...[
    '# One\n',
    '## Two\n',
    '# One',
    '#\t',
    '\n',
    '\r\n',
    '\r',
    '. ',
    ' ',
    ', ',
    '| ',
    '- ',
    '\uFEFF',
    '。',
    '"',
  ],
  ...['Tea is hot.', 'Tea', 'Größe', '東京は都。', '👩‍👧', 'x', 'ab ab', 'a', 'limit 10'],
);
const note = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

/** Searched spans cut at random, from this note or from another one. */
const wanted = fc.record({
  from: fc.nat(),
  size: fc.integer({ min: 0, max: 24 }),
  foreign: fc.boolean(),
  secret: fc.boolean(),
  headingPath: fc.constantFrom(null, [], ['One'], ['one', 'Two'], ['Two'], ['']),
});

describe('relocation of all spans of a note at once', () => {
  it('finds what looking for them one by one finds', () => {
    fc.assert(
      fc.property(note, note, fc.array(wanted, { maxLength: 12 }), (text, other, picks) => {
        const bytes = encoder.encode(text);
        const spans = picks.map(({ from, size, foreign, secret, headingPath }): WantedSpan => {
          const pool = foreign ? encoder.encode(other) : bytes;
          const start = pool.length === 0 ? 0 : from % pool.length;
          const cut = pool.subarray(start, start + size);
          const hash = secret ? keyed : open;
          return {
            start: from % 300,
            length: cut.length,
            print: hash(cut),
            hash,
            headingPath,
          };
        });
        const slowly = spans.map(({ length, print, hash, headingPath }) =>
          relocateOneByOne(bytes, length, (window) => hash(window) === print, headingPath),
        );
        expect(relocateSpans(bytes, spans)).toEqual(slowly);
      }),
      { numRuns: sampleOf(2000) },
    );
  });

  it('refuses lengths that are none', () => {
    for (const length of [Number.NaN, -1, 0, 2.5, Number.POSITIVE_INFINITY])
      expect(
        relocateSpans(encoder.encode('Tea is hot.'), [
          { start: 0, length, print: open(encoder.encode('Te')), hash: open, headingPath: null },
        ]),
      ).toEqual([{ span: null, several: false }]);
  });
});

/** Sentences of many lengths, all different, as items and in paragraphs. */
function sentences(count: number, word: string): string[] {
  return Array.from(
    { length: count },
    (_, i) => `The ${word} ${i} keeps ${'very '.repeat(i % 9)}${i * 7919} cups of tea ready.`,
  );
}

const NOWHERE = new Uint8Array(32);

async function countHashes(claims: readonly CitableClaim[], now: string, isFound = true) {
  let hashes = 0;
  let hashed = 0;
  const checks = await verifySpans(claims, {
    sources: async () => encoder.encode(now),
    blake3: (bytes) => {
      hashes++;
      hashed += bytes.length;
      // If nothing can be found, the hash does not matter, and an empty one saves time.
      return isFound ? defaultBlake3(bytes) : NOWHERE;
    },
  });
  return { hashes, hashed, states: new Set(checks.map(({ state }) => state)) };
}

function claimsOf(texts: readonly string[]): CitableClaim[] {
  return texts.map((text, i) => {
    const bytes = encoder.encode(text);
    const span = { start: 2 * i, end: 2 * i + bytes.length };
    return { id: `c${i}`, notePath: 'a.md', span, fingerprint: fingerprint(bytes) };
  });
}

describe('the work of relocating', () => {
  it('grows with the note and its claims, not with their product', async () => {
    const run = (count: number) => {
      const texts = sentences(count, 'kettle');
      const lines = texts.map((text, i) => (i % 3 === 0 ? `- ${text}\n` : `${text} `));
      return countHashes(claimsOf(texts), `Moved down.\n\n${lines.join('')}`);
    };
    const [small, large] = [await run(500), await run(1000)];
    expect([...small.states, ...large.states]).toEqual(['intact', 'intact']);
    expect(large.hashes).toBeLessThan(2.3 * small.hashes);
    expect(large.hashes).toBeLessThan(10 * 1000);
  });

  it('is the same for any number of claims whose text is gone, of the same lengths', async () => {
    const now = sentences(200, 'kettle').join('\n');
    const texts = (count: number) => Array.from({ length: count }, (_, i) => `The pot ${1000 + i} is gone.`);
    const [few, many] = [
      await countHashes(claimsOf(texts(20)), now),
      await countHashes(claimsOf(texts(500)), now),
    ];
    expect([...few.states, ...many.states]).toEqual(['changed', 'changed']);
    expect(many.hashes - 500).toBe(few.hashes - 20);
  });

  it('is bounded for any number of claims whose text is gone, of any lengths', async () => {
    const now = sentences(1500, 'kettle').join('\n');
    const texts = (count: number) =>
      Array.from({ length: count }, (_, i) => `The pot is gone${'!'.repeat(i % 200)}`);
    const [one, many] = [
      await countHashes(claimsOf(texts(1)), now),
      await countHashes(claimsOf(texts(200)), now),
    ];
    expect([...one.states, ...many.states]).toEqual(['changed', 'changed']);
    expect(one.hashes).toBeLessThan(420_000);
    expect(many.hashes).toBeLessThan(850_000);
  });

  it('is bounded in bytes for a claim whose text is gone, however long that was and whatever the note', async () => {
    const prose = sentences(10_000, 'kettle').join('\n');
    const lines = 'a\n'.repeat(300_000);
    for (const now of [prose, lines]) {
      for (const length of [90, 901, 9_001, 90_001]) {
        const { hashed, states } = await countHashes(claimsOf(['z'.repeat(length)]), now, false);
        expect([...states]).toEqual(['changed']);
        expect(hashed).toBeLessThan(2 * 52_000_000 + 3_000_000 + 4 * length);
      }
    }
  });

  it('is linear in the note for a claim whose text is gone', async () => {
    const run = (count: number) =>
      countHashes(claimsOf(['The pot is gone.']), sentences(count, 'kettle').join('\n'), false);
    const [small, large] = [await run(1000), await run(8000)];
    expect(large.hashes).toBeLessThan(8.8 * small.hashes);
  });

  it('finds a long text that moved, between any words, and a short one between any letters, wherever it stood', async () => {
    const all = sentences(3000, 'kettle').join('\n');
    const [from, to] = [all.indexOf('kettle 2000'), all.indexOf('very', all.indexOf('kettle 2060')) - 1];
    for (const [start, end] of [
      [from, to],
      [from + 3, from + 30],
    ] as const) {
      const text = all.slice(start, end);
      const claim = {
        id: 'c',
        notePath: 'a.md',
        span: { start, end },
        fingerprint: fingerprint(encoder.encode(text)),
      };
      const { states, hashed } = await countHashes([claim], `Nine more words stand here now.\n${all}`);
      expect([...states]).toEqual(['intact']);
      expect(hashed).toBeLessThan(20_000_000);
    }
  });
});
