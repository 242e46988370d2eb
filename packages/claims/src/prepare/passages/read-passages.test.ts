import { parseNote, renderTurns } from '@memora/vault';
import { describe, expect, test } from 'vitest';
import { readPassages } from './read-passages.ts';

const read = (text: string, hidden: readonly number[] = [], path = 'notes/a.md') =>
  readPassages(parseNote(Buffer.from(text), { path }), {
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
    expect(quoted.passages.map(({ kind }) => kind)).toEqual(['list', 'section']);
    expect(quoted.aliases).toEqual(['fact']);
  });

  test('is a section with all of its paragraphs, and knows its headings, path and dates', () => {
    const { passages } = read('# Town 2026-02-03\n\nLyon has two rivers. Both flow south.\n\nIt rains.\n');
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({
      kind: 'section',
      headingPath: ['Town 2026-02-03'],
      context: { dates: ['2026-02-03'], speaker: null, leadIn: null, header: null },
    });
    expect(passages[0]?.pieces.map(({ text }) => text)).toEqual([
      'Lyon has two rivers.',
      'Both flow south.',
      'It rains.',
    ]);
  });

  test('of a long list knows the paragraph before the list and the item it is in; of a long table the header', () => {
    const poles = Array.from({ length: 12 }, (_, i) => `  - pole ${i} ${'x'.repeat(200)}`).join('\n');
    const items = shown(`We pack:\n\n- tents\n${poles}\n`);
    expect(items.length).toBeGreaterThan(1);
    expect(items.slice(1).map(({ kind, lead }) => [kind, lead])).toEqual(
      items.slice(1).map(() => ['list', 'We pack:\ntents']),
    );
    const rows = Array.from({ length: 12 }, (_, i) => `| Gold ${i} ${'x'.repeat(200)} | 50 |`).join('\n');
    const table = shown(`| Tier | Price |\n|---|---|\n${rows}\n`);
    expect(table.slice(1).map(({ kind, lead }) => [kind, lead])).toEqual(
      table.slice(1).map(() => ['table', 'Tier · Price']),
    );
    expect(table.length).toBeGreaterThan(1);
  });

  test('is a turn with the name of who speaks at its beginning', () => {
    const long = 'With a crane and with ropes. '.repeat(12);
    const { passages } = read(
      `**Ines:** Who comes? ${long}\n\n**Bruno:** Tomas does.\n\n${long}\n\n# Later\n\n${long}\n`,
    );
    expect(passages.map(({ context, kind, section }) => [context.speaker, kind, section])).toEqual([
      ['Ines', 'turn', 0],
      ['Bruno', 'turn', 0],
      [null, 'section', 1],
    ]);
  });

  test('of a conversation note is one turn', () => {
    const note = renderTurns([
      { role: 'user', text: 'Who comes?' },
      { role: 'assistant', text: 'Tomas does.' },
    ]);
    const head = '---\nid: conv_a\ntype: episodic\nsource: conversation\nchannel: host\n---\n';
    const { passages } = read(head + note);
    const spoken = passages.filter(({ kind }) => kind === 'turn');
    expect(spoken.map(({ context }) => context.speaker)).toEqual(['user', 'assistant']);
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

test('what frontmatter states is a passage of its own, and what it says of the note as a file is in none', () => {
  const keys = 'title: Locks\ntype: semantic\nprivacy: private\ntags: [locks]\ndate: 2026-02-03';
  const { passages, date } = read(`---\n${keys}\nowner: Ines\nstatus: closed\n---\nA line.\n`);
  expect(date).toBe('2026-02-03');
  expect(passages.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([
    ['owner: Ines', 'status: closed'],
    ['A line.'],
  ]);
});

test('a print changes with the words, the path, the title and the headings, and not with the place', () => {
  const filler = 'It was a long day by the sea, and nobody came. '.repeat(8);
  const printOf = (text: string, path?: string) =>
    read(text, [], path).passages.find(({ pieces }) => pieces[0]?.text.startsWith('It rains'))?.print;
  const print = printOf(`# Town\n\n${filler}\n\n## Port\n\nIt rains.\n`);
  expect(print).toBeDefined();
  expect(printOf(`# Town\n\nNew. ${filler}\n\n## Port\n\nIt rains.\n`)).toBe(print);
  expect(printOf(`# Village\n\n${filler}\n\n## Port\n\nIt rains.\n`)).not.toBe(print);
  expect(printOf(`# Town\n\n${filler}\n\n## Port\n\nIt rains a lot.\n`)).not.toBe(print);
  expect(printOf(`# Town\n\n${filler}\n\n## Port\n\nIt rains.\n`, 'notes/b.md')).not.toBe(print);
});
