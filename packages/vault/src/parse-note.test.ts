import { describe, expect, it } from 'vitest';
import { type ParsedNote, parseNote, type Segment } from './index.ts';
import { bytesOf } from './testing-fixtures/setup-vault.ts';

function parse(text: string): ParsedNote {
  return parseNote(bytesOf(text), { path: 'a.md' });
}

function kinds(text: string): [string, string][] {
  return parse(text).segments.map(({ kind, text }) => [kind, text]);
}

describe('parseNote', () => {
  it.each([
    ['with CRLF', '# T\r\n\r\nThe limit is 60 s.\r\nIt was 30 s.\r\n'],
    ['with CR', '# T\r\rThe limit is 60 s.\rIt was 30 s.\r'],
    ['with a BOM', '\uFEFF# T\n\nThe limit is 60 s. It was 30 s.\n'],
    ['with a BOM, frontmatter and CRLF', '\uFEFF---\r\na: ü\r\n---\r\nThe limit is 60 s. It was 30 s.\r\n'],
    ['without a last line ending', 'Été 日本 🎉\n\nThe limit is 60 s. It was 30 s.'],
    ['with blank lines ahead', '\n \r\n\t\nThe limit is 60 s. It was 30 s.\n\n\n'],
  ])('shifts no span in a note %s: spans count the bytes of the file', (_, text) => {
    const bytes = bytesOf(text);
    const spans = parse(text).segments.map(({ span }) =>
      new TextDecoder().decode(bytes.subarray(span.start, span.end)),
    );
    expect(spans.slice(-2)).toEqual(['The limit is 60 s.', 'It was 30 s.']);
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

<!-- seen --> <!-- twice --> The gasket is red. And <!-- so --> on.

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
        "list_item | child | list | parent=11",
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
        "comment | <!-- seen -->",
        "comment | <!-- twice -->",
        "sentence | The gasket is red.",
        "sentence | And <!-- so --> on.",
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

  it.each([
    ['# Buoy 7\n\nText.', 'Buoy 7'],
    ['[![Build](https://a.example/b.svg)](https://a.example) | [Deutsch](de.md)\n\n# Buoy 7\n', 'Buoy 7'],
    ['<!-- hello -->\n# Buoy 7\n', 'Buoy 7'],
    // Below page properties or an introduction, a heading names a section, as in many notes.
    ['type:: [[Tool]]\ninitial-version:: 0.9.3\n\n# Usage\n', 'a'],
    ['The buoy reports every minute.\n\n# Usage\n', 'a'],
    ['## Usage\n', 'a'],
  ])('takes a heading for the title where nothing is said before it: %j', (text, title) => {
    expect(parse(text).title).toBe(title);
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

  it('hands micromark no part with more than 200 underlined headings, and reads each of them', () => {
    const headings = (count: number) => parse('*a*\n=\n'.repeat(count));
    expect(headings(200).diagnostics).toEqual([]);
    for (const { segments, diagnostics } of [headings(700), parse('a\r\n---\r\n'.repeat(700))]) {
      expect(segments.filter(({ kind, level }) => kind === 'heading' && level !== undefined)).toHaveLength(
        700,
      );
      expect(diagnostics.map(({ code }) => code)).toEqual(['NOTE_SPLIT', 'NOTE_SPLIT', 'NOTE_SPLIT']);
    }
    expect(headings(700).diagnostics.map(({ line }) => line)).toEqual([401, 801, 1201]);
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

  it('parts sentences in small letters, and keeps whole what an abbreviation seems to end', () => {
    expect(kinds('drift uses Rust. drift is written by Sarah.\n')).toEqual([
      ['sentence', 'drift uses Rust.'],
      ['sentence', 'drift is written by Sarah.'],
    ]);
    expect(kinds('- the pump runs! it was mended by ann.\n')).toEqual([
      ['list_item', 'the pump runs!'],
      ['list_item', 'it was mended by ann.'],
    ]);
    expect(kinds('It took approx. ten days, max. twelve.\n')).toEqual([
      ['sentence', 'It took approx. ten days, max. twelve.'],
    ]);
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
