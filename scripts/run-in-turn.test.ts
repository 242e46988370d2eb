import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runInTurn } from './testing-fixtures/run-in-turn.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memora-turns-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runAll(codes: Readonly<Record<string, string>>, longestMs = 60_000) {
  const programs = Object.entries(codes).map(([name, code]) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, code);
    return { file, cwd: folder, env: { OWN: name } };
  });
  return runInTurn(programs, { env: { PATH: process.env['PATH'] }, longestMs });
}

it('gives each program its own output, environment and end, and the modules that they share once', async () => {
  writeFileSync(join(folder, 'shared.mjs'), 'console.log("loaded");\n');
  const ended = await runAll({
    first:
      "import './shared.mjs'; console.log(process.env.OWN, process.cwd(), process.argv.length); process.env.LEFT = '1';",
    second:
      "import './shared.mjs'; console.error('beside', process.env.LEFT); setTimeout(() => console.log(process.env.OWN), 20);",
    third: 'process.exitCode = 3; console.log(process.env.OWN);',
    fourth: 'console.log(process.exitCode);',
  });
  expect(ended).toEqual([
    { status: '0', stdout: `loaded\nfirst ${folder} 2\n`, stderr: '' },
    { status: '0', stdout: 'second\n', stderr: 'beside undefined\n' },
    { status: '3', stdout: 'third\n', stderr: '' },
    { status: '0', stdout: 'undefined\n', stderr: '' },
  ]);
});

it('continues after a program that ends the process in any way', async () => {
  const ended = await runAll({
    throws: "console.log('before'); throw new TypeError('mine');",
    rejects: "setTimeout(() => Promise.reject(new Error('later')), 5);",
    exits: "console.log('leaving'); process.exit(7);",
    leaves: "console.log('done'); process.exit(0);",
    waits: 'await new Promise(() => {});',
    last: "console.log('last');",
  });
  expect(ended.map(({ status, stdout }) => [status, stdout])).toEqual([
    ['1', 'before\n'],
    ['1', ''],
    ['7', 'leaving\n'],
    ['0', 'done\n'],
    ['13', ''],
    ['0', 'last\n'],
  ]);
  expect(ended[0]?.stderr).toContain('TypeError: mine');
  expect(ended[1]?.stderr).toContain('later');
});

it('ends a program that something keeps alive, and says so', async () => {
  const ended = await runAll(
    {
      hangs: "import { createServer } from 'node:net'; console.log('up'); createServer().listen(0);",
      after: "console.log('after');",
    },
    5000,
  );
  expect(ended.map(({ status, stdout }) => [status, stdout])).toEqual([
    ['SIGKILL', 'up\n'],
    ['0', 'after\n'],
  ]);
});
