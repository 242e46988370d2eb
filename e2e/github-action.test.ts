import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { openWorkspace, snapshot, type Workspace } from './open-workspace.ts';
import { runJson } from './run-memora.ts';

const ACTION = fileURLToPath(new URL('../.github/actions/verify', import.meta.url));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly run: string;
      readonly shell: string;
      readonly env: Readonly<Record<string, string>>;
    }[];
  };
}

let action: Action;
let workspace: Workspace;
beforeAll(async () => {
  action = parse(await readFile(join(ACTION, 'action.yml'), 'utf8'));
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

/** Runs the action's step as the runner does: its script in bash, its inputs through its `env`. */
async function runAction(inputs: Readonly<Record<string, string>>) {
  const [step] = action.runs.steps;
  if (step === undefined) throw new Error('the action has no step');
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(step.env)) {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
    env[name] = inputs[input] ?? action.inputs[input]?.default ?? '';
  }
  const output = join(workspace.folder, `output-${Math.random()}`);
  await writeFile(output, '');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: workspace.vault,
    env: {
      PATH: [join(inject('project'), 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
      HOME: workspace.folder,
      ...workspace.env,
      GITHUB_ACTION_PATH: ACTION,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: join(workspace.folder, 'temp'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  const outputs = Object.fromEntries(
    (await readFile(output, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { code, ...printed, outputs: outputs as Record<string, string> };
}

describe('the action', () => {
  it('is a composite one that pastes no input into a shell', () => {
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

  it('passes an answer whose citations stand, and gives the report', async () => {
    const before = await theirs();
    const { code, stdout, stderr, outputs } = await runAction({ vault: 'notes', answer: 'good.md' });
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
    const { code, outputs } = await runAction({ vault: 'notes', answer: 'bad.md', format });
    expect(code).toBe(1);
    expect(Number(outputs['problems'])).toBeGreaterThan(0);
    expect(await readFile(outputs['report'] ?? '', 'utf8')).toMatch(pattern);
  });

  it('prints what notes and answers say while the runner listens to no command', async () => {
    const { stdout } = await runAction({ vault: 'notes', answer: 'bad.md' });
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

const HOSTILE = [
  '$(touch PWNED)',
  '`touch PWNED`',
  '"; touch PWNED; "',
  "'; touch PWNED; '",
  'x; touch PWNED',
  'x && touch PWNED',
  'x | tee PWNED',
  'x > PWNED',
  'x\ntouch PWNED',
  'x\nproblems=0\nevil=1',
  '$\x7bIFS}touch$\x7bIFS}PWNED',
  '--help',
  '--receipt=PWNED',
  '-',
  '*',
  '%0Aevil=1',
  '\u001b]0;x\u0007',
  '\\$(touch PWNED)',
  'a[$(touch PWNED)]',
];

describe('hostile inputs', () => {
  const names = ['answer', 'vault', 'format', 'allow-superseded', 'allow-uncited', 'index', 'version'];
  it.each(names)('as %s run nothing, write nothing and pass nothing', async (name) => {
    const folder = (await readdir(workspace.vault)).sort();
    const before = await theirs();
    for (const hostile of HOSTILE) {
      const { code, outputs, stdout } = await runAction({
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
    const named = await runAction({ vault: 'notes', answer: '--allow-uncited' });
    const plain = await runAction({ vault: 'notes', answer: 'uncited.md' });
    expect([named.code, plain.code]).toEqual([1, 1]);
    expect(named.outputs['problems']).toBe(plain.outputs['problems']);
  });
});
