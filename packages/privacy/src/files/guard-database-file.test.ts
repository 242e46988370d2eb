import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = join(import.meta.dirname, 'guard-database-file.ts');
const PLACES = join(import.meta.dirname, 'folders/place.ts');

/** Opens every file that the process may open, checks a database that is not open, and closes them. */
const SCRIPT = `
import { closeSync, openSync } from 'node:fs';
const { confirmDatabase } = await import(process.argv[1]);
const { placeAt } = await import(process.argv[2]);
const place = placeAt(process.argv[3]);
const look = () => { try { confirmDatabase(place); return 'confirmed'; } catch (error) { return error.code; } };
const first = look();
const taken = [];
try { for (;;) taken.push(openSync('/dev/null')); } catch {}
const full = look();
for (const file of taken) closeSync(file);
process.stdout.write([first, full, look()].join(' '));
`;

it.skipIf(process.platform !== 'linux')(
  'a database that this process has not opened is not confirmed, were it because no file can be opened to look',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-guard-'));
    try {
      const path = join(folder, 'memora.db');
      writeFileSync(path, 'SQLite format 3', { mode: 0o600 });
      const line = `ulimit -n 80; exec "$0" "$@"`;
      const node = [process.execPath, '--conditions=memora-source', '--input-type=module', '-e', SCRIPT];
      const { stdout, stderr } = spawnSync('sh', ['-c', line, ...node, '--', MODULE, PLACES, path], {
        encoding: 'utf8',
      });
      expect([stdout, stderr.replace(/^\(node:.*\n?.*$/gm, '').trim()]).toEqual([
        'FILE_REFUSED EMFILE FILE_REFUSED',
        '',
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
