import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, type Memory, openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import type { Output } from '../create-output.ts';
import { type AnswerOptions, printAnswer } from './print-answer.ts';

const NOTE = `# Kestrel

The kestrel is a boat with a red hull. The kestrel sleeps two people in its cabin.

## Install the autopilot

Run this to install the autopilot of the kestrel:

\`\`\`sh
if true; then
  kestrel autopilot --enable
fi
\`\`\`
`;

function ask(question: string, options: AnswerOptions = {}, note = NOTE): Promise<string[]> {
  return print((memory) => memory.ask(question), options, note);
}

async function print(
  answer: (memory: Memory) => Promise<Answer>,
  options: AnswerOptions = {},
  note = NOTE,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-format-'));
  try {
    const vault = join(folder, 'vault');
    await mkdir(vault);
    await writeFile(join(vault, 'kestrel.md'), note);
    await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
    await memory.index();
    const lines: string[] = [];
    const tell = (line = '') => lines.push(...line.split('\n'));
    const same = (text: string) => text;
    const output = { style: (_: string, text: string) => text, link: same, markdown: same };
    const printed = { ...output, line: tell, verbatim: tell } as unknown as Output;
    await printAnswer(await answer(memory), memory, printed, options);
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BEST = 'The kestrel is a boat with a red hull.';
const HULL = 'How many people does the kestrel boat with the red hull sleep?';

it('cuts what it shows of a further passage, however long its sentence is', async () => {
  const oars = (place: string) =>
    `## ${place}\n\nThe oars ${place} are red 🚣 and ${'very '.repeat(400)}long.\n\n`;
  const lines = await ask(
    'Which oars are red?',
    {},
    `# Oars\n\n${oars('of the boat')}${oars('in the shed')}`,
  );
  const folded = lines.slice(lines.findIndex((line) => line.includes('ore passage')));
  expect(folded.length).toBeGreaterThan(1);
  expect(folded.some((line) => line.endsWith('…'))).toBe(true);
  for (const line of folded) expect(line.length).toBeLessThan(260);
});

it('prints a page where no model wrote an answer: the sentence that answers, its line and its passage, and no tick', async () => {
  const lines = await ask(HULL);
  expect(lines.slice(0, 3)).toEqual([BEST, '  kestrel.md:3', '  Kestrel']);
  expect(lines.slice(3, 6).join('\n')).toContain('The kestrel sleeps two');
  expect(lines.join('\n')).not.toMatch(/⟦|\[claim:|✓|NOT AN ANSWER/u);
});

it.each([
  ['a short note', '# Kestrel\n\nThe kestrel is a boat with a red hull.\n'],
  ['a list', '# Kestrel\n\n- The kestrel is a boat with a red hull.\n'],
])('prints the sentence of %s once, and no empty line after it', async (_, note) => {
  const lines = await ask('What hull does the kestrel boat have?', {}, note);
  expect(lines.filter((line) => line.includes('red hull'))).toHaveLength(1);
  expect(lines.filter((line) => line.trim() === '')).toEqual([]);
});

it('says where no passage has the words of the question, and what comes nearest', async () => {
  const lines = await ask('Which kestrel did the harbour master of Trieste buy for his zeppelin?');
  expect(lines[0]).toBe('The notes do not say: no passage has enough words of the question.');
  expect(lines).toContain('Nearest in the notes:');
  expect(await ask('hi')).toEqual(['The notes do not say: no passage has enough words of the question.']);
});

it('says of a passage that holds some words of the question only that these are not its words', async () => {
  const lines = await ask('Who repaired the kestrel?');
  expect(lines[0]).toBe('The notes do not say this in these words.');
  expect(lines.join('\n')).toContain('The kestrel is a boat');
});

it.each(['the', '"the"', '?!'])('says of %j that there is nothing to search for', async (question) => {
  expect(await ask(question)).toEqual([
    'There is nothing to search for: name a person, a thing or an event.',
  ]);
});

const draft = (cite: (words: string) => string) =>
  `The kestrel is a boat with a red hull. ${cite('hull')} Two people find a bed in the kestrel. ${cite('cabin')} It flies.`;

async function answerBy(memory: Memory): Promise<Answer> {
  const answer = await memory.ask(HULL);
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims);
  const cite = (words: string) => `[claim:${claims[texts.findIndex((text) => text?.includes(words))]?.id}]`;
  const told = await memory.verify(draft(cite), { policy: 'mark' });
  // The classification of statements is tested in its own test.
  const as = (kept: boolean, wording: 'quoted' | 'paraphrased', reason: string) => ({
    kept,
    wording,
    reason,
    status: 'verified' as const,
  });
  const known = [
    as(true, 'quoted', ''),
    as(true, 'paraphrased', ''),
    as(false, 'paraphrased', 'It cites nothing.'),
  ];
  const statements = told.statements.map((statement, i) => ({ ...statement, ...known[i] }));
  const report = { ...told, statements, verifiedCount: 2, quotedCount: 1, judgedCount: 0, notJudgedCount: 1 };
  return { ...answer, cleanText: report.cleanText, report, passages: [], writtenBy: 'model' };
}

it('prints each statement with what is known of it, its lines beneath, and what was left out with its reason', async () => {
  const lines = await print(answerBy);
  expect(lines).toContain('The kestrel is a boat with a red hull.  ✓ quoted');
  const at = lines.indexOf('Two people find a bed in the kestrel.  ~ not judged');
  expect(lines.slice(at + 1, at + 3)).toEqual(['    kestrel.md:3', expect.stringContaining('⟦')]);
  const left = lines.indexOf('Left out:');
  expect(lines[left + 1]).toBe('  ✗ left out  It flies.');
  expect(lines[left + 2]).toMatch(/^ +It cites nothing\.$/u);
  expect(lines.join('\n')).toContain('2 citations re-read and re-hashed: quotes match the files.');
  expect(lines.at(-1)).toContain('1 not judged');
  expect(lines.join('\n')).not.toContain('[claim:');
});

it('counts what is on the screen, and not what was left out', async () => {
  const lines = await print(async (memory) => {
    const answer = await answerBy(memory);
    const [first, ...rest] = answer.report.statements;
    const statements = [
      first as (typeof rest)[number],
      ...rest.map((each) => ({
        ...each,
        kept: false,
        judgement: 'contradicted' as const,
        judgedBy: 'm',
        because: { quote: 'with one cabin', note: 'kestrel.md', span: { start: 0, end: 14 } },
      })),
    ];
    return { ...answer, report: { ...answer.report, statements, judgedCount: 2 } };
  });
  // The reader can look up the judge's evidence.
  expect(lines).toContain('      kestrel.md: “with one cabin”');
  expect(lines.slice(-2)).toEqual(['1 citation re-read and re-hashed: quotes match the files.', '1 quoted']);
});

it.each(['partly', 'not_told'] as const)(
  'prints why a judge does not find all of a statement in its lines: %s',
  async (judgement) => {
    const reason =
      'Its words are not those of the cited note; m finds that only a part of it follows: no bed is named.';
    const lines = await print(async (memory) => {
      const answer = await answerBy(memory);
      const statements = answer.report.statements.slice(1, 2).map((each) => ({ ...each, judgement, reason }));
      return { ...answer, report: { ...answer.report, statements } };
    });
    expect(lines.slice(1, 3)).toEqual([`      ${reason}`, '    kestrel.md:3']);
  },
);

it('says why a tick is not given where a model judged itself', async () => {
  const lines = await print(async (memory) => {
    const answer = await answerBy(memory);
    const statements = answer.report.statements.slice(1, 2).map((each) => ({
      ...each,
      ...{ wording: 'altered' as const, judgement: 'supported' as const, isSelfJudged: true },
    }));
    return { ...answer, report: { ...answer.report, statements } };
  });
  expect(lines[0]).toContain('≠ differs, judged (weak)');
  expect(lines.join('\n')).toContain('Another judge: `memora model use NAME --judge`.');
});

it('marks each of two quotations of one line, under its place', async () => {
  const lines = await print(async (memory) => {
    const answer = await answerBy(memory);
    const [, second] = answer.report.statements;
    if (second === undefined) throw new Error('there is no second statement');
    return { ...answer, report: { ...answer.report, statements: [{ ...second, checks: [0, 1] }] } };
  });
  expect(lines.filter((line) => line === '    kestrel.md:3')).toHaveLength(1);
  const marked = lines.flatMap((line) => line.match(/⟦[^⟧]*⟧/gu) ?? []);
  expect(marked).toEqual([expect.stringContaining('hull'), expect.stringContaining('cabin')]);
});

it('says what a model wrote and why nothing of it was kept, under the page', async () => {
  const lines = await print(async (memory) => {
    const page = await memory.ask(HULL);
    const refused = await memory.verify('The kestrel has a blue hull. It flies.');
    return { ...page, refused, draft: 'The kestrel has a blue hull. It flies.' };
  });
  expect(lines[0]).toBe(BEST);
  expect(lines.slice(lines.indexOf('Left out:') + 1)).toEqual([
    '  ✗ left out  The kestrel has a blue hull.',
    '      No citation follows it.',
    '  ✗ left out  It flies.',
    '      No citation follows it.',
  ]);
});

it('with proof shows every line with its mark and the ids', async () => {
  const lines = await print(answerBy, { proof: true });
  expect(lines.filter((line) => /^ +kestrel\.md:3 {2}\[claim:\w{16}\]$/u.test(line))).toHaveLength(2);
});

it('shows of each task of a list whether it is open', async () => {
  const tasks = '# Move\n\n- [x] Book the van\n- [ ] Sell the piano\n- [ ] Call the harbour\n';
  const lines = await print(
    async (memory) => {
      const answer = await memory.ask('Which tasks of the move are open?');
      const { claims } = await memory.claims.listClaims();
      const inOrder = claims.toSorted((a, b) => a.span.start - b.span.start);
      const boxes = ['- [x]', '- [ ]', '- [ ]'];
      const words = ['Book the van', 'Sell the piano', 'Call the harbour'];
      const draft = inOrder.map(({ id }, i) => `${boxes[i]} ${words[i]} [claim:${id}]`).join('\n');
      const report = await memory.verify(draft);
      return { ...answer, cleanText: report.cleanText, report, passages: [], writtenBy: 'model' };
    },
    {},
    tasks,
  );
  expect(lines.filter((line) => line.endsWith('✓ quoted'))).toEqual([
    '[x] Book the van  ✓ quoted',
    '[ ] Sell the piano  ✓ quoted',
    '[ ] Call the harbour  ✓ quoted',
  ]);
});

it('prints an item after the line that introduces its list, because alone it can say the opposite', async () => {
  const rules = '# House\n\nWe do not:\n\n- allow dogs\n- sublet the flat\n';
  const lines = await print((memory) => memory.ask('Are dogs allowed?'), {}, rules);
  expect(lines[0]).toBe('We do not: allow dogs');
});
