import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createPlainReader } from './create-plain-reader.ts';
import { decodeRuns } from './encodings/encoded-runs.ts';
import { findSecrets } from './find-secrets.ts';
import { fingerprintSecrets } from './fingerprint-secrets.ts';
import { createKernelReader } from './kernel/create-kernel-reader.ts';
import { GUARD_KERNEL_SOURCE } from './kernel/guard-kernel-code.ts';
import type { PayloadReader } from './payload-reader.ts';
import { SHINGLE, WINDOW } from './shingle-hash.ts';

const encoder = new TextEncoder();
const STAGED = 16_384;

function openReaders(): [PayloadReader, PayloadReader] {
  const kernel = createKernelReader();
  if (kernel === null) throw new TypeError('this runtime has WebAssembly with 128-bit instructions');
  return [kernel, createPlainReader()];
}

/** The most expensive inputs: each escape and its prefixes, each width of UTF-8, truncated characters, runs, plain words. */
const piece = fc.oneof(
  fc
    .constantFrom(
      ...[
        '\\',
        '\\\\',
        '\\n',
        '\\r\\t',
        '\\b',
        '\\f\\v',
        '\\"',
        '\\d',
        '\\\\n',
        '\\u',
        '\\x',
        '\\u00e9',
        '\\\\u0430',
        '\\u{e9}',
      ],
      ...[
        '\\ud83d\\ude00',
        '\\ud800',
        '\\xe9',
        '\\xd0\\x96',
        '\\xf0\\x9f',
        '%u0416',
        '%F3',
        '&#233',
        '&zcy;',
        '%',
        '%20',
        '%C3%A9',
        '%25C3%25A9',
        '%e',
        '&',
        '&amp;',
        '&eacute;',
        '&#233;',
      ],
      ...[
        '&#xe9;',
        '&amp;#233;',
        '&nbsp;',
        '&nothing',
        ';',
        'n',
        'u',
        'x',
        'bfnrtv',
        'amp;',
        '#',
        '{',
        '}',
        '0',
        '9',
        '/',
        ':',
      ],
      ...[
        '@',
        '[',
        '`',
        '{|}~',
        ' ',
        '\n',
        '\t',
        '\0',
        '\x7f',
        'A',
        'Z',
        'a',
        'z',
        'é',
        'e\u0301',
        'ß',
        'ﬁ',
        '½',
        '㍿',
        'ﷺ',
        'İ',
      ],
      ...[
        'я',
        'Ж',
        '鱼',
        'かな',
        'ก',
        '🦊',
        '\u200b',
        '\u00ad',
        '\ufeff',
        'ordinary words',
        'Tr0ub4dor&3',
        '4242 4242',
      ],
      ...['QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo', '0123456789abcdef0123456789abcdef'],
    )
    .map((text) => encoder.encode(text)),
  fc.uint8Array({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encoder.encode(text)),
);
const payload = fc
  .tuple(
    // Preceded by enough text that it is at the edge of a block.
    fc.oneof(
      fc.constant(0),
      fc.integer({ min: -90, max: 10 }).map((more) => STAGED + more),
      fc.nat(200),
    ),
    fc.constantFrom('a', ' ', '\\', 'é', '鱼', 'word '),
    // Escapes that are longer than the lookahead.
    fc.constantFrom('', '', ' %', ' &', '\\ud83d'),
    fc.constantFrom('25', 'amp;', '\\'),
    fc.nat(200),
    fc.array(piece, { maxLength: 60 }),
  )
  .map(([before, filler, lead, repeated, times, pieces]) => {
    const long = lead === '' ? '' : lead + repeated.repeat(times);
    return new Uint8Array(
      Buffer.concat([Buffer.alloc(before, Buffer.from(filler)), Buffer.from(long), ...pieces]),
    );
  });

/** Words, numbers and runs in many spellings, some of them the secret's. */
const SECRETS = [
  'The settlement with Globex is $4.2 million; Zoë Åkesson signs it, pässword Tr0ub4dor&3!',
  'кодовое слово — синий кит под мостом, 77 41 09',
  '金庫の暗証番号は四二四二です',
  'swordfish',
  '4242',
  'key zqx7k2m9 of the door',
];
const spellings: readonly ((text: string) => string)[] = [
  (t) => t,
  (t) => t.toUpperCase(),
  (t) => t.normalize('NFD'),
  (t) => t.replace(/\s/g, ''),
  (t) => [...t].join(' '),
  (t) => JSON.stringify(JSON.stringify(t)),
  (t) => [...t].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (t) => encodeURIComponent(t),
  (t) => encodeURIComponent(encodeURIComponent(t)),
  (t) => [...t].map((c) => `&#${c.codePointAt(0)};`).join(''),
  (t) => t.replace(/ö/g, '&ouml;').replace(/Å/g, '&Aring;'),
  (t) => Buffer.from(t).toString('base64'),
  (t) => Buffer.from(`x${t}`).toString('base64url'),
  (t) => Buffer.from(t).toString('hex'),
  (t) => Buffer.from(t, 'utf16le').toString('base64'),
];
const spelt = fc
  .tuple(fc.constantFrom(...SECRETS), fc.constantFrom(...spellings), fc.nat(40), fc.nat(90))
  .map(([secret, spell, from, length]) => encoder.encode(spell(secret.slice(from, from + length + 1))));

describe('reading a payload in WebAssembly', () => {
  it('gives the codes that JavaScript gives, for any bytes', () => {
    const [kernel, plain] = openReaders();
    fc.assert(
      fc.property(payload, (bytes) => {
        const fast = kernel.canonicalise(bytes);
        const slow = plain.canonicalise(bytes);
        expect(fast.length).toBe(slow.length);
        expect(Buffer.compare(fast.codes.subarray(0, fast.length), slow.codes.subarray(0, slow.length))).toBe(
          0,
        );
      }),
      { numRuns: sampleOf(3_000) },
    );
  });

  it('decodes the runs that JavaScript decodes, for any bytes', () => {
    const [kernel, plain] = openReaders();
    fc.assert(
      fc.property(payload, (bytes) => {
        kernel.canonicalise(bytes);
        plain.canonicalise(bytes);
        const [fast, slow] = [kernel, plain].map((reader) =>
          decodeRuns(bytes, reader.findRuns()).map((run) => Buffer.from(run).toString('latin1')),
        );
        expect(fast?.join('|') === slow?.join('|')).toBe(true);
      }),
      { numRuns: sampleOf(1_000) },
    );
  });

  it('finds the secrets that JavaScript finds, however they are spelt, and wherever', async () => {
    const [kernel, plain] = openReaders();
    for (const seed of [1, 2, 3]) {
      let state = seed;
      const known = await fingerprintSecrets(
        SECRETS.map((text, i) => ({ id: `${i}`, text })),
        ['a door is no secret'],
        () => {
          state = Math.imul(state, 1_103_515_245) + 12_345;
          return state ^ (state >>> 15);
        },
        plain.canonicalise,
      );
      for (const reader of [kernel, plain]) reader.lookFor(known);
      let hits = 0;
      fc.assert(
        fc.property(fc.array(fc.oneof(payload, spelt, spelt), { maxLength: 4 }), (parts) => {
          const bytes = new Uint8Array(Buffer.concat(parts));
          const [fast, slow] = [kernel, plain].map((reader) => {
            const found = new Set<number>();
            let layer: Uint8Array[] = [bytes];
            for (let depth = 0; depth < 3; depth++) {
              const below: Uint8Array[] = [];
              for (const part of layer) {
                findSecrets(reader.canonicalise(part), reader, known, [], found);
                below.push(...decodeRuns(part, reader.findRuns()));
              }
              layer = below;
            }
            return [...found].sort();
          });
          expect(fast).toEqual(slow);
          hits += (fast?.length ?? 0) > 0 ? 1 : 0;
        }),
        { numRuns: sampleOf(500) },
      );
      expect(hits).toBeGreaterThan(sampleOf(60));
    }
  });

  it('looks at every window of the codes, to the last one that is whole', async () => {
    const text = 'The settlement with Globex is signed by Zara in Lisbon';
    const [kernel, plain] = openReaders();
    const known = await fingerprintSecrets([{ id: 'a', text }], [], () => 7, plain.canonicalise);
    for (const reader of [kernel, plain]) {
      reader.lookFor(known);
      for (let end = 20; end <= text.length; end++) {
        const { length } = reader.canonicalise(encoder.encode(text.slice(0, end)));
        const windows = Math.floor((length - SHINGLE) / WINDOW) + 1;
        expect([...reader.findShingles()]).toEqual(Array.from({ length: windows }, (_, i) => i * WINDOW));
      }
    }
  });

  it('leaves a payload that is larger than its memory to JavaScript, and finds what is at its end', async () => {
    const [kernel, plain] = openReaders();
    const known = await fingerprintSecrets(
      [{ id: 'a', text: SECRETS[0] ?? '' }],
      [],
      () => 7,
      plain.canonicalise,
    );
    kernel.lookFor(known);
    const large = new Uint8Array(
      Buffer.concat([Buffer.alloc((1 << 24) + 5, 'la '), encoder.encode(SECRETS[0])]),
    );
    for (const bytes of [large, large.subarray(64)]) {
      const found = new Set<number>();
      findSecrets(kernel.canonicalise(bytes), kernel, known, [], found);
      expect([...found]).toEqual([0]);
    }
  });
});

it.each([
  ['has no WebAssembly', undefined],
  [
    'forbids it',
    {
      Module: class {
        constructor() {
          throw new Error('blocked by a policy');
        }
      },
    },
  ],
])('a runtime that %s is served in JavaScript', async (_, runtime) => {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', runtime);
  try {
    expect((await import('./kernel/create-kernel-reader.ts')).createKernelReader()).toBeNull();
    const { createLeakGuard } = await import('./create-leak-guard.ts');
    const guard = createLeakGuard({ secrets: () => SECRETS.map((text, i) => ({ id: `${i}`, text })) });
    expect(await guard.scan([JSON.stringify({ said: SECRETS[1] })])).toEqual(['1']);
    expect(await guard.scan([Buffer.from(SECRETS[0] ?? '').toString('base64')])).toEqual(['0']);
    expect(await guard.scan(['nothing of it'])).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});

it('the kernel in the source is the one that its text describes', () => {
  const text = readFileSync(new URL('../../scripts/guard-kernel.wat', import.meta.url));
  expect(GUARD_KERNEL_SOURCE).toBe(createHash('sha256').update(text).digest('hex'));
});

it('reads characters that stand for four letters each, as many as there are', () => {
  const text = encoder.encode(`${'\ufdfa'.repeat(21_800)} hunter2x`);
  const [kernel, plain] = openReaders().map((reader) => {
    const { codes, length } = reader.canonicalise(text);
    return Buffer.from(codes.slice(length - 8, length)).toString('hex');
  });
  expect(plain).toBe(kernel);
  expect(plain).toHaveLength(16);
});
