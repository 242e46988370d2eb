import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const source = (name: string): string => pathToFileURL(join(import.meta.dirname, name)).href;

it.runIf(process.platform !== 'win32')(
  'takes back the part of a text that fitted before a limit, and leaves the file as it was',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-append-'));
    try {
      const before = `${'x'.repeat(999)}\n`;
      writeFileSync(join(folder, 'ledger.md'), before);
      const script = `
        const { appendToFile } = await import(${JSON.stringify(source('append-to-file.ts'))});
        const { placeIn } = await import(${JSON.stringify(source('place.ts'))});
        try {
          appendToFile(placeIn(${JSON.stringify(folder)}, 'ledger.md'), 'y'.repeat(4000) + '\\n');
        } catch (error) {
          process.exitCode = error.code === 'EFBIG' ? 7 : 1;
        }`;
      // Files of one block at most: 1,024 bytes in bash.
      const { status, stderr } = spawnSync(
        'bash',
        [
          '-c',
          'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"',
          process.execPath,
          '--conditions=memora-source',
          '--input-type=module',
          '-e',
          script,
        ],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([7, '']);
      expect(readFileSync(join(folder, 'ledger.md'), 'utf8')).toBe(before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
