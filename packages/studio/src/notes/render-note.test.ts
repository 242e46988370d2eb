import { expect, it } from 'vitest';
import { frontmatterLength, renderNote, renderProperties } from './render-note.ts';

const at = (text: string, words: string) => ({
  start: text.indexOf(words),
  end: text.indexOf(words) + words.length,
});
const marked = (text: string, words: string) => renderNote(text, { marks: [at(text, words)], secrets: [] });
const hidden = (text: string, words: string) =>
  JSON.stringify(renderNote(text, { marks: [], secrets: [at(text, words)] }));
const plain = (text: string) => renderNote(text, { marks: [], secrets: [] });

it('shades what others may see than see the note, and marks within it', () => {
  const text = 'Ida has the code 4711.';
  const bands = [{ ...at(text, 'the code 4711'), band: 'secret' as const }];
  expect(renderNote(text, { marks: [at(text, '4711.')], secrets: [], bands })).toEqual([
    [
      'p',
      {},
      [
        'Ida has ',
        ['band', { band: 'secret' }, ['the code ']],
        ['band', { band: 'secret' }, [['mark', {}, ['4711']]]],
        ['mark', {}, ['.']],
      ],
    ],
  ]);
});

it('marks cited words across emphasis, lists, quotes and tables', () => {
  expect(marked('The **pump** runs.', 'The **pump** runs.')).toEqual([
    [
      'p',
      {},
      [
        ['mark', {}, ['The ']],
        ['strong', {}, [['mark', {}, ['pump']]]],
        ['mark', {}, [' runs.']],
      ],
    ],
  ]);
  expect(marked('> one\n> two three', 'two')).toEqual([
    ['blockquote', {}, [['p', {}, ['one', '\n', ['mark', {}, ['two']], ' three']]]],
  ]);
  expect(marked('- [x] call\n- ask *him*', 'ask')).toEqual([
    [
      'ul',
      {},
      [
        ['li', {}, [['check', { checked: true }, []], 'call']],
        ['li', {}, [['mark', {}, ['ask']], ' ', ['em', {}, ['him']]]],
      ],
    ],
  ]);
  expect(JSON.stringify(marked('| a | b |\n|---|---|\n| 1 | 2 |', '2'))).toContain(
    '["td",{},[["mark",{},["2"]]]]',
  );
  expect(marked('A \\* star &amp; co', 'star &amp; co')).toEqual([
    ['p', {}, ['A * ', ['mark', {}, ['star & co']]]],
  ]);
});

it('marks a line of frontmatter', () => {
  expect(marked('---\nbudget: 12\n---\n# A', 'budget: 12')[0]).toEqual([
    'aside',
    {},
    [['mark', {}, ['budget: 12']]],
  ]);
});

it('draws properties that are quoted as the lines they are, not as a list', () => {
  const text = 'people:\n  - Ida\nloc: Remote';
  expect(renderProperties(text, [{ start: 0, end: 7 }])).toEqual([
    ['aside', {}, [['mark', {}, ['people:']], '\n  - Ida\nloc: Remote']],
  ]);
  expect(frontmatterLength(`---\n${text}\n---\n# A`)).toBe(text.length + 9);
  expect(frontmatterLength('# A\n\n---\n')).toBe(0);
});

it('shows secret places as nothing but secret, in every kind of text', () => {
  for (const text of [
    'open qz9 open',
    '`qz9`',
    '```\nqz9\n```',
    '[name](https://x.example/qz9)',
    '![qz9](a.png)',
    '<!--privacy:secret-->qz9<!--/privacy--> and',
    '| qz9 |\n|---|\n| b |',
    '---\nkey: qz9\n---\n',
    '[[qz9|name]]',
    '# qz9',
    '\\*qz9',
    '> a\n> qz9',
  ])
    expect([text, hidden(text, 'qz9')]).toEqual([text, expect.not.stringContaining('qz9')]);
});

it('makes no element of the HTML of a note, and no link that runs', () => {
  const text = JSON.stringify(
    plain(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![a](http://evil.example/a.png) <style>*{}</style>',
    ),
  );
  expect(text).not.toMatch(/"(?:script|img|style)"|"href"/u);
  expect(text).toContain('<script>alert(1)</script>');
});

it('shows characters that turn the direction of text', () => {
  expect(plain('a \u202e b')).toEqual([['p', {}, ['a ', ['control', {}, ['U+202E']], ' b']]]);
});

it('links notes by wiki links and by paths', () => {
  expect(plain('See [[people/Ida|her]] and [plan](notes/plan.md).')).toEqual([
    [
      'p',
      {},
      [
        'See ',
        ['wiki', { target: 'people/Ida' }, ['her']],
        ' and ',
        ['wiki', { target: 'notes/plan.md' }, ['plan']],
        '.',
      ],
    ],
  ]);
});

it('draws a part of huge tables and of deep nesting', () => {
  const table = `| a |\n|---|\n${'| 1 |\n'.repeat(300)}`;
  expect(JSON.stringify(plain(table))).toContain('100 more rows in the note');
  expect(JSON.stringify(plain(`${'> '.repeat(200)}deep`))).toContain('deep');
});

it('shows as it is written what would take the parser long', () => {
  const stars = '*a'.repeat(20_000);
  expect(plain(stars)).toEqual([['pre', {}, [stars]]]);
  expect(hidden(`qz9 ${stars}`, 'qz9')).not.toContain('qz9');
});
