import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';
import { expect, it } from 'vitest';
import { killIngests } from '../testing-fixtures/kill-ingests.ts';

const DRIVER = fileURLToPath(new URL('../testing-fixtures/drive-attacks.ts', import.meta.url));

/** The maximum number of blocks in a file, which simulates a full disk for the process. */
const ROOM = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"';

it('a note is the old one whole where the disk is full, and the new one as soon as there is room', async () => {
  const home = await mkdtemp(join(tmpdir(), 'memora-full-'));
  try {
    const [vault = '', config = '', folder = ''] = ['vault', 'config', 'documents'].map((name) =>
      join(home, name),
    );
    for (const each of [vault, folder]) await mkdir(each);
    const ingest = async (isFull: boolean): Promise<string> => {
      const node = [process.execPath, ...programOf(DRIVER)];
      const command = [...(isFull ? ['sh', '-c', ROOM] : []), ...node, vault, config, folder];
      const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          said += text.toString();
        });
      await once(child, 'close');
      return said;
    };
    const source = join(folder, 'harbour.txt');
    await writeFile(source, 'Version 1 begins.\n\nThe harbour opens at seven.\n\nVersion 1 ends.\n');
    await ingest(false);
    const [name = ''] = await readdir(join(vault, 'ingested'));
    const note = join(vault, 'ingested', name);
    const before = await readFile(note, 'utf8');
    expect(before).toContain('Version 1 ends.');
    await writeFile(
      source,
      `Version 2 begins.\n\n${'A line of the harbour. '.repeat(2_000)}\n\nVersion 2 ends.\n`,
    );
    const said = await ingest(true);
    expect(await readFile(note, 'utf8')).toBe(before);
    expect(await readdir(join(vault, 'ingested'))).toEqual([name]);
    expect(said).toMatch(/EFBIG|ENOSPC|room|full|large/i);
    await ingest(false);
    expect(await readFile(note, 'utf8')).toMatch(/Version 2 begins\.[\s\S]*Version 2 ends\.\n$/);
    expect(await readdir(join(vault, 'ingested'))).toEqual([name]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

/** More of them: `MEMORA_TEST_WHOLE=1`. */
const KILLS = process.env['MEMORA_TEST_WHOLE'] === '1' ? 100 : 3;

it(
  'a note is the old one whole or the new one whole where the process is killed in between',
  async () => {
    expect((await killIngests(KILLS)).faults).toEqual([]);
  },
  KILLS * 30_000,
);
