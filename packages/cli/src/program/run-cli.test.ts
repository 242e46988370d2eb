import { describe, expect, it } from 'vitest';
import { runInProcess as run } from '../testing-fixtures/run-in-process.ts';
import { COMMANDS } from './command-table.ts';

describe('runCli', () => {
  it.each(['--version', '-V', '-v'])('prints its version for %s', async (flag) => {
    const { code, stdout } = await run([flag]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
    'shows an example in the help of %s',
    async (name, spec) => {
      const { code, stdout, stderr } = await run([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(spec.example);
      expect(stdout).toContain('--vault');
      expect(stdout).toContain('--json');
      expect(stdout).toContain('--quiet');
      expect(stderr).toBe('');
    },
  );

  it.each(['claims', 'privacy'])('shows an example in the help of the group %s', async (name) => {
    const { code, stdout } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`memora ${name} `);
  });

  it('without a command shows the help on stderr and ends with 2', async () => {
    const { code, stdout, stderr } = await run([]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('index');
  });

  it('says where options stand to whoever writes them before the command', async () => {
    const { code, stderr } = await run(['--vault', 'notes', 'index']);
    expect(code).toBe(2);
    expect(stderr).toContain("unknown option '--vault'");
    expect(stderr).toContain('memora index --vault notes');
  });

  it.each([
    ['--vault', '/nowhere', 'capture', 'The harbor opens at nine'],
    ['--vault', '/nowhere', 'privacy', 'erase', 'people/kim smith.md'],
    ['--json', 'query', 'Who leads the project?'],
  ])('takes no words of a command for a question where options precede it: %s %s %s', async (...argv) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`unknown option '${argv[0]}'`);
  });

  it('says how to ask one word, and what a command without its words looks like', async () => {
    const word = await run(['budget', '--vault', 'notes']);
    expect(word.code).toBe(2);
    expect(word.stderr).toContain('To ask one word: memora query budget.');
    const bare = await run(['query']);
    expect(bare.code).toBe(2);
    expect(bare.stderr).toMatch(/missing required argument 'text'\n {2}For example: memora query "/u);
  });

  it('suggests the command and the option that were meant', async () => {
    const command = await run(['indx']);
    expect(command.code).toBe(2);
    expect(command.stderr).toContain('Did you mean index?');
    const option = await run(['index', '--dry-rn']);
    expect(option.code).toBe(2);
    expect(option.stderr).toContain('--dry-run');
  });

  it.each([
    [['query', 'x', '--vault', '/nowhere', '--k', '0'], '--k takes a whole number'],
    [['query', 'x', '--vault', '/nowhere', '--k', 'many'], '--k takes a whole number'],
    [['query', 'x', '--vault', '/nowhere', '--as-of', 'yesterday'], '--as-of takes a date'],
    [['query', 'x', '--vault', '/nowhere', '--as-of', '2026-02-30'], '--as-of takes a date'],
    [['query', 'x', '--vault', '/nowhere', '--as-of', '2026-13-45'], '--as-of takes a date'],
    [['query', '  ', '--vault', '/nowhere'], 'the question is empty'],
    [['index', '--vault', ''], '--vault is empty'],
    [['index', '--extractor', 'magic'], 'offline, llm'],
    [['index', '--set', 'retrieval.top_k', '--vault', '/'], 'key=value'],
    [['verify', '--format', 'pdf'], 'sarif'],
  ])('refuses %j with exit code 2 and a reason', async (argv, reason) => {
    const { code, stdout, stderr } = await run(argv);
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  it('asks which vault is meant rather than indexing the folder it stands in', async () => {
    const { code, stderr } = await run(['index']);
    expect(code).toBe(2);
    expect(stderr).toContain('--vault');
  });

  it('gives errors as one JSON line on stderr under --json', async () => {
    const { code, stdout, stderr } = await run(['index', '--vault', '/no/such/folder', '--json']);
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'VAULT_NOT_FOUND' } });
  });
});
