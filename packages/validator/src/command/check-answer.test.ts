import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spellTreacherous } from '@memora/language/text';
import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answer.ts';

async function setup(files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'memora-check-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const run = async (args: readonly string[], input = '') => {
    let out = '';
    let err = '';
    const code = await checkAnswer(args, {
      folder,
      version: '1.2.3',
      readStandardInput: async () => input,
      print: (text) => {
        out += text;
      },
      printError: (text) => {
        err += text;
      },
    });
    return { code, out, err };
  };
  return { folder, run, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const docs = {
  'docs/lease.md': '# Lease\n\nRent is 900 EUR a month. Pets are not allowed.\n',
  'docs/sub/house.md': 'The house was built in 1974.\n',
};

describe('memora-validator check', () => {
  it('exits 0 where every statement is carried, 1 where one is not, and says why', async () => {
    await using at = await setup({
      ...docs,
      'good.md': 'Rent is 900 EUR a month [1]. The house was built in 1974 [source: house.md].\n',
      'bad.md': 'Rent is 950 EUR a month [1]. It rains.\n',
    });
    const good = await at.run(['check', 'good.md', '--sources', 'docs/**/*.md']);
    expect(good).toMatchObject({ code: 0, err: '' });
    expect(good.out).toContain('Verdict: verified (2 verified)');
    const bad = await at.run(['check', 'bad.md', '--sources', 'docs/**']);
    expect(bad.code).toBe(1);
    expect(bad.out).toContain('✗ Rent is 950 EUR a month [1].');
    expect(bad.out).toContain('token_mismatch docs/lease.md');
    expect(bad.out).toContain('number: “950');
    expect(bad.out).toContain('uncited: No citation follows it.');
  });

  it('reads the answer from standard input, and prints JSON, SARIF, JUnit and HTML', async () => {
    await using at = await setup(docs);
    const print = (format: string) =>
      at.run(['check', '-', '--sources', 'docs', '--format', format], 'Rent is 950 EUR a month [1].');
    expect(JSON.parse((await print('json')).out)).toMatchObject({ verdict: 'rejected' });
    expect(JSON.parse((await print('sarif')).out)).toMatchObject({
      runs: [{ results: [{ ruleId: 'token_mismatch' }] }],
    });
    expect((await print('junit')).out).toContain('<failure type="token_mismatch"');
    expect((await print('html')).out).toContain('<!doctype html>');
  });

  it('counts nearly the words of a document as a failure, unless that is allowed', async () => {
    await using at = await setup(docs);
    const run = (...more: string[]) =>
      at.run(['check', '-', '--sources', 'docs', ...more], 'Pets are allowed [1].');
    const plain = await run();
    expect(plain.code).toBe(1);
    expect(plain.out).toContain('left out here: “not”');
    // The verdict and the exit code agree.
    expect(plain.out).toContain('Verdict: rejected (1 verified)');
    expect(JSON.parse((await run('--format', 'json')).out)).toMatchObject({ verdict: 'rejected' });
    expect((await run('--format', 'html')).out).toContain(
      '<strong class="verdict rejected">rejected</strong>',
    );
    const allowed = await run('--allow-altered');
    expect(allowed.code).toBe(0);
    expect(allowed.out).toContain('Verdict: verified (1 verified)');
    expect(allowed.out).toContain('≠ differs Pets are allowed [1].');
    expect((await run('--format', 'sarif')).out).toContain('"ruleId": "altered"');
  });

  it('counts an answer without any citation as a failure, unless that is allowed', async () => {
    await using at = await setup(docs);
    expect((await at.run(['check', '-', '--sources', 'docs'], '')).code).toBe(1);
    expect((await at.run(['check', '-', '--sources', 'docs'], 'It rains.')).code).toBe(1);
    expect((await at.run(['check', '-', '--sources', 'docs', '--allow-uncited'], 'It rains.')).code).toBe(0);
  });

  it('says what is wrong with the command line, exit 2, and with files, exit 4', async () => {
    await using at = await setup(docs);
    for (const args of [
      ['check'],
      ['check', 'a', 'b', '--sources', 'x'],
      ['check', 'a'],
      ['verify', 'a'],
      ['check', 'a', '--sources', 'x', '--format', 'pdf'],
      ['check', 'a', '--sources', 'x', '--markers', 'roman'],
      ['check', 'a', '--frob'],
    ]) {
      const { code, err } = await at.run(args);
      expect(code, args.join(' ')).toBe(2);
      expect(err).toMatch(/^error: .+\n.+\n$/u);
    }
    expect(await at.run(['check', 'none.md', '--sources', 'docs'])).toMatchObject({ code: 4 });
    expect(await at.run(['check', '-', '--sources', 'nothing/**'])).toMatchObject({ code: 4 });
    expect((await at.run([])).out).toContain('memora-validator check');
    expect((await at.run(['--version'])).out).toBe('1.2.3\n');
  });

  it.each(['text', 'json', 'sarif', 'junit', 'html'])(
    'prints as %s nothing that steers a terminal, of the answer, of the sources or of their names',
    async (format) => {
      const treacherous = '\u001b]0;x\u0007\u009b31m\u202e\u{e0041}\u2066\u200b';
      await using at = await setup({
        [`docs/a${treacherous}.md`]: `The pump ${treacherous} runs at 40 bar.\n`,
        [`docs/b${treacherous}.bin`]: new Uint8Array([65, 0, 66]),
      });
      const { out, err } = await at.run(
        ['check', '-', '--sources', 'docs', '--format', format],
        `The pump ${treacherous} runs at 41 bar [1]. It is ${treacherous} red [9].`,
      );
      expect(spellTreacherous(out)).toBe(out);
      expect(spellTreacherous(err)).toBe(err);
      expect(err).toMatch(/^left out [^\n]+: not a text\n$/u);
      const missing = await at.run(['check', `none${treacherous}.md`, '--sources', 'docs']);
      expect(spellTreacherous(missing.err)).toBe(missing.err);
      if (format === 'json') expect(JSON.stringify(JSON.parse(out))).toContain('\u202e');
    },
  );

  it('follows no link, leaves out what is no text, and prints nothing that a terminal would obey', async () => {
    await using outside = await setup({ 'secret.md': 'The PIN is 4711.\n' });
    await using at = await setup({ ...docs, 'docs/a.bin': new Uint8Array([65, 0, 66]) });
    await symlink(join(outside.folder, 'secret.md'), join(at.folder, 'docs/link.md'));
    const { out, err } = await at.run(
      ['check', '-', '--sources', 'docs'],
      'The PIN is 4711 [1]. \u001b]52;c;eA==\u0007Red \u202eno [9].',
    );
    expect(err).toBe('left out docs/a.bin: not a text\n');
    expect(out).not.toContain('link.md');
    expect(out).toContain('✗ The PIN is 4711');
    expect(out).not.toMatch(/[\u001b\u0007\u202e]/u);
    expect(out).toContain('⟨U+202E⟩');
  });
});
