import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendToFile } from './append-to-file.ts';
import { pathOf, placeIn } from './folders/place.ts';
import { draftBeside } from './write-whole-file.ts';

const source = (name: string): string => pathToFileURL(join(import.meta.dirname, name)).href;

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'memora-append-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ledger = () => join(folder, 'ledger.md');

/** Appends in a process whose files may have at most one block, 1,024 bytes in bash. It exits with 7 if the system refuses. */
function appendUnderLimit(text: string, options: object = {}): readonly [number | null, string] {
  const script = `
    const { appendToFile } = await import(${JSON.stringify(source('append-to-file.ts'))});
    const { placeIn } = await import(${JSON.stringify(source('folders/place.ts'))});
    try {
      appendToFile(placeIn(${JSON.stringify(folder)}, 'ledger.md'), ${JSON.stringify(text)}, ${JSON.stringify(options)});
    } catch (error) {
      process.exitCode = error.code === 'EFBIG' ? 7 : 1;
    }`;
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
  return [status, stderr];
}

it.runIf(process.platform !== 'win32')(
  'takes back the part of a text that fitted before a limit, and leaves the file as it was',
  () => {
    const before = `${'x'.repeat(999)}\n`;
    writeFileSync(ledger(), before);
    expect(appendUnderLimit(`${'y'.repeat(4000)}\n`)).toEqual([7, '']);
    expect(readFileSync(ledger(), 'utf8')).toBe(before);
  },
);

it.runIf(process.platform !== 'win32')(
  'leaves nothing where the first text of a file does not fit, and an empty file as it was',
  () => {
    const [text, options] = [`${'y'.repeat(4000)}\n`, { header: '# Ledger\n', flush: true }];
    expect(appendUnderLimit(text, options)).toEqual([7, '']);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(ledger(), '');
    expect(appendUnderLimit(text, options)).toEqual([7, '']);
    expect(readFileSync(ledger(), 'utf8')).toBe('');
    expect(readdirSync(folder)).toEqual(['ledger.md']);
  },
);

const PRELOAD = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const at = Number(process.argv[1]);
let done = 0;
for (const name of ['openSync', 'writeSync', 'writeFileSync', 'fsyncSync', 'linkSync', 'ftruncateSync', 'unlinkSync', 'rmSync', 'renameSync']) {
  const original = fs[name];
  fs[name] = (...given) => {
    const isReading = name === 'openSync' && (given[1] === 'r' || (typeof given[1] === 'number' && (given[1] & 0o103) === 0));
    if (!isReading && ++done >= at) throw Object.assign(new Error('EROFS: simulated'), { code: 'EROFS' });
    return original(...given);
  };
}
syncBuiltinESMExports();`;

it('has the file as it was or with the whole text at whichever operation a disk turns read-only', () => {
  const finished = new Set<string>();
  for (let at = 1; at <= 12; at++) {
    rmSync(ledger(), { force: true });
    const { status } = spawnSync(
      process.execPath,
      [
        '--conditions=memora-source',
        '--input-type=module',
        '-e',
        `${PRELOAD}
        const { appendToFile } = await import(${JSON.stringify(source('append-to-file.ts'))});
        const { placeIn } = await import(${JSON.stringify(source('folders/place.ts'))});
        try {
          appendToFile(placeIn(${JSON.stringify(folder)}, 'ledger.md'), 'one\\n', { header: '# Ledger\\n', flush: true });
        } catch (error) {
          process.exitCode = error.code === 'EROFS' ? 7 : 1;
        }`,
        String(at),
      ],
      { encoding: 'utf8' },
    );
    const left = existsSync(ledger()) ? readFileSync(ledger(), 'utf8') : null;
    expect([null, '# Ledger\none\n']).toContain(left);
    finished.add(`${status} ${left === null}`);
    // The next entry has its own line in a complete file, whatever the last process left.
    appendToFile(placeIn(folder, 'ledger.md'), 'two\n', { header: '# Ledger\n', onOwnLine: true });
    expect(readFileSync(ledger(), 'utf8')).toBe(`${left ?? '# Ledger\n'}two\n`);
  }
  // It failed, and it ended by itself.
  expect([...finished]).toEqual(expect.arrayContaining(['7 true', '0 false']));
});

it('takes away the name of its draft that a killed process left, and no other name', () => {
  const place = placeIn(folder, 'ledger.md');
  appendToFile(place, 'one\n');
  linkSync(ledger(), join(folder, draftBeside(place).parts.at(-1) ?? ''));
  // The draft of another file.
  const other = draftBeside(place).parts.at(-1) ?? '';
  writeFileSync(join(folder, other), 'theirs');
  appendToFile(place, 'two\n');
  expect(readFileSync(ledger(), 'utf8')).toBe('one\ntwo\n');
  expect(statSync(ledger()).nlink).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([other, 'ledger.md'].sort());
  linkSync(ledger(), join(folder, 'profile'));
  linkSync(ledger(), join(folder, draftBeside(place).parts.at(-1) ?? ''));
  expect(() => appendToFile(place, 'three\n')).toThrowError(/another name elsewhere/);
  expect(readFileSync(join(folder, 'profile'), 'utf8')).toBe('one\ntwo\n');
});

it('gives a new file its mode, and keeps each line of processes that all come first', async () => {
  const place = placeIn(folder, 'ledger.md');
  const script = `
    const { appendToFile } = await import(${JSON.stringify(source('append-to-file.ts'))});
    const { placeIn } = await import(${JSON.stringify(source('folders/place.ts'))});
    const place = placeIn(${JSON.stringify(folder)}, 'ledger.md');
    process.on('message', () => {
      appendToFile(place, process.argv[1] + '\\n', { header: '# Ledger\\n', onOwnLine: true, flush: true, mode: 0o644 });
      process.disconnect();
    });
    process.send('ready');`;
  const writers = Array.from({ length: 8 }, (_, i) =>
    spawn(
      process.execPath,
      ['--conditions=memora-source', '--input-type=module', '-e', script, `line ${i}`],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    ),
  );
  await Promise.all(writers.map((writer) => once(writer, 'message')));
  const ends = writers.map((writer) => once(writer, 'close'));
  for (const writer of writers) writer.send('go');
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual(writers.map(() => 0));
  const [header, ...lines] = readFileSync(ledger(), 'utf8').trimEnd().split('\n');
  expect(header).toBe('# Ledger');
  expect(lines.sort()).toEqual(writers.map((_, i) => `line ${i}`));
  expect(readdirSync(folder)).toEqual(['ledger.md']);
  expect(lstatSync(pathOf(place)).mode & 0o777 & ~process.umask()).toBe(0o644 & ~process.umask());
});
