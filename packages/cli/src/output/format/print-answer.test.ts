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

const HULL = 'How many people does the kestrel boat with the red hull sleep?';

it('tells each sentence once, with note:line behind it, and repeats no line that says the same', async () => {
  const lines = await ask(HULL);
  expect(lines).toContain('The kestrel sleeps two people in its cabin.  kestrel.md:3');
  expect(lines.join('\n')).not.toMatch(/⟦|\[claim:/u);
});

it('shows the line beneath a sentence that says it in other words', async () => {
  const note = '# Kestrel\n\n| part | weight |\n|---|---|\n| mast | 80 kg |\n| keel | 900 kg |\n';
  const lines = await ask('What does the keel weigh?', {}, note);
  const at = lines.findIndex((line) => line.endsWith('  kestrel.md:6'));
  expect(lines[at]).toMatch(/900 kg/u);
  expect(lines[at + 1]).toMatch(/^ +\|? ?⟦?.*keel.*⟧?/u);
});

it('with proof shows a line once of which several sentences are told, and the ids', async () => {
  const lines = await ask(HULL, { proof: true });
  expect(lines.filter((line) => /^ +kestrel\.md:3 {2}\[claim:\w{16}\]$/u.test(line))).toHaveLength(2);
  expect(lines.filter((line) => line.includes('⟦'))).toHaveLength(1);
});

it('shows code line by line', async () => {
  const lines = await ask('How do I install the autopilot of the kestrel?');
  const at = lines.indexOf('```sh');
  expect(lines.slice(at, at + 5)).toEqual([
    '```sh',
    'if true; then',
    '  kestrel autopilot --enable',
    'fi',
    '```',
  ]);
  expect(lines[at + 5]).toBe('    kestrel.md:9');
});

it('says with its tick what was proven', async () => {
  const lines = await ask(HULL);
  expect(lines.at(-1)).toMatch(/^✓ \d+ citations? re-read and re-hashed: quotes match the files$/u);
});

it('names a word that a model put in the place of another one, once for each sentence', async () => {
  const draft = (cite: (words: string) => string) =>
    `The kestrel sleeps two sailors in its cabin ${cite('cabin')}. The kestrel is a boat with a red sail ${cite('hull')}.`;
  const lines = await print(async (memory) => {
    const answer = await memory.ask(HULL);
    const cite = (words: string) =>
      `[claim:${answer.report.checks.find(({ sourceText }) => sourceText?.includes(words))?.claimId}]`;
    const report = await memory.verify(draft(cite));
    return { ...answer, cleanText: report.cleanText, report, passages: [] };
  });
  expect(lines.filter((line) => line.includes('in the note')).map((line) => line.trim())).toEqual([
    'here “sailors”, in the note “people”',
    'here “sail”, in the note “hull”',
  ]);
});
