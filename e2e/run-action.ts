import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { parse } from 'yaml';
import type { Workspace } from './open-workspace.ts';

export interface Action {
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

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../.github/actions/${name}`, import.meta.url));

/** The repository's action in the folder of that name. */
export async function readAction(name: string): Promise<Action> {
  return parse(await readFile(join(folderOf(name), 'action.yml'), 'utf8'));
}

/** Runs the action's step as the runner does: its script in bash, its inputs through its `env`. */
export async function runAction(
  name: string,
  workspace: Workspace,
  inputs: Readonly<Record<string, string>>,
  cwd: string = workspace.vault,
) {
  const action = await readAction(name);
  const [step] = action.runs.steps;
  if (step === undefined) throw new Error('the action has no step');
  const env: Record<string, string> = {};
  for (const [variable, value] of Object.entries(step.env)) {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
    env[variable] = inputs[input] ?? action.inputs[input]?.default ?? '';
  }
  const output = join(workspace.folder, `output-${Math.random()}`);
  await writeFile(output, '');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd,
    env: {
      PATH: [join(inject('project'), 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
      HOME: workspace.folder,
      ...workspace.env,
      GITHUB_ACTION_PATH: folderOf(name),
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: join(workspace.folder, 'temp'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
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

/** Inputs that a pull request might give. */
export const HOSTILE = [
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
