import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupPassages, LONGEST_PASSAGE } from './group-passages.ts';
import type { PassageBlock } from './passage-block.ts';

type Draft = Partial<PassageBlock> & Pick<PassageBlock, 'kind' | 'text'>;

/** Consecutive entries, one line apart. */
function lay(drafts: readonly Draft[]): readonly PassageBlock[] {
  let at = 0;
  return drafts.map((draft) => {
    const start = at;
    at += draft.text.length + 1;
    return { ...draft, start, end: start + draft.text.length };
  });
}

const heading = (level: number, text: string): Draft => ({ kind: 'heading', level, text });
const paragraph = (text: string, more: Partial<PassageBlock> = {}): Draft => ({
  kind: 'paragraph',
  text,
  ...more,
});
const item = (text: string, depth = 0): Draft => ({ kind: 'item', text, depth });
const long = (word: string, length = 600): string => `${word} `.repeat(length / (word.length + 1)).trim();

function shown(drafts: readonly Draft[]) {
  const blocks = lay(drafts);
  const textOf = (at: number) => (blocks[at]?.text ?? '').slice(0, 8);
  return groupPassages(blocks).map(({ kind, entries, headings, leadIn, speaker, header }) => ({
    kind,
    text: entries.map(textOf),
    headings: headings.map(textOf),
    ...(leadIn.length > 0 && { leadIn: leadIn.map(textOf) }),
    ...(speaker !== null && { speaker }),
    ...(header !== null && { header: textOf(header) }),
  }));
}

