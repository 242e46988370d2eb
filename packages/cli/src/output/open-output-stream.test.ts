import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const MODULE = fileURLToPath(new URL('./open-output-stream.ts', import.meta.url));
const LINES = 40_000;
const code = `const { openOutputStream } = await import(${JSON.stringify(MODULE)});
const out = openOutputStream(1);
for (let i = 0; i < ${LINES}; i++) out.write('line ' + i + ' größer\\n');`;

function start(stdout: 'pipe' | number) {
  return spawn(process.execPath, ['--input-type=module', '-e', code.replace('\\\\n', '\\n')], {
    stdio: ['ignore', stdout, 'pipe'],
  });
}

it('writes everything to a pipe that is read slowly', async () => {
  const child = start('pipe');
  let text = '';
  for await (const chunk of child.stdout?.setEncoding('utf8') ?? []) {
    text += chunk;
    if (text.length < 300_000) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(text.split('\n')).toHaveLength(LINES + 1);
  expect(text.endsWith(`line ${LINES - 1} größer\n`)).toBe(true);
});

it('writes everything to a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'memora-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'out');
  const code = await new Promise((resolve) => start(openSync(file, 'w')).on('close', resolve));
  expect(code).toBe(0);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(LINES + 1);
});

it('ends quietly where the reader has left', async () => {
  const child = start('pipe');
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
});
