import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { runCli } from '../program/run-cli.ts';
import { CLIENT_FILES } from '../testing-fixtures/client-files.ts';
import { setupHome, type TestHome } from '../testing-fixtures/setup-home.ts';

const ENTER = '\r';

/** Runs a command on streams that act as a terminal. Each key is typed when the screen shows its words. */
async function runTyping(
  home: TestHome,
  argv: readonly string[],
  types: readonly (readonly [shown: RegExp, keys: string])[],
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  let screen = '';
  let at = 0;
  const left = [...types];
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 30 });
  let stdout = '';
  const type = () => {
    const [next] = left;
    if (next === undefined || !next[0].test(stripVTControlCharacters(screen.slice(at)))) return;
    left.shift();
    at = screen.length;
    setImmediate(() => stdin.write(next[1]));
  };
  stderr.on('data', (chunk) => {
    screen += chunk;
    type();
  });
  const out = new PassThrough();
  out.on('data', (chunk) => {
    stdout += chunk;
  });
  const io = {
    stdin,
    stdout: out,
    stderr,
    env: home.env,
    cwd: home.home,
    signal: new AbortController().signal,
  };
  const code = await runCli(argv, io as unknown as Parameters<typeof runCli>[1]);
  return { code, stdout, screen: stripVTControlCharacters(screen), left };
}

it('asks for the notes, the agents, a yes and a question, and shows the answer', async () => {
  await using home = await setupHome(['cursor', 'codex']);
  const vaults = { a: { path: home.vault, ts: 2 }, b: { path: home.home, ts: 1 } };
  await home.writeHome('.config/obsidian/obsidian.json', JSON.stringify({ vaults }));
  const run = await runTyping(
    home,
    ['setup'],
    [
      [/Which notes\?/, ENTER],
      // Codex is not wanted.
      [/Which agents may use them\?/, `\u001b[B ${ENTER}`],
      [/Write these lines/, ENTER],
      [/What do you want to ask/, `At how many bar does the cooling pump run?${ENTER}`],
    ],
  );
  expect(run.left).toEqual([]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('40 bar');
  expect(run.stdout).toContain('  pump.md:3\n');
  expect(await home.readHome('.cursor/mcp.json')).toContain('"memora"');
  expect(await home.readHome('.codex/config.toml')).toBe(CLIENT_FILES['codex']?.[0]?.text);
  const removed = await runTyping(home, ['setup', '--remove'], [[/Undo these edits\?/, ENTER]]);
  expect(removed.code).toBe(0);
  expect(await home.readHome('.cursor/mcp.json')).toBe(CLIENT_FILES['cursor']?.[0]?.text);
});

it('asks for a folder where Obsidian knows none, and takes Enter for the question that it suggests', async () => {
  await using home = await setupHome([]);
  const run = await runTyping(
    home,
    ['setup'],
    [
      [/Which folder contains your notes\?/, `${home.vault}${ENTER}`],
      [/Write these lines/, ENTER],
      [/What do you want to ask/, ENTER],
    ],
  );
  expect([run.code, run.left]).toEqual([0, []]);
  expect(run.stdout).toMatch(/What about .*pump/i);
});

it.each([
  ['the notes', []],
  ['the agents', [[/Which notes\?/, ENTER]]],
  [
    'a yes',
    [
      [/Which notes\?/, ENTER],
      [/Which agents/, ENTER],
    ],
  ],
] as const)('Ctrl-C at the question for %s writes nothing', async (_, before) => {
  await using home = await setupHome(['cursor']);
  const vaults = { a: { path: home.vault, ts: 2 } };
  await home.writeHome('.config/obsidian/obsidian.json', JSON.stringify({ vaults }));
  const files = await home.snapshot();
  const run = await runTyping(home, ['setup'], [...before, [/Which|Write these/, '\u0003']]);
  expect([run.code, run.left]).toEqual([130, []]);
  expect(await home.snapshot()).toEqual(files);
  expect(await readdir(home.vault)).not.toContain('.memora');
});

it('a no writes nothing', async () => {
  await using home = await setupHome(['cursor']);
  await mkdir(join(home.home, 'empty'));
  const files = await home.snapshot();
  const run = await runTyping(
    home,
    ['setup', '--vault', home.vault],
    [
      [/Which agents/, ENTER],
      [/Write these lines/, 'n'],
    ],
  );
  expect([run.code, run.left]).toEqual([0, []]);
  expect(await home.snapshot()).toEqual(files);
});