describe('groupPassages', () => {
  it('makes one passage of a section, with the headings above it', () => {
    expect(
      shown([
        heading(1, 'Town'),
        paragraph(long('river')),
        paragraph('Second'),
        heading(2, 'Port'),
        paragraph(long('ship')),
      ]),
    ).toEqual([
      { kind: 'section', text: ['river ri', 'Second'], headings: ['Town'] },
      { kind: 'section', text: ['ship shi'], headings: ['Town', 'Port'] },
    ]);
  });

  it('joins short sections under one heading, and none across a heading of a higher level', () => {
    expect(
      shown([
        heading(1, 'Town'),
        heading(2, 'Port'),
        paragraph('Ships.'),
        heading(2, 'Mill'),
        paragraph('Grain.'),
        heading(1, 'Hill'),
        paragraph('Trees.'),
      ]).map(({ text, headings }) => [headings, text]),
    ).toEqual([
      [['Town'], ['Port', 'Ships.', 'Mill', 'Grain.']],
      [['Hill'], ['Trees.']],
    ]);
  });

  it('cuts a long section between paragraphs and keeps the paragraph that introduces a list with the list', () => {
    expect(
      shown([
        heading(1, 'Town'),
        paragraph(long('one')),
        paragraph(long('two')),
        paragraph('We need:'),
        item(long('tent', 500)),
        item('rope'),
      ]),
    ).toEqual([
      { kind: 'section', text: ['one one ', 'two two '], headings: ['Town'] },
      { kind: 'list', text: ['We need:', 'tent ten', 'rope'], headings: ['Town'] },
    ]);
  });

  it('gives the later part of a long list its lead-in and the items it stands in', () => {
    const parts = shown([
      paragraph('We need:'),
      item('tents'),
      ...Array.from({ length: 8 }, (_, i) => item(`${i}${long('pole', 400)}`, 1)),
    ]);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(1)) expect(part).toMatchObject({ leadIn: ['We need:', 'tents'] });
  });

  it('gives the later part of a long table its header', () => {
    const row = (text: string, isHeader?: true): Draft => ({
      kind: 'row',
      text,
      block: 7,
      ...(isHeader && { isHeader }),
    });
    const parts = shown([
      row('| a | b |', true),
      ...Array.from({ length: 40 }, () => row(long('cell', 100))),
    ]);
    expect(parts[0]).toMatchObject({ kind: 'table', text: expect.arrayContaining(['| a | b ']) });
    expect(parts.slice(1).every(({ header }) => header === '| a | b ')).toBe(true);
    expect(parts.length).toBeGreaterThan(2);
  });

  it('begins a passage with a turn of a speaker once the last one is long enough', () => {
    expect(
      shown([
        heading(1, 'Talk'),
        paragraph(`**Ann:** ${long('yes', 300)}`),
        paragraph(long('more', 300)),
        paragraph('BEN: No.'),
        paragraph('CAT: Why?'),
        paragraph(`Ann: ${long('so', 300)}`),
      ]).map(({ kind, speaker, text }) => [kind, speaker, text.length]),
    ).toEqual([
      ['turn', 'Ann', 2],
      ['turn', undefined, 3],
    ]);
  });

  it('names who speaks only where one person says all of a passage', () => {
    const said = shown([
      paragraph(`Ann: ${long('yes', 1_400)}`),
      paragraph('She is sure.'),
      paragraph(long('more', 300)),
      paragraph('Ben: No.'),
      paragraph(`Ann: ${long('so', 300)}`),
      paragraph('Ben: Why?'),
    ]).map(({ speaker, text }) => [speaker, text.map((each) => each.slice(0, 3))]);
    expect(said).toEqual([
      ['Ann', ['Ann', 'She']],
      ['Ann', ['mor']],
      [undefined, ['Ben', 'Ann']],
      ['Ben', ['Ben']],
    ]);
  });

  it('takes questions in bold for no speakers, and keeps each with what follows it', () => {
    const parts = shown([
      ...[paragraph('**How long is the guarantee?**'), paragraph(long('two', 1_450))],
      ...[paragraph('**Can I return it?**'), paragraph(long('yes', 900))],
    ]);
    expect(parts.map(({ kind, speaker, text }) => [kind, speaker, text[0]])).toEqual([
      ['section', undefined, '**How lo'],
      ['section', undefined, '**Can I '],
    ]);
  });

  it('takes a line of two bold names for no heading', () => {
    const beside = (line: string) =>
      shown([paragraph(long('two', 1_400)), paragraph(line), paragraph(long('yes', 900))]).map(({ text }) =>
        text.map((each) => each.slice(0, 3)),
      );
    expect(beside('**Oars, sails**')).toEqual([['two'], ['**O', 'yes']]);
    expect(beside('**Oars** and **sails**')).toEqual([['two', '**O'], ['yes']]);
  });

  it('takes a single label for no conversation', () => {
    expect(shown([paragraph('Note: it rains.'), paragraph('It is wet.')])[0]).not.toHaveProperty('speaker');
  });

  it('shares no passage between parts, and reaches over no gap', () => {
    const drafts = [
      paragraph('open', { part: 'public' }),
      paragraph('ours', { part: 'private' }),
      { kind: 'gap', text: 'hidden' } as const,
      paragraph('more', { part: 'private' }),
    ];
    expect(shown(drafts).map(({ text }) => text)).toEqual([['open'], ['ours'], ['more']]);
  });

  it('holds every entry but headings and gaps once, in order, for any text', () => {
    const draft = fc.record({
      kind: fc.constantFrom<PassageBlock['kind'][]>('heading', 'paragraph', 'item', 'row', 'code', 'gap'),
      text: fc.string({ maxLength: 900 }),
      level: fc.integer({ min: 1, max: 6 }),
      block: fc.integer({ min: 0, max: 3 }),
      part: fc.constantFrom('a', 'b'),
      depth: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 40 }), (drafts) => {
        const blocks = lay(drafts as readonly Draft[]);
        const passages = groupPassages(blocks);
        const all = passages.flatMap(({ entries }) => entries);
        expect(all).toEqual([...all].sort((a, b) => a - b));
        expect(all.filter((at) => blocks[at]?.kind !== 'heading')).toEqual(
          blocks.flatMap(({ kind }, at) => (kind === 'heading' || kind === 'gap' ? [] : [at])),
        );
        for (const { entries } of passages) {
          expect(new Set(entries.map((at) => blocks[at]?.part)).size).toBe(1);
          const [from, to] = [entries[0] as number, entries.at(-1) as number];
          expect(blocks.slice(from, to + 1).some(({ kind }) => kind === 'gap')).toBe(false);
          const length = entries.reduce((sum, at) => sum + (blocks[at]?.text.length ?? 0), 0);
          expect(entries.length === 1 || length <= LONGEST_PASSAGE).toBe(true);
        }
      }),
    );
  });
});
