import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { WRAPPER } from './load-chunks.ts';

const LOADER = fileURLToPath(new URL('./load-chunks.ts', import.meta.url));
const START = `const path = require('node:path'); const other = require('./other.cjs'); require('./other.cjs');
exports.run = async () => console.log(other.say(path.basename(__filename)), require('node:os').EOL.length, other.loads());`;
const OTHER = `globalThis.loads = (globalThis.loads ?? 0) + 1;
exports.say = (name) => 'first ' + name; exports.loads = () => globalThis.loads;`;

function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'memora-chunks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cacheFile = join(folder, 'cache', 'command');
  write('start.cjs', START);
  write('other.cjs', OTHER);
  return { folder, cacheFile, write, run };

  function write(name: string, text: string, seconds = 1_000_000_000) {
    writeFileSync(join(folder, name), `${WRAPPER[0]}${text}${WRAPPER[1]}`);
    utimesSync(join(folder, name), seconds, seconds);
  }

  /** The output of a process that loads `start.cjs` and runs it. */
  function run(file: string | null = cacheFile, exitCode = 0, lasting = '') {
    const options = JSON.stringify({ folder, cacheFile: file, ...(lasting === '' ? {} : { lastsFrom: 1 }) });
    const code = `import { loadChunks } from ${JSON.stringify(LOADER)};
      const chunk = loadChunks('start.cjs', ${options}); await chunk.run(); ${lasting} process.exitCode = ${exitCode};`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    if (status !== exitCode) throw new Error(stderr);
    return stdout.trim();
  }
}

const SAID = `first start.cjs ${process.platform === 'win32' ? 2 : 1} 1`;

it('loads each chunk once, and what stands outside, and keeps what was compiled', () => {
  const { cacheFile, run } = setup();
  expect(run()).toBe(SAID);
  const kept = readFileSync(cacheFile);
  const { ino } = statSync(cacheFile);
  expect(run()).toBe(SAID);
  // Reused unchanged, and not written again.
  expect(statSync(cacheFile).ino).toBe(ino);
  expect(readFileSync(cacheFile).equals(kept)).toBe(true);
  if (process.platform !== 'win32') expect(statSync(cacheFile).mode & 0o077).toBe(0);
});

it('loads what is seldom used when something of it is first asked for', () => {
  const { write, run } = setup();
  write('seldom-other.cjs', OTHER);
  write(
    'start.cjs',
    `const other = require('./seldom-other.cjs'); require('./seldom-other.cjs');
const named = require('node:fs/promises');
exports.run = async () => console.log(globalThis.loads, other.say('name'), other.loads(), Object.keys(other).join(), Object.keys(named).includes('unlink'), 'unlink' in named);`,
  );
  // Without compiled code, and with it.
  const said = 'undefined first name 1 say,loads true true';
  expect([run(), run()]).toEqual([said, said]);
});

it('runs the code that stands there now, though it be as long as the code that was compiled', () => {
  const { write, run } = setup();
  expect(run()).toBe(SAID);
  write('other.cjs', OTHER.replace('first', 'later'), 1_000_000_001);
  expect(run()).toBe(SAID.replace('first', 'later'));
  expect(run()).toBe(SAID.replace('first', 'later'));
});

it('does without a kept file that is cut off, empty or no such file, and writes it anew', () => {
  const { cacheFile, run } = setup();
  run();
  const whole = readFileSync(cacheFile);
  for (const bytes of [
    whole.subarray(0, whole.length - 100),
    Buffer.alloc(0),
    Buffer.from('{"not": "ours"}'),
  ]) {
    writeFileSync(cacheFile, bytes);
    expect(run()).toBe(SAID);
    expect(readFileSync(cacheFile).length).toBeGreaterThan(bytes.length);
  }
});

it('keeps nothing where nothing may be kept, where the command failed, or where the folder cannot be made', () => {
  const { folder, cacheFile, run } = setup();
  expect(run(null)).toBe(SAID);
  expect(run(cacheFile, 3)).toBe(SAID);
  expect(existsSync(cacheFile)).toBe(false);
  expect(run(join(folder, 'start.cjs', 'command'))).toBe(SAID);
});

it('keeps what a question without an answer compiled, until one has an answer', () => {
  const { cacheFile, run } = setup();
  expect(run(cacheFile, 1)).toBe(SAID);
  const first = statSync(cacheFile).ino;
  expect(run(cacheFile, 1)).toBe(SAID);
  expect(statSync(cacheFile).ino).toBe(first);
  expect(run()).toBe(SAID);
  const { ino, size } = statSync(cacheFile);
  expect(ino).not.toBe(first);
  // From here on the file is complete, whatever the next processes find.
  for (const code of [1, 0]) expect(run(cacheFile, code)).toBe(SAID);
  expect(statSync(cacheFile)).toMatchObject({ ino, size });
});

it('keeps the start of a process that lasts though it is killed, and adds at its end what was loaded later', () => {
  const { cacheFile, write, run } = setup();
  const waiting = `const { existsSync } = await import('node:fs');
    while (!existsSync(${JSON.stringify(cacheFile)})) await new Promise((then) => setTimeout(then, 5));`;
  write(
    'start.cjs',
    `${START} exports.later = () => require('./late.cjs').say(); exports.never = (n) => { ${'n += 1;'.repeat(500)} return n; };`,
  );
  write('late.cjs', 'exports.say = () => 1;');
  expect(() => run(cacheFile, 0, `${waiting} process.kill(process.pid, 'SIGKILL');`)).toThrow();
  const started = readFileSync(cacheFile);
  expect(started.includes('start.cjs')).toBe(true);
  expect(started.includes('late.cjs')).toBe(false);
  // Nothing new was loaded, so nothing is written, whatever was called.
  run(cacheFile, 0, 'chunk.never(1);');
  expect(readFileSync(cacheFile).equals(started)).toBe(true);
  run(cacheFile, 0, 'chunk.never(1); chunk.later();');
  const whole = readFileSync(cacheFile);
  expect(whole.includes('late.cjs')).toBe(true);
  // The start's compiled code is kept unchanged.
  expect(sizeOf(whole, 'start.cjs')).toBe(sizeOf(started, 'start.cjs'));
  run(cacheFile, 0, 'chunk.later();');
  expect(readFileSync(cacheFile).equals(whole)).toBe(true);
});

function sizeOf(kept: Buffer, id: string): number | undefined {
  const index = kept.toString('latin1', 8, 8 + kept.readUInt32LE(4));
  return (JSON.parse(index) as { id: string; size: number }[]).find((chunk) => chunk.id === id)?.size;
}
