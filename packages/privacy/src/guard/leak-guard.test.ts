import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrivacyError } from '../privacy-error.ts';
import { createLeakGuard } from './create-leak-guard.ts';
import { LeakError, type SecretText } from './leak-guard.ts';

const SECRET =
  'The settlement with Größe & Söhne over the Åre villa was 1.284.500 kronor, "paid" in March\nby wire.';
const guardOf = (...texts: string[]) =>
  createLeakGuard({ secrets: () => texts.map((text, i): SecretText => ({ id: `claim${i}`, text })) });

const encodings: [string, (text: string) => string | Uint8Array][] = [
  ['as it is', (t) => t],
  ['as bytes', (t) => new TextEncoder().encode(t)],
  ['upper case', (t) => t.toUpperCase()],
  ['lower case', (t) => t.toLowerCase()],
  ['decomposed (NFD)', (t) => t.normalize('NFD')],
  ['compatibility (NFKC)', (t) => t.normalize('NFKC')],
  ['full-width', (t) => t.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['one space for many', (t) => t.replace(/\s+/g, '   \n\t ')],
  ['no spaces', (t) => t.replace(/\s+/g, '')],
  ['letters spaced', (t) => [...t].join(' ')],
  ['zero-width spaces inside', (t) => [...t].join('\u200b')],
  ['other punctuation', (t) => t.replace(/[.,&"]/g, ' - ')],
  ['accents lost', (t) => t.normalize('NFD').replace(/\p{M}/gu, '')],
  ['JSON', (t) => JSON.stringify({ a: t })],
  ['JSON in JSON', (t) => JSON.stringify({ a: JSON.stringify([t]) })],
  [
    'JSON, ASCII only',
    (t) => JSON.stringify(t).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  [
    'JSON, every character escaped',
    (t) => [...t].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  [
    'JavaScript hex escapes',
    (t) => t.replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`),
  ],
  [
    'escapes of bytes',
    (t) =>
      [...Buffer.from(t)].map((b) => (b < 0x80 ? String.fromCharCode(b) : `\\x${b.toString(16)}`)).join(''),
  ],
  ['what `escape` writes', (t) => escape(t)],
  ['URL', (t) => `https://x.example/?q=${encodeURIComponent(t)}`],
  ['URL form', (t) => new URLSearchParams({ q: t }).toString()],
  ['URL twice', (t) => encodeURIComponent(encodeURIComponent(t))],
  [
    'URL, every byte',
    (t) => [...new TextEncoder().encode(t)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''),
  ],
  ['HTML', (t) => t.replace(/[&"<>]/g, (c) => ({ '&': '&amp;', '"': '&quot;' })[c] ?? c)],
  ['HTML names', (t) => t.replace(/ö/g, '&ouml;').replace(/Å/g, '&Aring;').replace(/ß/g, '&szlig;')],
  ['HTML numbers', (t) => t.replace(/[^ -~]/g, (c) => `&#${c.codePointAt(0)};`)],
  [
    'HTML hex numbers, escaped twice',
    (t) => t.replace(/[^ -~]/g, (c) => `&amp;#x${c.codePointAt(0)?.toString(16)};`),
  ],
  [
    'HTML numbers without semicolons',
    (t) => t.replace(/\p{L}/gu, (c) => `&#x${c.codePointAt(0)?.toString(16)}`),
  ],
  ['base64', (t) => Buffer.from(t).toString('base64')],
  ['base64 in the middle of letters', (t) => `abcde${Buffer.from(t).toString('base64')}`],
  ['base64url in JSON', (t) => JSON.stringify({ d: Buffer.from(`xx${t}`).toString('base64url') })],
  [
    'base64 wrapped',
    (t) =>
      (
        Buffer.from(t)
          .toString('base64')
          .match(/.{1,60}/g) ?? []
      ).join('\r\n'),
  ],
  [
    'base64 wrapped and indented',
    (t) =>
      (
        Buffer.from(t)
          .toString('base64')
          .match(/.{1,28}/g) ?? []
      ).join('\n    '),
  ],
  [
    'base64 wrapped in JSON',
    (t) =>
      JSON.stringify(
        (
          Buffer.from(t)
            .toString('base64')
            .match(/.{1,60}/g) ?? []
        ).join('\n'),
      ),
  ],
  ['base64 in a URL', (t) => encodeURIComponent(Buffer.from(t).toString('base64'))],
  ['base64 of base64', (t) => Buffer.from(Buffer.from(t).toString('base64')).toString('base64')],
  ['base64 of JSON', (t) => Buffer.from(JSON.stringify({ t })).toString('base64')],
  ['base64 of UTF-16', (t) => Buffer.from(t, 'utf16le').toString('base64')],
  ['hex', (t) => Buffer.from(t).toString('hex')],
  ['hex in capitals', (t) => `0x${Buffer.from(t).toString('hex').toUpperCase()}`],
];

describe('the guard finds a secret text', () => {
  it.each(encodings)('%s', async (_, encode) => {
    const guard = guardOf('another secret that is not here at all', SECRET);
    expect(await guard.scan([encode(SECRET)])).toEqual(['claim1']);
    // 19 letters and digits and more, cut out of the middle.
    expect(await guard.scan([encode(`and then ${SECRET.slice(15, 62)} so`)])).toEqual(['claim1']);
  });

  it('behind half of a pair of UTF-16 units, which takes nothing of what follows with it', async () => {
    const escaped = [...'zqx7k2m9'].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('');
    const guard = guardOf('The code is zqx7k2m9 of today');
    expect(await guard.scan([`"\\ud83d${escaped}"`])).toEqual(['claim0']);
    expect(await guard.scan([`"\\ud83d\\ude00${escaped}"`])).toEqual(['claim0']);
  });

  it('of any text with 19 letters and digits of it in a row, wherever they stand', async () => {
    const unit = fc.constantFrom(...'abcdefghij klmnop0123456789é.,', 'я', 'ж');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, minLength: 60, maxLength: 160 }),
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.nat(),
        fc.nat(60),
        async (text, around, at, more) => {
          const codes = [...text].filter((c) => /[\p{L}\p{N}]/u.test(c)).length;
          fc.pre(codes >= 60);
          // A stretch that is one ordinary word is allowed, so each window contains a digit.
          const secret = [...text].map((c, i) => (i % 11 === 0 ? '7' : c)).join('');
          const start = at % (secret.length - 40);
          const part = secret.slice(start, start + 40 + more);
          fc.pre([...part].filter((c) => /[\p{L}\p{N}]/u.test(c)).length >= 19);
          expect(await guardOf(secret).scan([`${around}${part}${around}`])).toEqual(['claim0']);
        },
      ),
      { numRuns: sampleOf(300) },
    );
  });

  it.each([
    ['a password', 'My new password for the bank is hunter2x and I like it', 'login with hunter2x please'],
    ['a password with symbols', 'pw: Tr0ub4dor&3!', 'use Tr0ub4dor&3! now'],
    ['a short secret span', 'swordfish', '{"object":"Swordfish"}'],
    ['a PIN that is the whole span', '4242', 'pin=4242&x=1'],
    ['a number with spaces', '4242 4242 4242 4242', '4242-4242-4242-4242'],
    ['a token inside a long text', 'the api key of the printer is zqx7k2m9 as far as I know', 'key zqx7k2m9'],
    ['Cyrillic', 'пароль от сейфа: три синих кита и лодка', 'ПАРОЛЬ ОТ СЕЙФА: ТРИ СИНИХ КИТА'],
    ['Chinese', '我的工资是每月四万二千元，不要告诉别人', '工资是每月四万二千元，不要'],
    ['Japanese', '金庫の暗証番号は四二四二です', '金庫の暗証番号は四二四二です。'],
    ['Hebrew', 'הסיסמה של הכספת היא שלוש לווייתנים כחולים', 'הסיסמה של הכספת היא שלוש'],
    ['emoji among the words', 'my salary 💰 is 92,500 crowns a year 🎉', 'salary is 92500 crowns a year'],
  ])('%s', async (_, secret, payload) => {
    expect(await guardOf(secret).scan([payload])).toEqual(['claim0']);
    expect(await guardOf(secret).scan([Buffer.from(payload).toString('base64').padEnd(32, '=')])).toEqual(
      payload.length >= 18 ? ['claim0'] : expect.any(Array),
    );
  });
});

describe('the guard finds a short secret', () => {
  it.each(['Tr0ub4dor&3', 'hunter2x', '4242', 'swordfish', 'ключ-ы', 'a1b2c3d4e5f6g7h8'])(
    '%s, encoded alone',
    async (secret) => {
      const guard = guardOf(SECRET, secret);
      const bytes = Buffer.from(secret);
      for (const encoded of [
        bytes.toString('base64'),
        bytes.toString('base64url'),
        Buffer.from(`${secret}\n`).toString('base64'),
        bytes.toString('hex'),
        bytes.toString('hex').toUpperCase(),
        encodeURIComponent(bytes.toString('base64')),
      ]) {
        expect(await guard.scan([JSON.stringify({ data: encoded, n: 1 })])).toEqual(['claim1']);
        expect(await guard.scan([`https://x.example/?q=${encoded}`])).toEqual(['claim1']);
      }
    },
  );

  it('that stands in a longer text, where it is a password', async () => {
    const guard = guardOf('The door of the office opens with hunter2x since May');
    expect(await guard.scan([`token ${Buffer.from('hunter2x').toString('base64')}`])).toEqual(['claim0']);
    expect(await guard.scan([`token ${Buffer.from('office').toString('base64')}`])).toEqual([]);
  });
});

describe('the guard lets pass', () => {
  it('what is no secret, single ordinary words, years and small numbers', async () => {
    const guard = guardOf(
      SECRET,
      'The therapist appointment about the organisation is on 4 May 2024 at 10:30',
    );
    expect(
      await guard.scan(['What did the therapist say about the settlement in 2024, by wire or at 10:30?']),
    ).toEqual([]);
    expect(await guard.scan(['Reorganisation', 'Größe', 'kronor in March', Buffer.alloc(200, 1)])).toEqual(
      [],
    );
    expect(await guard.scan([''])).toEqual([]);
    expect(await guardOf().scan([SECRET])).toEqual([]);
    // Long enough that one of its stretches is always kept, whatever this process's key selects.
    const long = guardOf('At Lidl internationalisierung of our plant begins with Oskar');
    expect(await long.scan(['Eine Internationalisierung steht an.'])).toEqual([]);
    expect(await long.scan(['internationalisierung of our plant begins'])).toEqual(['claim0']);
  });

  it('what other notes say openly, and what the person has typed for this request', async () => {
    const guard = createLeakGuard({
      secrets: () => [
        {
          id: 'a',
          text: 'The meeting with the board of directors is where I resign, code zqx7k2m9, and Marguerite Dubois takes the chair',
        },
        { id: 'b', text: 'Initech' },
      ],
      open: () => ['The meeting with the board of directors is on Monday. Initech is a company.'],
    });
    expect(await guard.scan(['Tell me of the meeting with the board of directors at Initech'])).toEqual([]);
    // Nineteen letters that are nowhere in open text. Fewer might not contain a shingle that this process's key selects.
    expect(await guard.scan(['board of directors is where I resign, code zqx7'])).toEqual(['a']);
    const typed = 'why is zqx7k2m9 where I resign, code?';
    expect(await guard.scan([typed])).toEqual(['a']);
    expect(await guard.scan([`Question: ${typed}`], { exempt: [typed] })).toEqual([]);
    expect(await guard.scan([`${typed} And Marguerite Dubois takes the chair`], { exempt: [typed] })).toEqual(
      ['a'],
    );
  });
});

it.each<readonly [string, (text: string) => string]>([
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 of base64', (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64')],
  ['hex', (text) => Buffer.from(text).toString('hex')],
  [
    'octal',
    (text) => [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  ],
  ['percent', (text) => encodeURIComponent(text)],
])('what the person has typed in %s is no leak of this request, and one of any other', async (_, encode) => {
  const secret = 'The gate code is 84213977 and the key lies under the blue pot.';
  const guard = guardOf(secret);
  const typed = `gate ${encode(secret)}`;
  const body = JSON.stringify({
    content: `Today: 2026-11-28\nQuestion: ${typed}`,
    again: `\n${encode(secret)}`,
  });
  expect(await guard.scan([body])).toHaveLength(1);
  expect(await guard.scan([body], { exempt: ['gate'] })).toHaveLength(1);
  expect(await guard.scan([body], { exempt: [typed] })).toEqual([]);
});

it('names ids, never text, and at most 20 of them', async () => {
  const guard = guardOf(
    ...Array.from({ length: 40 }, (_, i) => `secret number ${1000 + i} of the long list`),
  );
  const payload = Array.from({ length: 40 }, (_, i) => `secret number ${1000 + i} of the long list`).join(
    '\n',
  );
  const error = await guard.check([payload]).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(LeakError);
  expect([(error as Error).name, LeakError.isInstance(error), PrivacyError.isInstance(error)]).toEqual([
    'LeakError',
    true,
    true,
  ]);
  expect(LeakError.isInstance(new PrivacyError('x', { code: 'SECRET_IN_PAYLOAD' }))).toBe(false);
  expect((error as LeakError).claimIds.length).toBe(20);
  expect(String(error)).not.toContain('long list');
});

it('reads the secrets when the first scan is asked for, once, and again after invalidate or a failure', async () => {
  let reads = 0;
  let fails = true;
  const guard = createLeakGuard({
    secrets: () => {
      reads++;
      if (fails) throw new Error('unreadable');
      return [{ id: 'a', text: SECRET }];
    },
  });
  expect(reads).toBe(0);
  await expect(guard.check(['x'])).rejects.toThrow('unreadable');
  fails = false;
  await Promise.all([guard.check(['x']), guard.check(['x'])]);
  expect(reads).toBe(2);
  guard.invalidate();
  expect(await guard.scan([SECRET])).toEqual(['a']);
  expect(reads).toBe(3);
});

it('does not keep what it was reading when the notes changed', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let text = 'what stood there before the change, 1234567';
  const guard = createLeakGuard({
    secrets: async function* () {
      const now = text;
      await gate;
      yield { id: 'a', text: now };
    },
  });
  const first = guard.scan([SECRET]);
  text = SECRET;
  guard.invalidate();
  open();
  expect(await first).toEqual([]);
  expect(await guard.scan([SECRET])).toEqual(['a']);
});

it('reads a megabyte of one escape, or of the beginnings of one, and finds what stands behind it', async () => {
  const guard = guardOf('another secret that is not here at all', SECRET);
  for (const unit of ['\\', '%25', '%', '&amp;', '\\u00', '&#', 'QUJD\\', '\\ud83d', '0123abcd'])
    expect(await guard.scan([unit.repeat(1_000_000 / unit.length) + SECRET])).toEqual(['claim1']);
});

it('never throws on any bytes', async () => {
  const guard = guardOf(SECRET, 'hunter2x');
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc
          .array(
            fc.constantFrom(
              '\\',
              '%',
              '&',
              'u',
              'amp;',
              '25',
              '#x',
              ';',
              'd83d',
              '\\ud800',
              'é',
              '{',
              '}',
              'A',
            ),
            { maxLength: 60 },
          )
          .map((parts) => parts.join('')),
      ),
      async (part) => void (await guard.scan([part])),
    ),
    { numRuns: sampleOf(2_000) },
  );
});

it('takes letters behind what the person typed for no more of a secret, whatever its random hash looks for', async () => {
  const secret = 'The harbour lease ends on 2179-06-19, and Marguerite Dubois signs it.';
  const typed = 'When does the harbour lease end?';
  // `lease end` continues as `lease ends` if the next word of the request begins with an s.
  const body = JSON.stringify([`Question: ${typed}`, 'stream']);
  for (let i = 0; i < 40; i++) {
    const guard = guardOf(secret);
    expect(await guard.scan([body], { exempt: [typed] })).toEqual([]);
    expect(await guard.scan([`${typed} ${secret}`], { exempt: [typed] })).toEqual(['claim0']);
    expect(await guard.scan([body])).toEqual(['claim0']);
  }
});
