import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, snapshot, type Workspace } from './open-workspace.ts';
import { type Action, HOSTILE, readAction, runAction } from './run-action.ts';
import { runJson } from './run-memora.ts';

let action: Action;
let workspace: Workspace;
beforeAll(async () => {
  action = await readAction('verify');
  workspace = await openWorkspace({
    'notes/pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\n::warning::notes say this\n',
  });
  await mkdir(join(workspace.folder, 'temp'));
  await runJson(['index', '--no-write', '--vault', join(workspace.vault, 'notes')], { env: workspace.env });
  const { claims } = await runJson<{ claims: { claim_id: string; source_text: string }[] }>(
    ['claims', 'list', '--vault', join(workspace.vault, 'notes')],
    { env: workspace.env },
  );
  const id = claims.find((claim) => claim.source_text.includes('40 bar'))?.claim_id;
  await workspace.write('good.md', `The pump runs at 40 bar [claim:${id}].\n`);
  await workspace.write('bad.md', `The pump runs at 60 bar [claim:${id}].\n::set-output name=problems::0\n`);
  await workspace.write('--allow-uncited', 'Nothing is cited here.\n');
  await workspace.write('uncited.md', 'Nothing is cited here.\n');
});
afterAll(() => workspace[Symbol.asyncDispose]());

/** Everything but the index. */
async function theirs(): Promise<[string, string][]> {
  return [...(await snapshot(workspace.vault))].filter(([name]) => !name.includes('.memora/'));
}

describe('the action', () => {
  it('is a composite action and pastes no input into a shell', () => {
    expect(action.runs.using).toBe('composite');
    const mapped = action.runs.steps.flatMap((step) => Object.values(step.env));
    expect(mapped.sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
    for (const { run, shell } of action.runs.steps) {
      expect(run).not.toContain('${{');
      expect(shell).toBe('bash');
    }
    for (const { value } of Object.values(action.outputs))
      expect(value).toMatch(/^\$\{\{ steps\.verify\.outputs\.\w+ \}\}$/);
  });

  it('passes an answer with valid citations, and outputs the report', async () => {
    const before = await theirs();
    const { code, stdout, stderr, outputs } = await runAction('verify', workspace, {
      vault: 'notes',
      answer: 'good.md',
    });
    expect(stdout, stderr).toContain('✓ verified');
    expect(code).toBe(0);
    expect(outputs['problems']).toBe('0');
    expect(JSON.parse(await readFile(outputs['report'] ?? '', 'utf8')).runs[0].results).toEqual([]);
    expect(await theirs()).toEqual(before);
  });

  it.each([
    ['sarif', /"ruleId": "token_mismatch"/],
    ['junit', /<failure type="token_mismatch"/],
    ['json', /"status":"token_mismatch"/],
    ['text', /token mismatch/],
  ])('fails an answer with a wrong figure and says so in %s', async (format, pattern) => {
    const { code, outputs } = await runAction('verify', workspace, {
      vault: 'notes',
      answer: 'bad.md',
      format,
    });
    expect(code).toBe(1);
    expect(Number(outputs['problems'])).toBeGreaterThan(0);
    expect(await readFile(outputs['report'] ?? '', 'utf8')).toMatch(pattern);
  });

  it('prints text of notes and answers only while the runner ignores commands', async () => {
    const { stdout } = await runAction('verify', workspace, { vault: 'notes', answer: 'bad.md' });
    const token = /^::stop-commands::([0-9a-f]{32})$/m.exec(stdout)?.[1];
    const [before = '', said = '', after] = [
      stdout.slice(0, stdout.indexOf('\n')),
      stdout.slice(stdout.indexOf('\n'), stdout.lastIndexOf(`::${token}::`)),
      stdout.slice(stdout.lastIndexOf(`::${token}::`)),
    ];
    expect(before).toBe(`::stop-commands::${token}`);
    expect(said).toContain('::set-output');
    expect(after).toBe(`::${token}::\n`);
  });
});

describe('hostile inputs', () => {
  const names = ['answer', 'vault', 'format', 'allow-superseded', 'allow-uncited', 'index', 'version'];
  it.each(names)('as %s run nothing, write nothing and pass nothing', async (name) => {
    const folder = (await readdir(workspace.vault)).sort();
    const before = await theirs();
    for (const hostile of HOSTILE) {
      const { code, outputs, stdout } = await runAction('verify', workspace, {
        vault: 'notes',
        answer: 'good.md',
        [name]: hostile,
      });
      expect(code, `${name} = ${JSON.stringify(hostile)}`).not.toBe(0);
      expect(Object.keys(outputs).filter((key) => key !== 'report' && key !== 'problems')).toEqual([]);
      expect(stdout).not.toMatch(/^::(?!stop-commands|[0-9a-f]{32})/m);
    }
    expect((await readdir(workspace.vault)).sort()).toEqual(folder);
    expect(await theirs()).toEqual(before);
  });

  it('a file named like an option is audited as the file that it is', async () => {
    const named = await runAction('verify', workspace, { vault: 'notes', answer: '--allow-uncited' });
    const plain = await runAction('verify', workspace, { vault: 'notes', answer: 'uncited.md' });
    expect([named.code, plain.code]).toEqual([1, 1]);
    expect(named.outputs['problems']).toBe(plain.outputs['problems']);
  });
});
