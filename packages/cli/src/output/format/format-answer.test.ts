import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import type { Output } from '../create-output.ts';
import { formatAnswer } from './format-answer.ts';

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

async function ask(question: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-format-'));
  try {
    const vault = join(folder, 'vault');
    await mkdir(vault);
    await writeFile(join(vault, 'kestrel.md'), NOTE);
    await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
    await memory.index();
    const output = { style: (_: string, text: string) => text } as unknown as Output;
    return await formatAnswer(await memory.ask(question), memory, output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('shows a line once of which several sentences are told', async () => {
  const lines = await ask('How many people does the kestrel boat with the red hull sleep?');
  expect(lines.filter((line) => /^ +kestrel\.md:3 /u.test(line))).toHaveLength(2);
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
  expect(lines[at + 5]).toMatch(/^ {4}kestrel\.md:9 {2}\[claim:\w+\]$/u);
});

it('says with its tick what was proven', async () => {
  const lines = await ask('How many people does the kestrel boat with the red hull sleep?');
  expect(lines.at(-1)).toMatch(/^✓ \d+ citations? re-read and re-hashed: quotes match the files$/u);
});
