import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDetector } from './create-detector.ts';
import { mergeSpans } from './merge-spans.ts';

const kindsIn = (text: string): string[] =>
  createDetector()
    .detect(text)
    .findings.map((finding) => finding.kind);

describe('a detector', () => {
  const text = 'Mail anna@posteo.de, IBAN DE89 3704 0044 0532 0130 00, and my asthma.';

  it('explains each finding by its rule, with its place and class, and never quotes it', () => {
    const { findings, dataClass } = createDetector().detect(text);
    expect(findings.map((f) => [f.kind, f.dataClass, text.slice(f.start, f.end)])).toEqual([
      ['email', 'pii', 'anna@posteo.de'],
      ['iban', 'restricted', 'DE89 3704 0044 0532 0130 00'],
      ['medical-condition', 'phi', 'asthma'],
    ]);
    expect(dataClass).toBe('restricted');
    for (const finding of findings) {
      expect(finding.reason).not.toBe('');
      expect(finding.reason).not.toContain('anna');
    }
  });

  it.each([
    ['Notes of Tuesday. The password is hunter22Xy! and more.', 'password', 'hunter22Xy'],
    ['Kim was born on 4 May 1987, in Bern.', 'birth-date', '4 May 1987'],
    ['Ida earns 31,250 EUR a year at the mill.', 'pay', '31,250 EUR'],
    ['His diagnosis: Morbus Crohn, since May.', 'medical-condition', 'Morbus Crohn'],
    ['The phone 471 108 rings.', 'phone', '471 108'],
    ['I live at 12 Oak Street, Apt 2019.', 'address', '12 Oak Street, Apt 2019'],
  ])('places a finding at the value alone, behind the words that tell of it: %s', (said, kind, value) => {
    const { findings } = createDetector().detect(said);
    expect(findings.map((f) => [f.kind, said.slice(f.start, f.end)])).toEqual([[kind, value]]);
  });

  it('changes no band unless it is told to enforce', () => {
    expect(createDetector().detect(text)).toMatchObject({
      band: 'public',
      suggestedBand: 'secret',
      spans: [],
    });
    expect(createDetector({ mode: 'off' }).detect(text)).toMatchObject({
      findings: [],
      suggestedBand: 'public',
    });
    const enforced = createDetector({ mode: 'enforce' }).detect(text);
    expect(enforced.band).toBe('secret');
    expect(enforced.spans.map((s) => text.slice(s.start, s.end))).toEqual([
      'DE89 3704 0044 0532 0130 00',
      'asthma',
    ]);
    expect(createDetector({ mode: 'enforce' }).detect('Mail anna@posteo.de').band).toBe('private');
  });

  it('maps classes to bands by config', () => {
    const bandByClass = { pii: 'secret', phi: 'private', restricted: 'private' } as const;
    const detection = createDetector({ mode: 'enforce', bandByClass }).detect(text);
    expect(detection.band).toBe('secret');
    expect(detection.spans.map((s) => text.slice(s.start, s.end))).toEqual(['anna@posteo.de']);
  });

  it('takes a text for secret, all of it, where a rule fails, unless it is off', () => {
    const rules = [
      () => {
        throw new Error('broken');
      },
    ];
    for (const mode of ['suggest', 'enforce'] as const) {
      expect(createDetector({ mode, rules }).detect('tea')).toMatchObject({
        band: 'secret',
        suggestedBand: 'secret',
        failed: true,
        spans: [{ start: 0, end: 3 }],
      });
    }
    expect(createDetector({ mode: 'off', rules }).detect('tea').band).toBe('public');
  });

  it('takes rules of one’s own', () => {
    const rules = [
      () => [{ kind: 'codename', dataClass: 'restricted', start: 0, end: 4, reason: 'ours' } as const],
    ];
    expect(createDetector({ rules }).detect('Blue moon').findings[0]?.kind).toBe('codename');
  });
});

it.each([
  ['4111 1111 1111 1111', ['card']],
  ['4111 1111 1111 1112', []],
  ['DE89370400440532013000', ['iban']],
  ['DE89370400440532013001', []],
  ['12345678Z', ['national-id']],
  ['12345678A', []],
  ['529.982.247-25', ['national-id']],
  ['529.982.247-26', []],
  ['11010519491231002X', ['national-id']],
  ['110105194912310021', []],
  ['2 85 03 75 116 001 05', []],
  ['RSSMRA85T10A562S', ['national-id']],
  ['RSSMRA85T10A562T', []],
  ['Aadhaar 2345 6789 0124', ['national-id']],
  ['Aadhaar 2345 6789 0125', []],
  ['Steuer-IdNr. 86095742719', ['identity-document', 'national-id'].slice(1)],
  ['131052-308T', ['national-id']],
  ['131052-308U', []],
])('checks the digits of %s', (text, kinds) => {
  expect(kindsIn(text)).toEqual(kinds);
});

it('merges spans: disjoint, ascending, covering the same offsets', () => {
  const span = fc.tuple(fc.nat(60), fc.nat(20)).map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const merged = mergeSpans(spans);
      merged.forEach((one, i) => {
        expect(one.start).toBeLessThan(one.end);
        expect(one.start).toBeGreaterThan(merged[i - 1]?.end ?? -1);
      });
      for (let i = 0; i < 81; i++) {
        const within = (list: readonly { start: number; end: number }[]) =>
          list.some((s) => s.start <= i && i < s.end);
        expect(within(merged)).toBe(within(spans));
      }
      expect(mergeSpans(merged)).toEqual(merged);
    }),
  );
});

