import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';

function setup() {
  const notes = createCitedNotes({ 'a.md': 'Tea is hot. Ice is cold. Rent is 900 EUR. Ann likes tea.' });
  const cite = (words: string) => notes.cite('a.md', words);
  return {
    tea: cite('Tea is hot.'),
    ice: cite('Ice is cold.'),
    rent: cite('Rent is 900 EUR.'),
    clean: async (answer: string, options = {}) =>
      (await verifyCitations(answer, { ...notes.ports, ...options })).cleanText,
    verify: (answer: string, options = {}) => verifyCitations(answer, { ...notes.ports, ...options }),
  };
}

describe('the rules of clean text', () => {
  it('keeps headings and lead-ins that still introduce something, and no others', async () => {
    const { tea, clean } = setup();
    const answer = `# Drinks\n\n## Warm\n\nHere it is:\n\n- Tea is hot ${tea}\n- It is 90 degrees\n\n## Cold\n\nThis is known:\n\n- It rains\n`;
    expect(await clean(answer)).toBe(`# Drinks\n\n## Warm\n\nHere it is:\n\n- Tea is hot ${tea}\n`);
  });

  it('takes a heading of several sentences for several statements, and keeps the mark of the heading with any of them', async () => {
    const { tea, ice, clean } = setup();
    for (const [answer, kept] of [
      [`# It costs 5 EUR ${tea}. Tea is hot.\n\nTea is hot ${tea}.`, `# Tea is hot.\n\nTea is hot ${tea}.`],
      [`# It costs 5 EUR ${tea}. Tea is hot ${tea}. #\n`, `# Tea is hot ${tea}. #\n`],
      [`# Tea is hot ${tea}. It costs 5 EUR ${ice}.\n`, `# Tea is hot ${tea}.\n`],
      [`## Drinks. Tea\n\nTea is hot ${tea}.`, `## Drinks. Tea\n\nTea is hot ${tea}.`],
      [`## It rains. Tea\n\nIce is cold ${ice}.`, `## Tea\n\nIce is cold ${ice}.`],
      [`# It rains. - Tea is hot ${tea}\n`, `# - Tea is hot ${tea}\n`],
      [`# It rains.\n\n# Drinks. Tea\n\nTea is hot ${tea}.`, `# Drinks. Tea\n\nTea is hot ${tea}.`],
      [`## ${tea}\n\nIce is cold ${ice}.`, `Ice is cold ${ice}.`],
    ] as const) {
      expect(await clean(answer)).toBe(kept);
      expect(await clean(kept)).toBe(kept);
    }
  });

  it('drops structure that holds a critical token of its own', async () => {
    const { tea, clean, verify } = setup();
    expect(await clean(`## Up 40%\n\nTea is hot ${tea}.`)).toBe(`Tea is hot ${tea}.`);
    expect(await clean(`## Why it is not allowed\n\nTea is hot ${tea}.`)).toBe(`Tea is hot ${tea}.`);
    expect(await clean(`## Why it is nice\n\nTea is hot ${tea}.`, { policy: 'mark' })).toContain('## Why');
    expect(await clean(`The 3 reasons:\n\n- Tea is hot ${tea}\n`)).toBe(`- Tea is hot ${tea}\n`);
    const { statements } = await verify(`## Up 40%\n\nTea is hot ${tea}.`);
    expect(statements[0]).toMatchObject({ kind: 'structure', kept: false });
  });

  it('keeps a table whole but for the rows that fall, and drops one without rows', async () => {
    const { rent, clean } = setup();
    const head = '| what | amount |\n|---|---:|\n';
    expect(
      await clean(`${head}| Rent is | 900 EUR ${rent} |\n| Rent is | 950 EUR ${rent} |\n| Gas | 50 EUR |\n`),
    ).toBe(`${head}| Rent is | 900 EUR ${rent} |\n`);
    expect(await clean(`Text:\n\n${head}| Gas | 50 EUR |\n`)).toBe('');
  });

  it('judges the figures of a table head with every row', async () => {
    const { rent, clean } = setup();
    expect(await clean(`| what | 950 EUR |\n|---|---|\n| Rent is | 900 EUR ${rent} |\n`)).toBe('');
  });

  it('moves items out when the item over them falls, so that they join no other', async () => {
    const { tea, ice, clean } = setup();
    expect(await clean(`- Tea is hot ${tea}\n- It snows\n    - Ice is cold ${ice}\n`)).toBe(
      `- Tea is hot ${tea}\n- Ice is cold ${ice}\n`,
    );
    expect(
      await clean(
        `- **Drinks**\n  - Tea is hot ${tea}\n  - It snows\n- Cold:\n  - Ice is cold ${ice}\n- Warm\n`,
      ),
    ).toBe(`- **Drinks**\n  - Tea is hot ${tea}\n- Cold:\n  - Ice is cold ${ice}\n`);
  });

  it('renumbers nothing', async () => {
    const { tea, ice, clean } = setup();
    expect(await clean(`1. Tea is hot ${tea}\n2. It snows\n3. Ice is cold ${ice}\n`)).toBe(
      `1. Tea is hot ${tea}\n3. Ice is cold ${ice}\n`,
    );
  });

  it('takes out failing markers with the brackets that held them, and writes anew a marker that keeps some ids', async () => {
    const { tea, clean } = setup();
    const id = tea.slice(1, -1);
    expect(await clean(`Tea is hot ${tea} ([claim:nope]).`)).toBe(`Tea is hot ${tea}.`);
    expect(await clean(`Tea is hot ${tea} **[claim:0000000000000000]**.`)).toBe(`Tea is hot ${tea}.`);
    expect(await clean(`Tea is hot [Claim: nope; ${id}].`)).toBe(`Tea is hot ${tea}.`);
  });

  it('keeps quotations, quote blocks, line endings and surrounding space as they were', async () => {
    const { tea, ice, clean } = setup();
    const answer = `\r\n> Tea is hot ${tea}.\r\n>\r\n> It snows.\r\n> Ice is\r\n> cold ${ice}.\r\n`;
    expect(await clean(answer)).toBe(`\r\n> Tea is hot ${tea}.\r\n>\r\n> Ice is\r\n> cold ${ice}.\r\n`);
  });

  it('keeps a code block only where a marker in or behind it carries it', async () => {
    const { tea, clean } = setup();
    const code = '```\nTea is hot.\n```';
    expect(await clean(`${code}\n${tea}\n`)).toBe(`${code}\n${tea}\n`);
    expect(await clean(`${code}\n\nTea is hot ${tea}.`)).toBe(`Tea is hot ${tea}.`);
  });

  it('can keep uncited statements, or let one end the whole answer', async () => {
    const { tea, verify } = setup();
    const answer = `Tea is hot ${tea}. It rains.`;
    expect(await verify(answer, { uncited: 'keep' })).toMatchObject({
      cleanText: answer,
      verdict: 'partial',
    });
    expect(await verify(answer, { uncited: 'fail' })).toMatchObject({ cleanText: '', verdict: 'rejected' });
  });

  it('can annotate instead, or throw with the report', async () => {
    const { tea, clean, verify } = setup();
    const answer = `Tea is hot ${tea}. Tea is 90 degrees ${tea}. It rains.`;
    expect(await clean(answer, { mode: 'annotate' })).toBe(
      `Tea is hot ${tea}. Tea is 90 degrees ${tea}. [⚠ token_mismatch] It rains. [⚠ uncited]`,
    );
    // It stays as a whole, although a part of it would not.
    const hidden = `Tea is hot <!-- it rains --> ${tea}.`;
    expect([await clean(hidden), await clean(hidden, { mode: 'annotate' })]).toEqual([
      `Tea is hot ${tea}.`,
      `${hidden} [⚠ uncited]`,
    ]);
    await expect(verify(answer, { mode: 'throw' })).rejects.toMatchObject({
      code: 'CITATIONS_REJECTED',
      report: { verdict: 'partial' },
      message: 'the answer is partial: 1 token_mismatch, 1 uncited',
    });
    await expect(verify(`Tea is hot ${tea}.`, { mode: 'throw' })).resolves.toMatchObject({
      verdict: 'verified',
    });
  });

  it('supports nothing by a marker with no statement before it', async () => {
    const { tea, verify } = setup();
    const report = await verify(`${tea} Tea is hot.`);
    expect(report).toMatchObject({ cleanText: '', verdict: 'rejected', checks: [{ statementIndex: null }] });
  });

  it('keeps the line break that ended a statement when the next one on its line went', async () => {
    const { tea, ice, clean } = setup();
    for (const [answer, kept] of [
      [`Tea is hot ${tea}\nIt rains. Ice is cold ${ice}.`, `Tea is hot ${tea}\nIce is cold ${ice}.`],
      [`> Tea is hot ${tea}\n> It rains. Ice is cold ${ice}.`, `> Tea is hot ${tea}\n> Ice is cold ${ice}.`],
      [
        `Tea is hot ${tea}  \n**It rains. It snows.** Ice is cold ${ice}.`,
        `Tea is hot ${tea}  \nIce is cold ${ice}.`,
      ],
    ] as const) {
      expect(await clean(answer)).toBe(kept);
      expect(await clean(kept)).toBe(kept);
    }
  });

  it('leaves what stays the kind of Markdown block that it was', async () => {
    const { tea, ice, clean } = setup();
    for (const [answer, kept] of [
      // All lines above `===` are one heading.
      [`Tea is hot ${tea}. It rains.\n===\n`, `Tea is hot ${tea}.\n===\n`],
      [`It rains. Tea is hot ${tea}.\n===\n`, `Tea is hot ${tea}.\n===\n`],
      // An indented line after no text is code, which would become part of the list.
      [`- Tea is hot ${tea}.\n\nIt rains.\n\n    - Ice is cold ${ice}.\n`, `- Tea is hot ${tea}.\n`],
      [`It rains.\n\n    - Ice is cold ${ice}.\n`, `    - Ice is cold ${ice}.\n`],
      // An indented line after text continues that line.
      [`It rains.\n    - Ice is cold ${ice}.\n`, `Ice is cold ${ice}.\n`],
      // A line continues the quotation above it.
      [`> It rains.\nIce is cold ${ice}.\n`, `> Ice is cold ${ice}.\n`],
      [`> Tea is hot ${tea}.\nIce is cold ${ice}.\n`, `> Tea is hot ${tea}.\nIce is cold ${ice}.\n`],
      // Text that moves to the start of a line creates no list and no heading.
      [`It rains. # Ice is cold ${ice}.\n`, `\\# Ice is cold ${ice}.\n`],
      [`It rains. - Ice is cold ${ice}.\n`, `\\- Ice is cold ${ice}.\n`],
    ] as const) {
      expect(await clean(answer)).toBe(kept);
      expect(await clean(kept)).toBe(kept);
    }
  });

  it('gives an underlined heading no marker of another block', async () => {
    const { tea, ice, clean } = setup();
    expect(await clean(`Tea is hot.\n===\n2. 👩‍🚀 ${ice}. ${tea}\n`)).not.toContain('===');
  });

  // Found by random search. The clean text of each changed once when it was verified again.
  it.each([
    'Tea is hot [claim:abc. TEA  \nTea is hot. [claim:] Tea is hot. 👩‍🚀. ICE\n',
    'Tea is hot [claim:abc. TEA\nTea is hot. **Bold. Text**. TEA\n',
    'Tea is hot.\n> Tea is hot [claim:abc. TEA\n> **Bold. Text** TEA. Tea is hot.\n',
    '| He said "Tea is hot. Ice is cold." twice RENT? Yes twiceTEA![claim:abc\nsee [link](a.md) and `code` TEA [claim:nope]  \n**Bold. Text**TEA?[claim:abc\n',
    'a | b?TEA (so they say) TEA ICE  \n**Bold. Text**!TEA\n',
    'Tea is hot. Tea is hot TEA. [cl\n**Bold. Text**. TEA Tea is hot.\n',
    'Tea is hot TEA\nHe said "Tea is hot. Ice is cold." twiceRENT。[claim:nope] the limit is 10!TEA **Bold. Text** [claim:abc. ICE\n',
  ])('settles at the first pass: %j', async (template) => {
    const { tea, ice, rent, verify } = setup();
    const answer = template.replaceAll('TEA', tea).replaceAll('ICE', ice).replaceAll('RENT', rent);
    const { cleanText } = await verify(answer);
    const again = await verify(cleanText);
    expect(again.cleanText).toBe(cleanText);
    expect(['verified', 'empty']).toContain(again.verdict);
  });
});
