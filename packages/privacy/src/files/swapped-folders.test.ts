import { type ChildProcess, spawn } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  appendToFile,
  fillFile,
  listFolder,
  makeDatabaseFile,
  makeFolder,
  makeMemoraFolder,
  memoraPlace,
  moveFile,
  readPlainText,
  removeEmptyFolders,
  removeFile,
  removeFolder,
  setMode,
  touchFile,
  writeWholeFile,
} from '../files.ts';

/** Swaps a folder with a link and back, as fast as the system can, until its parent ends it. */
const SWAP = `
const { renameSync } = require('node:fs');
const [name, link, folder, junk] = process.argv.slice(1);
process.send('ready');
const put = (from) => {
  // Whoever finds no folder may make one.
  for (let i = 0; ; i++) {
    try {
      return renameSync(from, name);
    } catch {
      try { renameSync(name, junk + '/' + process.hrtime.bigint()); } catch {}
    }
  }
};
for (;;) {
  renameSync(name, folder);
  put(link);
  renameSync(name, link);
  put(folder);
}`;

let home: string;
let vault: string;
let outside: string;
let enemy: ChildProcess;

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'memora-swap-')));
  vault = join(home, 'vault');
  outside = join(home, 'outside');
  mkdirSync(join(vault, '.memora', 'deep'), { recursive: true });
  for (const folder of [outside, join(outside, 'deep')]) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['log', 'whole', 'filled', 'gone', 'moved', 'data.db', 'read'])
      writeFileSync(join(folder, name), 'theirs\n', { mode: 0o644 });
  }
  mkdirSync(join(home, 'junk'));
  symlinkSync(outside, join(home, 'link'));
  enemy = spawn(
    process.execPath,
    ['-e', SWAP, join(vault, '.memora'), join(home, 'link'), join(home, 'folder'), join(home, 'junk')],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  await new Promise((resolve) => enemy.once('message', resolve));
});
afterEach(async () => {
  const ended = new Promise((resolve) => enemy.once('close', resolve));
  enemy.kill('SIGKILL');
  await ended;
  rmSync(home, { recursive: true, force: true });
});

const at = (...names: string[]) => memoraPlace(vault, ...names);

/** Every operation on a file, in the swapped folder and in one below it. */
const TOUCHES: Readonly<Record<string, (...folder: string[]) => unknown>> = {
  appendToFile: (...folder) => appendToFile(at(...folder, 'log'), 'ours\n'),
  writeWholeFile: (...folder) => writeWholeFile(at(...folder, 'whole'), 'ours\n', { flush: false }),
  'writeWholeFile of a new file': (...folder) =>
    writeWholeFile(at(...folder, `new-${Math.random()}`), 'ours\n', { isNew: true, flush: false }),
  fillFile: (...folder) => fillFile(at(...folder, 'filled'), 'ours\n'),
  'fillFile by a path': (...folder) =>
    fillFile(at(...folder, 'filled'), (draft) => writeFileSync(draft, 'ours\n')),
  makeDatabaseFile: (...folder) => makeDatabaseFile(at(...folder, 'data.db')),
  makeFolder: (...folder) => makeFolder(at(...folder, `new-${Math.random()}`)),
  makeMemoraFolder: () => makeMemoraFolder(vault),
  setMode: (...folder) => setMode(at(...folder, 'gone'), 0o600),
  touchFile: (...folder) => touchFile(at(...folder, 'gone')),
  moveFile: (...folder) => moveFile(at(...folder, 'gone'), at(...folder, 'moved')),
  removeFile: (...folder) => removeFile(at(...folder, 'moved')),
  removeFolder: (...folder) => removeFolder(at(...folder, 'deep'), (name) => name === 'moved'),
  removeEmptyFolders: (...folder) => removeEmptyFolders(at(...folder, 'deep', 'gone'), new Set(['.memora'])),
  listFolder: (...folder) => listFolder(at(...folder)).map(({ name }) => name),
  readPlainText: (...folder) => readPlainText(at(...folder, 'read')),
};

/** Everything outside: names, modes, times, bytes. */
const snapshot = () =>
  JSON.stringify(
    readdirSync(outside, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode, mtimeMs, size } = lstatSync(join(outside, name));
      return [name, mode, mtimeMs, size];
    }),
  );

it.skipIf(process.platform !== 'linux')(
  'nothing outside is changed or read while a folder becomes a link and a folder again',
  async () => {
    const before = snapshot();
    let done = 0;
    for (let round = 0; round < 150; round++) {
      for (const [name, touch] of Object.entries(TOUCHES)) {
        for (const folder of [[], ['deep']]) {
          try {
            const read = await touch(...folder);
            done++;
            expect([name, read]).not.toEqual([name, 'theirs\n']);
            // Only the folders outside contain this file.
            if (Array.isArray(read))
              expect([name, read]).not.toEqual([name, expect.arrayContaining(['read'])]);
          } catch (error) {
            // Refused, or the folder was not there at that moment.
            expect(error).toMatchObject({
              code: expect.stringMatching(/^(?:FILE_REFUSED|ENOENT|EEXIST|ENOTDIR|ELOOP)$/),
            });
          }
        }
      }
      if (round % 20 === 0) expect(snapshot(), `round ${round}`).toBe(before);
    }
    expect(snapshot()).toBe(before);
    expect(enemy.exitCode).toBeNull();
    // Refusing every operation would prove nothing.
    expect(done).toBeGreaterThan(100);
    expect(readFileSync(join(outside, 'log'), 'utf8')).toBe('theirs\n');
  },
);
