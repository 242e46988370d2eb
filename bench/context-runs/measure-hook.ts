import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleave, type Report } from '../report.ts';
import type { Facts } from './open-facts.ts';

const bin = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));

/** Whole processes of the built command line, from spawn to exit, beside one of Node that does nothing. */
export async function measureHook(report: Report, { vault, env, ask }: Facts): Promise<void> {
  let sessions = 0;
  const run = (args: readonly string[], input = '') => {
    const { status, stderr } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' });
    if (status !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  };
  const hook = (event: string, session: string) =>
    run(
      [bin, 'memory', 'hook', event, '--vault', vault],
      JSON.stringify({ session_id: session, hook_event_name: event, prompt: ask() }),
    );
  const times = await interleave(
    {
      nothing: () => run(['-e', '0']),
      start: () => hook('SessionStart', `bench-${process.pid}-${sessions++}`),
      prompt: () => hook('UserPromptSubmit', `bench-${process.pid}-0`),
    },
    { rounds: 15, warmup: 3 },
  );
  const baseline = { name: 'node -e 0', value: times.nothing };
  for (const [name, sample] of [
    ['SessionStart', times.start],
    ['UserPromptSubmit', times.prompt],
  ] as const)
    report.budget(`hook ${name}`, report.compare(`hook ${name}, p50`, sample, baseline), {
      max: 6,
      unit: '×',
    });
}
