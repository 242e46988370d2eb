import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../read-version.ts';
import { openJudgeServer } from '../testing-fixtures/open-judge-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

let vault: Awaited<ReturnType<typeof setupVault>>;
let answer: string;
beforeAll(async () => {
  vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal.\n' });
  await vault.run(['index', '--no-write']);
  const { claims } = await vault.json<{ claims: { claim_id: string; source_text: string }[] }>([
    'claims',
    'list',
  ]);
  const cite = (words: string) =>
    `[claim:${claims.find((claim) => claim.source_text.includes(words))?.claim_id}]`;
  answer = `The pump runs at 40 bar ${cite('40 bar')}. Mara replaced the seal ${cite('seal')}.`;
});
afterAll(() => vault[Symbol.asyncDispose]());

const judge = (seal: string) =>
  openJudgeServer((body) => (body.includes('<statement>\\nMara') ? seal : 'entailed'));

it('says how a citation is written to an answer that has none', async () => {
  const told = 'A citation of a note is written [claim:…]';
  const { code, stderr } = await vault.run(['verify'], { stdin: 'The pump runs at 40 bar [1].' });
  expect(code).toBe(1);
  expect(stderr).toContain(told);
  expect((await vault.run(['verify'], { stdin: answer })).stderr).not.toContain(told);
});

describe('verify --entailment', () => {
  it('prints the opinion in place, beside the proof, and lets it fail nothing by itself', async () => {
    await using server = await judge('neutral');
    const { code, stdout } = await vault.run(['verify', '--entailment', ...server.settings], {
      stdin: answer,
    });
    expect(stdout).toContain('≈ entailed');
    expect(stdout).toContain('≉ not entailed');
    expect(stdout).toContain(
      'Opinion: 1 entailed, 1 neutral (judged by openai-compatible/default; no proof)',
    );
    expect(stdout).toContain('Verdict: verified');
    expect(stdout).toContain('verified (no quotation and no figure differs from the files)');
    expect(stdout).toContain('✓ quoted');
    expect(code).toBe(0);
  });

  it('fails on what is not judged entailed with --fail-unsupported, what could not be judged included', async () => {
    for (const [reply, code] of [
      ['entailed', 0],
      ['neutral', 1],
      ['contradicted', 1],
      ['perhaps', 1],
    ] as const) {
      await using server = await judge(reply);
      const args = ['verify', '--fail-unsupported', '--json', ...server.settings];
      const run = await vault.run(args, { stdin: answer });
      expect(JSON.parse(run.stdout)).toMatchObject({
        verdict: code === 0 ? 'verified' : 'partial',
        problems: code,
        entailment: { judge: 'openai-compatible/default', unsupported: code },
      });
      expect(run.code).toBe(code);
    }
  });

  it('puts the opinion into SARIF as a warning, and as an error where it counts; JUnit knows only what counts', async () => {
    await using server = await judge('neutral');
    const print = async (...args: string[]) =>
      (await vault.run(['verify', ...args, ...server.settings], { stdin: answer })).stdout;
    const levels = (sarif: string) =>
      JSON.parse(sarif).runs[0].results.map((each: { ruleId: string; level: string }) => [
        each.ruleId,
        each.level,
      ]);
    expect(levels(await print('--entailment', '--format', 'sarif'))).toEqual([['not_entailed', 'warning']]);
    expect(levels(await print('--fail-unsupported', '--format', 'sarif'))).toEqual([
      ['not_entailed', 'error'],
    ]);
    expect(await print('--entailment', '--format', 'junit')).toContain('failures="0"');
    expect(await print('--fail-unsupported', '--format', 'junit')).toContain('<failure type="not_entailed"');
  });

  it('ends with 2 where there is no judge, and says what to do', async () => {
    const none = await vault.run(['verify', '--entailment'], { stdin: answer });
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('llm.provider');
    const folder = await vault.run(['verify', '--nli', 'no/such/model'], { stdin: answer });
    expect(folder).toMatchObject({ code: 2, stdout: '' });
    expect(folder.stderr).toMatch(/NLI model/);
  });
});

describe('a word that stands for another one of the note', () => {
  it('is named beside the line, and in JSON', async () => {
    const other = answer.replace('replaced the seal', 'replaced the valve');
    const { stdout, code } = await vault.run(['verify'], { stdin: other });
    expect(stdout).toContain('here “valve”, in the note “seal”');
    expect(code).toBe(1);
    // The verdict and the exit code agree.
    expect(stdout).toContain('Verdict: partial');
    const json = async (...more: string[]) =>
      JSON.parse((await vault.run(['verify', '--json', ...more], { stdin: other })).stdout);
    expect(await json()).toMatchObject({ verdict: 'partial', problems: 1 });
    expect(await json('--allow-altered')).toMatchObject({ verdict: 'verified', problems: 0 });
    const allowed = await vault.run(['verify', '--allow-altered'], { stdin: other });
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toContain('≠ differs');
    expect(allowed.stdout).toContain('Verdict: verified');
    const { checks } = JSON.parse((await vault.run(['verify', '--json'], { stdin: other })).stdout);
    expect(checks.map(({ reworded }: { reworded: unknown }) => reworded)).toEqual([
      [],
      [{ said: 'valve', source: 'seal' }],
    ]);
  });
});

describe('what an option allows', () => {
  it('is named beside the verdict of a command that exits with 0', async () => {
    const more = `${answer} The valve is green.`;
    const refused = await vault.run(['verify'], { stdin: more });
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('Verdict: partial —')]);
    const allowed = await vault.run(['verify', '--allow-uncited'], { stdin: more });
    expect([allowed.code, allowed.stdout]).toEqual([
      0,
      expect.stringContaining('Verdict: partial, as allowed —'),
    ]);
  });
});

describe('verify --format sarif', () => {
  it('names the version of the tool', async () => {
    const { stdout } = await vault.run(['verify', '--format', 'sarif'], { stdin: answer });
    expect(JSON.parse(stdout).runs[0].tool.driver.version).toBe(await readVersion());
  });
});
