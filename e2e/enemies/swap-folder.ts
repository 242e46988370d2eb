import { spawn } from 'node:child_process';
import { existsSync, lstatSync, renameSync } from 'node:fs';

const SWAP = `
const { renameSync } = require('node:fs');
const [name, link, aside] = process.argv.slice(1);
process.send('ready');
for (;;) {
  renameSync(name, aside);
  renameSync(link, name);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  renameSync(name, link);
  renameSync(aside, name);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}`;

/** Swaps a folder with a link and back about every millisecond, until it is disposed of. */
export async function swapFolder(name: string, link: string, aside: string): Promise<AsyncDisposable> {
  const enemy = spawn(process.execPath, ['-e', SWAP, name, link, aside], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => enemy.once('message', resolve));
  return {
    [Symbol.asyncDispose]: async () => {
      if (enemy.exitCode !== null) throw new Error('the enemy gave up');
      const ended = new Promise((resolve) => enemy.once('close', resolve));
      enemy.kill('SIGKILL');
      await ended;
      // Puts the folder back, wherever it is.
      if (lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() === true) renameSync(name, link);
      if (existsSync(aside)) renameSync(aside, name);
    },
  };
}