it('never throws, and findings lie inside the text', () => {
  const detector = createDetector({ mode: 'enforce' });
  const piece = fc.constantFrom(
    'password: ',
    'IBAN ',
    '+49 ',
    '4111 ',
    '@',
    '.com',
    'Passwort ist ',
    '`',
    '-----BEGIN PRIVATE KEY-----',
    'geboren am ',
    '12.03.1985',
    '\n',
    '://a:',
    '"',
    'は',
    'Straße 1',
    '٣',
    '\ud800',
    'ICD-10 ',
    'eyJ',
    '|',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.array(piece, { maxLength: 30 }).map((p) => p.join('')),
      ),
      (text) => {
        const { findings, failed } = detector.detect(text);
        expect(failed).toBe(false);
        for (const finding of findings) {
          expect(finding.start).toBeGreaterThanOrEqual(0);
          expect(finding.end).toBeGreaterThan(finding.start);
          expect(finding.end).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: sampleOf(1_500) },
  );
});

it.each([
  'password ',
  '1 ',
  'a@',
  '-----BEGIN PRIVATE KEY-----',
  'Aa ',
  '12.03.',
  'passwort für a ',
  '(',
  'ааа ',
  'x://a:',
  'born in ',
  '漢',
])('reads a hundred kilobytes of %j', (unit) => {
  const text = unit.repeat(Math.ceil(100_000 / unit.length));
  expect(createDetector().detect(text).failed).toBe(false);
});

describe('names of conditions that are everyday words', () => {
  const kinds = (text: string) =>
    createDetector()
      .detect(text)
      .findings.map(({ kind }) => kind);

  it.each([
    'They add two numbers. Add a note, and ADD a column.',
    'We had to ADD a field to the table.',
    'Notes or other didactic aids. Visual aids help.',
    'linkStyle default stroke:gray, stroke-width:3px',
    'Allows setting the stroke type; the stroke of the pen.',
    'It was a stroke of luck.',
    'The Great Depression began in 1929.',
    'a bipolar transistor',
    'The shingles on the roof are new.',
    'La zona horaria y la zona de prueba.',
    'Una gota de agua.',
    'Une goutte de pluie.',
    'Läs mer på denna sida.',
    'Der Krebs geht seitwärts.',
    "L'enceinte du château.",
    'Asma Jabir and Erik Zalitis host the podcast.',
  ])('finds none in %s', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  it.each([
    'She was diagnosed with ADD as a child.',
    'His ADD medication was changed.',
    'He lives with AIDS.',
    'My father had a stroke in March.',
    'Since her stroke she walks slowly.',
    'a stroke patient',
    'I am bipolar.',
    'She got shingles again.',
    'Il a un zona depuis lundi.',
    'Tiene gota y asma.',
    'una crise de goutte',
    'Elle est enceinte de trois mois.',
    'Er hat Krebs.',
    'Depression seit 2020',
    'Akute Bronchitis',
    'NEURITIſ',
    'una sinusítis',
    'une hépatite aiguë',
    'bronchitide',
    'uma bronquitída',
    'ischaemia',
    'une bactériémie',
    'Leukämie',
    'arthrósis',
    'Кто-то на инсулине.',
    'ICD-10: F32.1',
  ])('finds one in %s', (text) => {
    expect(kinds(text)).toContain('medical-condition');
  });
});

it.each([
  'Networking tools include `ping`, `ipconfig`, `tracert` and `netstat`.',
  'Basics of passwordless authentication, via `ssh-agent`, `ssh-add`.',
  'Commands to run when you login in `~/.bash_profile`.',
  'An encryption password. Go to `Settings > Encryption` and follow.',
  'Start typing `/todo` or press `Cmd-Enter`.',
  'Spring 5, String 2 and Engineering 101.',
  'Corso HTML 5 e Corso Python 2016',
  'dati in R. Parte 2',
  'a file called `delete me - issue 1300 - 2022-11-02`',
  'address:\nrating:\ncreated: {{date}}',
  'exports/3a643c1f@18.1.pdf',
  'git config user.email "example@gmail.com"',
])('finds nothing in what documentation says: %s', (text) => {
  expect(createDetector().detect(text).findings).toEqual([]);
});

it.each([
  ['the router password (changed in May) `nuBe5-alta`', 'password'],
  ['Kaiserring 12, Hannover', 'address'],
  ['Corso Garibaldi 15', 'address'],
  ['address: 5 Elm Close', 'address'],
])('still finds it in %s', (text, kind) => {
  expect(
    createDetector()
      .detect(text)
      .findings.map((finding) => finding.kind),
  ).toContain(kind);
});

it('hides the same places where it looks for nothing that may be seen', () => {
  const pieces = [
    'anna@posteo.de',
    'IBAN DE89 3704 0044 0532 0130 00',
    'my asthma',
    'password: nuBe5-alta',
    'passport number: C01X00T47',
    'account number: 12 34 56 78',
    'address: 5 Elm Close',
    'born 3 May 1984',
    'salary 52,000 EUR',
    'maiden name: Ruiz',
    '+49 30 1234567',
    'a plain word',
    ' ',
    ', ',
    '\n',
  ];
  const all = createDetector({ mode: 'enforce' });
  const stricter = createDetector({ mode: 'enforce', onlyStricter: true });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (some) => {
      const text = some.join('');
      const { spans, band } = all.detect(text);
      expect(stricter.detect(text).spans).toEqual(spans);
      expect(stricter.detect(text).band === 'secret').toBe(band === 'secret');
    }),
  );
  const secretMail = { mode: 'enforce', bandByClass: { pii: 'secret' } } as const;
  expect(createDetector({ ...secretMail, onlyStricter: true }).detect('anna@posteo.de').spans).toHaveLength(
    1,
  );
});
