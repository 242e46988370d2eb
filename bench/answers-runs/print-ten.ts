/**
 * `node bench/answers-runs/print-ten.ts CHECKOUT`: what a terminal shows for ten questions over the shared vaults, as Markdown. The command line of any installed checkout of this
 * repository is asked from its source, without a model, so that what an answer looked like before can be read beside what it looks like now.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DATA =
  process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** Of each kind of question one, and two that the notes do not answer. */
const ASKED: readonly (readonly [vault: string, question: string])[] = [
  ['foam', 'Who created Foam?'],
  ['foam', 'What is a daily note?'],
  ['foam', 'How do I export a note to PDF?'],
  ['foam', 'Which environment variable saves typing --workspace?'],
  ['obsidian-tasks', 'How many choices does the postpone button provide?'],
  ['obsidian-tasks', 'Which action happens on completion by default?'],
  ['obsidian-tasks', 'How do I install Tasks?'],
  ['kepano', 'What is cost per use?'],
  ['logseq-docs', 'Is Logseq free?'],
  ['logseq-docs', 'How do I change the date format?'],
];

const checkout = resolve(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'memora-ten-'));
try {
  for (const vault of new Set(ASKED.map(([name]) => name))) {
    cpSync(join(DATA, 'vaults', vault), join(folder, vault), { recursive: true });
    memora('index', '--vault', join(folder, vault));
  }
  for (const [vault, question] of ASKED) {
    const shown = memora('query', '--vault', join(folder, vault), question);
    process.stdout.write(`### ${vault}: ${question}\n\n~~~text\n${shown.trim()}\n~~~\n\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What a command prints, its notes on standard error behind it. The bin itself is but a loader of what the build made. */
function memora(...words: readonly string[]): string {
  const entry = pathToFileURL(join(checkout, 'packages/cli/src/run-bin.ts')).href;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=memora-source',
      '--input-type=module',
      '--eval',
      `await (await import('${entry}')).runBin()`,
      '--',
      'memora',
      ...words,
    ],
    { cwd: checkout, encoding: 'utf8', env: { ...process.env, MEMORA_CONFIG_DIR: join(folder, 'config') } },
  );
  if (status === null || (status !== 0 && stdout === ''))
    throw new Error(`memora ${words[0]} ended with ${status}\n${stderr}`);
  return stdout + stderr;
}
