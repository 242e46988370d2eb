import { parseNote } from '@memora/vault';
import { describe, expect, test } from 'vitest';
import { readPassages } from './read-passages.ts';

const read = (text: string, hidden: readonly number[] = []) =>
  readPassages(parseNote(Buffer.from(text), { path: 'notes/a.md' }), {
    claimed: new Set(),
    hidden: new Set(hidden),
  });

const ofMemory = (text: string) =>
  readPassages(parseNote(Buffer.from(text), { path: 'semantic/memory/harbor/a-0123456789ab.md' }), {
    claimed: new Set(),
  });

const shown = (text: string) =>
  read(text).passages.map(({ kind, pieces, lead }) => ({
    kind,
    text: pieces.map((piece) => piece.text).join(' '),
    ...(lead === '' ? {} : { lead }),
  }));

describe('a passage', () => {
  test('of a memory is its statement, and what was quoted; what it is filed under leads to it', () => {
    const head = 'id: mem_0123456789ab\nkind: fact\nsource: agent\ncreated: 2026-11-23T10:00:00Z';
    const own = ofMemory(`---\n${head}\nentity: Harbor\ntags: [ports]\n---\nIt runs in Lisbon.\n`);
    expect(own.passages.map(({ pieces }) => pieces[0]?.text)).toEqual(['It runs in Lisbon.']);
    expect(own.aliases).toEqual(['Harbor', 'ports']);
    const quoted = ofMemory(`---\n${head}\nquote: We run it in Lisbon.\n---\nIt runs in Lisbon.\n`);
    expect(quoted.passages.map(({ kind }) => kind)).toEqual(['property', 'paragraph']);
    expect(quoted.aliases).toEqual(['fact']);
  });

  test('is a paragraph with all of its sentences', () => {
    expect(shown('# Town\n\nLyon has two rivers. Both flow south.\n\nIt rains.\n')).toEqual([
      { kind: 'paragraph', text: 'Lyon has two rivers. Both flow south.' },
      { kind: 'paragraph', text: 'It rains.' },
    ]);
  });

  test('is an item with the line before its list and the item it stands in, a row with its header, a fence with the line before it', () => {
    const items = shown('We pack:\n\n- tents\n  - the red one\n- ropes\n');
    expect(items.map(({ lead }) => lead)).toEqual([undefined, 'We pack:', 'We pack:\ntents', 'We pack:']);
    expect(shown('| Tier | Price |\n|---|---|\n| Gold | 50 |\n').at(-1)).toEqual({
      kind: 'row',
      text: '| Gold | 50 |',
      lead: 'Tier · Price',
    });
    expect(shown('Install the tool. Then run:\n\n```sh\nnpm start\n```\n').at(-1)).toMatchObject({
      kind: 'code',
      lead: 'Then run:',
    });
  });

  test('is a turn with the name it is labelled with, until the next name or heading', () => {
    const { passages } = read(
      '**Ines:** Who comes?\n\n**Bruno:** Tomas does.\n\nWith a crane.\n\n## Later\n\nNobody came.\n',
    );
    expect(passages.map(({ label, asks, section }) => [label, asks, section])).toEqual([
      ['Ines', true, 0],
      ['Bruno', false, 0],
      ['Bruno', false, 0],
      ['', false, 1],
    ]);
  });

  test('is of one band: what is stricter stands apart, and what is secret nowhere', () => {
    const note = read(
      '---\nprivacy: public\n---\nThe bridge is old. Only we know what it costs: ten.\n\n<!--privacy:secret-->\nThe code is zyzzyva.\n<!--/privacy-->\n\nThe end.\n',
    );
    expect(JSON.stringify(note)).not.toContain('zyzzyva');
    for (const { band } of note.passages) expect(band).not.toBe('secret');
  });

  test('is cut where its block is very long', () => {
    const long = Array.from({ length: 400 }, (_, i) => `The pump number ${i} is red.`).join(' ');
    const { passages } = read(long);
    expect(passages.length).toBeGreaterThan(5);
    expect(passages.flatMap(({ pieces }) => pieces)).toHaveLength(400);
  });
});

test('segments that may not be kept stand in no passage and introduce none', () => {
  expect(JSON.stringify(read('We pack zyzzyvas:\n\n- tents\n', [0]))).not.toContain('zyzzyva');
});

test('no passage reaches over a segment that may not be kept', () => {
  const text = 'The bridge is old. The zyzzyva lives there. It is closed.\n';
  const { passages } = read(text, [1]);
  expect(passages.map(({ span }) => text.slice(span.start, span.end))).toEqual([
    'The bridge is old.',
    'It is closed.',
  ]);
});

test('lines of frontmatter stand alone, and the note has the date they name unless that is secret', () => {
  const { passages, date } = read('---\ndate: 2026-02-03\nowner: Ines\n---\nA line.\n');
  expect(date).toBe('2026-02-03');
  expect(new Set(passages.map(({ section }) => section)).size).toBe(passages.length);
});

test('a print changes with the words, the title and the headings, and not with the place', () => {
  const printOf = (text: string) =>
    read(text).passages.find(({ pieces }) => pieces[0]?.text.startsWith('It rains'))?.print;
  const print = printOf('# Town\n\nIt rains.\n');
  expect(printOf('# Town\n\nNew.\n\nIt rains.\n')).toBe(print);
  expect(printOf('# Village\n\nIt rains.\n')).not.toBe(print);
  expect(printOf('# Town\n\nIt rains a lot.\n')).not.toBe(print);
});
