import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { OutputStream } from '../../cli-io.ts';
import { runCli } from '../../program/run-cli.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';
import { widthOf } from './wrap-text.ts';

const NOTES = {
  'harbor/buoys.md':
    '# Buoys\n\nEach **buoy** of the outer harbor reports its height, its battery and the temperature of the water every `30 seconds`, day and night, all year round.\n\n- The [[supplier|supplier of the batteries]] is Norrland Energi.\n',
  'センサー.md':
    '# 圧力センサー\n\n圧力センサーの校正は毎年**四月**に行い、その結果を港の記録に残してから、二週間以内に担当者へ報告する。\n',
};

let vault: TestVault;
beforeAll(async () => {
  vault = await setupVault(NOTES);
  await vault.run(['index']);
  return () => vault[Symbol.asyncDispose]();
});

/** The screen of a terminal of this width after a command. */
async function show(argv: readonly string[], columns: number, env: Record<string, string> = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns, rows: 100 }) as OutputStream &
    PassThrough;
  let screen = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  await runCli([...argv, '--vault', vault.vault], {
    stdin: Object.assign(new PassThrough(), { isTTY: false }),
    stdout,
    stderr: new PassThrough(),
    env: { ...vault.env, ...env },
    cwd: vault.folder,
    signal: new AbortController().signal,
  });
  return screen
    .replaceAll(vault.folder, '/home/ida')
    .replace(/(?<=\[claim:|^ {2}(?:\u001b\[2m)?)[0-9a-z]{16}/gmu, 'c'.repeat(16));
}

const COMMANDS = {
  Latin: ['query', 'How often do the buoys report their height?'],
  CJK: ['query', '圧力センサーの校正はいつ行う？'],
  proof: ['query', '圧力センサーの校正はいつ行う？', '--proof'],
  claims: ['claims', 'list'],
} as const;

it.each(
  Object.entries(COMMANDS).flatMap(([name, argv]) =>
    [60, 80, 120].map((columns) => [name, columns, argv] as const),
  ),
)('%s at %d columns', async (_, columns, argv) => {
  const screen = stripVTControlCharacters(await show(argv, columns));
  for (const line of screen.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  expect(screen).toMatchSnapshot();
});

it.each([
  ['dark', '15;0'],
  ['light', '0;15'],
])('styles and links on a %s terminal', async (_, COLORFGBG) => {
  const screen = await show(COMMANDS.Latin, 80, { COLORFGBG });
  expect(screen.replaceAll('\u001b', '␛').replaceAll('\u0007', '␇')).toMatchSnapshot();
});

it('shows no style and no link where colour is not wanted', async () => {
  expect(await show(COMMANDS.Latin, 80, { NO_COLOR: '1' })).not.toContain('\u001b');
});
