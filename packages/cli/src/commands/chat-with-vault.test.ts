import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { runCli } from '../program/run-cli.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = { 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' };

it('answers each line of its input of the notes as they are, and ends at exit', async () => {
  await using vault = await setupVault(NOTES);
  const stdin =
    'How fast does the pump run?\n\nWho painted the ceiling?\nexit\nHow fast does the pump run?\n';
  const { code, stdout } = await vault.run(['chat'], { stdin });
  expect(stdout.match(/^The pump runs at 40 bar\.\n {2}pump\.md:3$/gmu)).toHaveLength(1);
  expect(stdout).toContain('The notes do not say: no passage has enough words of the question.');
  expect(code).toBe(1);
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 55 bar.\n');
  const later = await vault.run(['chat'], { stdin: 'How fast does the pump run?' });
  expect(later).toMatchObject({ code: 0, stdout: expect.stringContaining('55 bar') });
});

it('says once what helps where the words do not match', async () => {
  await using vault = await setupVault(NOTES);
  const stdin = 'Who painted the ceiling?\nWho is Ida?\n';
  const { stderr } = await vault.run(['chat'], { stdin });
  expect(stderr.match(/What may help: .*memora model list/gu)).toHaveLength(1);
});

it('answers /help with what can be done, and searches nothing for it', async () => {
  await using vault = await setupVault(NOTES);
  const { stdout, stderr } = await vault.run(['chat'], { stdin: '/help\n' });
  expect(stdout).toBe('');
  expect(stderr).toContain('Ask your notes.');
});

it('tells the owner at a terminal that a secret place would answer, and nobody else', async () => {
  await using vault = await setupVault({
    'access.md':
      '# Access\n\n<!--privacy:secret-->\nThe alarm code of the office is 471108.\n<!--/privacy-->\n\nServer room key: with the porter.\n',
  });
  await vault.run(['index', '--no-write']);
  const told = '1 secret place would answer this. To see it: --reveal.';
  const question = 'What is the alarm code of the office?';
  const alone = await vault.run(['query', question]);
  expect(alone.stderr + alone.stdout).not.toContain('secret place');
  const atTerminal = await askAtTerminal(vault, question);
  expect(atTerminal).toContain(told);
  expect(atTerminal).not.toContain('471108');
  const other = await askAtTerminal(vault, 'Who has the key of the server room?');
  expect(other).toContain('with the porter');
  expect(other).not.toContain('secret place');
});

/** Everything that a person sees who asks at a terminal. */
async function askAtTerminal({ vault, env, folder }: TestVault, question: string): Promise<string> {
  const seen: string[] = [];
  const terminal = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          seen.push(String(chunk));
          done();
        },
      }),
      { isTTY: true, columns: 200 },
    );
  await runCli(['query', question, '--vault', vault], {
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
    stdout: terminal(),
    stderr: terminal(),
    env: { ...env, NO_COLOR: '1', PAGER: '' },
    cwd: folder,
    signal: new AbortController().signal,
  });
  return seen.join('');
}

it('gives one JSON value a line for programs', async () => {
  await using vault = await setupVault(NOTES);
  const { stdout } = await vault.run(['chat', '--json'], {
    stdin: 'How fast does the pump run?\nWho is Ida?\n',
  });
  const [first, second, ...rest] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ abstained: false });
  expect(second).toMatchObject({ abstained: true });
  expect(rest).toEqual([]);
});
