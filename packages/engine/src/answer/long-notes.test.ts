import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** Longer than 64 kB, in blocks that are not, with few claims, and with the same words twice. */
const CODE = Array.from({ length: 40 }, (_, i) => `\`\`\`\n${`load(crate${i});\n`.repeat(130)}\`\`\``).join(
  '\n\n',
);
const SAID = 'The winch of dock nine is red since March.';
const NOTE = `# Harbour\n\n${CODE}\n\n## Winch\n\n${SAID}\n\n## Spare winch\n\n${SAID}\n`;
const QUESTION = 'What colour is the winch of dock nine?';

type Edit = (path: string) => void;
const write =
  (text: string): Edit =>
  (path) =>
    writeFileSync(path, text);
const outside: Edit = (path) => {
  const other = join(mkdtempSync(join(tmpdir(), 'memora-outside-')), 'harbour.md');
  writeFileSync(other, NOTE);
  rmSync(path);
  symlinkSync(other, path);
};

async function setup() {
  const vault = await setupVault({ 'harbour.md': NOTE, 'tea.md': 'Ida likes tea.\n' });
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const path = join(vault.root, 'harbour.md');
  return {
    memory,
    path,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

it('cites each of two equal sentences of a long note at its place, and the same when it is asked again', async () => {
  await using s = await setup();
  const first = await s.memory.ask(QUESTION);
  expect(first.report.verdict).toBe('verified');
  expect(first.cleanText).toContain(SAID);
  expect(new Set(first.passages.flatMap(({ claimIds }) => claimIds)).size).toBeGreaterThan(1);
  const again = await s.memory.ask(QUESTION);
  expect(again.passages).toEqual(first.passages);
  expect(again.report).toEqual(first.report);
});

const MARKED = `<!--privacy:secret-->${SAID}<!--/privacy-->`;

const EDITS: readonly [string, Edit][] = [
  ['marked', write(NOTE.replaceAll(SAID, MARKED))],
  ['in a note that became secret', write(`---\nprivacy: secret\n---\n${NOTE}`)],
  ['behind an open marker', write(`<!--privacy:secret-->\n${NOTE}`)],
  ['changed', write(NOTE.replaceAll('red since March', 'blue since May'))],
  ['deleted', (path) => rmSync(path)],
  ['a link out of the vault', outside],
];

it('shows nothing of a long note that it has read, if the text was marked, changed, deleted or linked since', async () => {
  await using s = await setup();
  for (const [name, edit] of EDITS) {
    rmSync(s.path, { force: true });
    writeFileSync(s.path, NOTE);
    const { cleanText: cited } = await s.memory.ask(QUESTION);
    expect(cited, name).toContain('red since March');
    edit(s.path);
    const { hits, ...shown } = await s.memory.ask(QUESTION, { bands: ['public', 'private'] });
    const text = JSON.stringify([shown, hits.map(({ snippet }) => snippet)]);
    expect(text, name).not.toContain('red since March');
    const { cleanText, checks } = await s.memory.verify(cited);
    expect(JSON.stringify([cleanText, checks]), name).not.toContain('red since March');
  }
});

it('shows the unmarked one of two equal sentences', async () => {
  await using s = await setup();
  await s.memory.ask(QUESTION);
  const marked = NOTE.replace(SAID, MARKED);
  writeFileSync(s.path, marked);
  await s.memory.index();
  const { passages, report } = await s.memory.ask(QUESTION, { bands: ['public', 'private'] });
  expect(passages.map(({ text }) => text.split(SAID).length - 1)).toContain(1);
  expect(report.checks.length).toBeGreaterThan(0);
  for (const { span } of report.checks)
    expect(span?.start ?? 0).toBeGreaterThan(Buffer.from(marked).indexOf('## Spare'));
});
