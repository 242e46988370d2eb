import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { openVault } from '@memora/vault';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import type { FileCommand } from './file-command.ts';
import type { FilePorts } from './file-ports.ts';
import { runFileCommand } from './run-file-command.ts';

const SEQUENCES = process.env['MEMORA_TEST_WHOLE'] === '1' ? 10_000 : 24;
const COMMANDS = 12;
/** This many sequences also index the written text. */
const INDEXED = 12;

const WORDS =
  'relay Lisbon berth crane Ida harbour 42 £7 naïve 東京 $& $1 `code` **bold** - [x] | --- > # %% 🧭'.split(
    ' ',
  );
const FILES = [
  'a.md',
  'b.md',
  'notes.txt',
  'plan',
  'dir/c.md',
  'dir/deep/d.xml',
  'dir2/e.md',
  'v1.2.md',
  'ü 1.md',
];
const FOLDERS = ['', 'dir', 'dir/deep', 'dir2', 'none'];

/** mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function createWriter(seed: number) {
  const random = createRandom(seed);
  let texts = 0;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const line = () => Array.from({ length: Math.floor(random() * 5) }, () => pick(WORDS)).join(' ');
  // Each text has a unique word, so that it can be searched for later.
  const text = () => {
    texts++;
    const lines = Array.from({ length: Math.floor(random() * 6) }, line);
    return [`t${seed}x${texts}z`, ...lines].join('\n') + pick(['', '\n']);
  };
  const path = () => `/memories${pick(['/', '/', '/', '//'])}${pick(FILES)}`;
  const range = () => [Math.floor(random() * 6) - 1, pick([-1, 0, 2, 5, 100])];
  const next = (standing: string): FileCommand => {
    switch (pick(['view', 'list', 'create', 'create', 'replace', 'replace', 'insert', 'delete', 'rename'])) {
      case 'view':
        return { command: 'view', path: path(), ...(random() < 0.5 ? { view_range: range() } : {}) };
      case 'list':
        return {
          command: 'view',
          path: pick(['/memories', '/memories/', ...FOLDERS.map((each) => `/memories/${each}`)]),
        };
      case 'create':
        return { command: 'create', path: path(), file_text: text() };
      case 'replace':
        return {
          command: 'str_replace',
          path: path(),
          old_str: pick([pick(WORDS), pick(standing.split('\n')), line(), '']),
          new_str: pick([text(), line(), pick(WORDS)]),
        };
      case 'insert':
        return {
          command: 'insert',
          path: path(),
          insert_line: Math.floor(random() * 8) - 1,
          insert_text: pick([text(), line(), `${line()}\n`]),
        };
      case 'delete':
        return { command: 'delete', path: pick([path(), path(), `/memories/${pick(FOLDERS)}`]) };
      default:
        return {
          command: 'rename',
          old_path: pick([path(), path(), `/memories/${pick(FOLDERS)}`]),
          new_path: pick([path(), `/memories/moved-${Math.floor(random() * 3)}`]),
        };
    }
  };
  return { next };
}

type Answer = { readonly text: string; readonly isSystem: boolean; readonly failed: boolean };

async function answerOf(run: () => Promise<unknown>): Promise<Answer> {
  try {
    return { text: String(await run()), isSystem: false, failed: false };
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    const isSystem = typeof code === 'string' && (error as { syscall?: unknown }).syscall !== undefined;
    return { text: (error as Error).message, isSystem, failed: true };
  }
}

/** The reference implementation shows the file system's sizes of folders. */
const withoutFolderSizes = (text: string) =>
  text.replaceAll(/^\S+\t(\/memories.*)$/gmu, (line, path: string) =>
    path.endsWith('/') || line === text.split('\n')[1] ? `?\t${path}` : line,
  );

/** The reference implementation's bugs, and its side effects. */
async function isFault(command: FileCommand, base: string): Promise<boolean> {
  const at = (path: string) => join(base, path.slice(1));
  const textAt = (path: string) => readFile(at(path), 'utf8').catch(() => null);
  if (command.command === 'str_replace') {
    const text = (await textAt(command.path)) ?? '';
    // It counts two occurrences in one line as one, and never finds a text of several lines.
    const isTwice = text.split('\n').some((line) => line.split(command.old_str).length > 2);
    return (isTwice && command.old_str !== '') || command.old_str.includes('\n');
  }
  if (command.command !== 'rename') return false;
  // It creates the folders of the destination before it checks whether there is anything to move.
  const isInside = `${command.new_path}/`.startsWith(`${command.old_path}/`);
  const isThere = await readdir(at(command.old_path)).then(
    () => true,
    async () => (await textAt(command.old_path)) !== null,
  );
  return isInside || !isThere;
}

async function readTree(base: string): Promise<string> {
  const files = await readdir(base, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

it(`answers ${SEQUENCES} random sequences of commands as the reference does, and loses no text`, async () => {
  await using s = await setupAgent();
  const vault = await openVault(s.root);
  let compared = 0;
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const base = await mkdtemp(join(tmpdir(), 'reference-'));
    const reference = await BetaLocalFilesystemMemoryTool.init(base);
    const indexNotes: FilePorts['memory']['indexNotes'] =
      seed % INDEXED === 0 ? s.agent.memory.indexNotes : async () => [];
    const root = `r${seed}/`;
    const memory = { indexNotes, settings: s.agent.memory.settings };
    const ports = { memory, vault, root, now: () => new Date() };
    const writer = createWriter(seed);
    const said = new Set<string>();
    for (let i = 0; i < COMMANDS; i++) {
      const command = writer.next(await readTree(join(base, 'memories')));
      if (await isFault(command, base)) continue;
      const theirs = await answerOf(() => reference[command.command](command as never) as Promise<string>);
      const ours = await answerOf(() => runFileCommand(command, ports));
      const context = `${seed}: ${JSON.stringify(command)}\n${theirs.text}\n${ours.text}`;
      expect(ours.failed, context).toBe(theirs.failed);
      if (!theirs.isSystem)
        expect(withoutFolderSizes(ours.text), context).toBe(withoutFolderSizes(theirs.text));
      compared++;
      for (const [word] of JSON.stringify(command).matchAll(/t\d+x\d+z/gu)) if (!ours.failed) said.add(word);
    }
    const kept = `${await readTree(join(s.root, `r${seed}`)).catch(() => '')}\n${await readTree(join(s.root, `.trash/memora/r${seed}`)).catch(() => '')}`;
    for (const word of said) expect(kept.includes(word), `${seed}: ${word} is lost`).toBe(true);
    await rm(base, { recursive: true, force: true });
    if (seed % INDEXED !== 0) await rm(join(s.root, root), { recursive: true, force: true });
  }
  expect(compared).toBeGreaterThan(SEQUENCES * COMMANDS * 0.7);
}, 7_200_000);
