import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdsBytes } from './holds-bytes.ts';
import { readNoteFile } from './read-note-file.ts';

/** Swaps a folder with a link and back, as fast as the system can. */
const SWAP = `
const { renameSync } = require('node:fs');
const [name, link, folder] = process.argv.slice(1);
process.send('ready');
for (;;) {
  renameSync(name, folder);
  renameSync(link, name);
  renameSync(name, link);
  renameSync(folder, name);
}`;

it.skipIf(process.platform !== 'linux')(
  'reads no note through a folder that is a link for a moment',
  async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'memora-swap-')));
    const at = (...names: string[]) => join(home, ...names);
    for (const folder of ['vault/region/deep', 'outside/deep']) mkdirSync(at(folder), { recursive: true });
    writeFileSync(at('vault/region/deep/a.md'), 'ours\n');
    writeFileSync(at('outside/deep/a.md'), 'theirs\n');
    symlinkSync(at('outside'), at('link'));
    const ours = lstatSync(at('vault/region/deep/a.md'));
    const enemy = spawn(process.execPath, ['-e', SWAP, at('vault/region'), at('link'), at('folder')], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((resolve) => enemy.once('message', resolve));
    try {
      let read = 0;
      for (let i = 0; i < 6_000; i++) {
        expect(holdsBytes(at('vault'), 'region/deep/a.md', Buffer.from('theirs\n'), ours)).toBe(false);
        const bytes = await readNoteFile(at('vault'), 'region/deep/a.md', 1_000).catch((error: unknown) => {
          expect(error).toMatchObject({
            code: expect.stringMatching(/^(?:NOTE_NOT_FOUND|PATH_OUTSIDE_VAULT)$/),
          });
          return null;
        });
        if (bytes === null) continue;
        read++;
        expect(Buffer.from(bytes).toString()).toBe('ours\n');
      }
      // Refusing every operation would prove nothing.
      expect(read).toBeGreaterThan(100);
      expect(enemy.exitCode).toBeNull();
    } finally {
      const ended = new Promise((resolve) => enemy.once('close', resolve));
      enemy.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true });
    }
  },
);
