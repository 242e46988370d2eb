import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Report, toSample } from '../report.ts';
import type { Facts } from './open-facts.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const bin = file('../../packages/cli/dist/bin.js');
const preload = file('./tell-cost.cjs');

const ROUNDS = 15;
const WARM = 3;

/** Whole processes of the built command line, from spawn to exit, compared with a Node process that does nothing. Processor times of these processes. */
export async function measureHook(report: Report, { vault, env, ask }: Facts): Promise<void> {
  const run = (args: readonly string[], input = ''): number => {
    const { status, stderr, output } = spawnSync(process.execPath, ['--require', preload, ...args], {
      env,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    if (status !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
    return Number(output[3]);
  };
  const hook = (event: string, session: string) =>
    run(
      [bin, 'memory', 'hook', event, '--vault', vault],
      JSON.stringify({ session_id: session, hook_event_name: event, prompt: ask() }),
    );
  const costs: Record<'nothing' | 'unknown' | 'start' | 'prompt', number[]> = {
    nothing: [],
    unknown: [],
    start: [],
    prompt: [],
  };
  for (let round = -WARM; round < ROUNDS; round++) {
    const each = {
      nothing: run(['-e', '0']),
      // Everything that a hook loads before it knows the question.
      unknown: run([bin, 'memory', 'hook', '--help']),
      start: hook('SessionStart', `bench-${process.pid}-${round}`),
      prompt: hook('UserPromptSubmit', `bench-${process.pid}-0`),
    };
    if (round < 0) continue;
    for (const [name, cost] of Object.entries(each)) costs[name as keyof typeof costs].push(cost);
  }
  const baseline = { name: 'node -e 0', value: toSample(costs.nothing) };
  report.compare('the command line and its help, p50', toSample(costs.unknown), baseline);
  for (const [name, cost, max] of [
    ['SessionStart', costs.start, 6],
    ['UserPromptSubmit', costs.prompt, 6],
  ] as const)
    report.budget(`hook ${name}`, report.compare(`hook ${name}, p50`, toSample(cost), baseline), {
      max,
      unit: '×',
    });
}
