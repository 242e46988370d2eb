import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import type { Suite } from './report.ts';

const QUEUE = new URL('../packages/postgres/src/testing-fixtures/open-bench-queue.ts', import.meta.url).href;
/** Bytes that are pushed while lines are captured; `MEMORA_BENCH_PUSH=25` is the push of a whole vault. */
const PUSHED = Number(process.env['MEMORA_BENCH_PUSH'] ?? 2) * 1_000_000;
const CAPTURES = 10;
const TIMES = 400;

interface Queue extends AsyncDisposable {
  readonly growTo: (scopes: number) => void;
  readonly cpu: (times: number) => Promise<{ readonly enter: number; readonly due: number }>;
  readonly walOfLine: (lines: number) => Promise<number>;
  readonly captureBeside: (
    bytes: number,
    captures: number,
    startWorker: (env: Readonly<Record<string, string>>) => AsyncDisposable,
  ) => Promise<{ readonly waits: readonly number[]; readonly pushed: number; readonly published: number }>;
}

/** The cost of idle scopes and of a captured line, and how long it waits during a large push. */
export const suite: Suite = {
  name: 'team-queue',
  async run(report) {
    const reason =
      process.platform === 'linux' ? whyNoServer() : 'the processor of a server is read from /proc';
    if (reason !== null) {
      report.note(reason);
      return;
    }
    const { openBenchQueue } = (await import(QUEUE)) as { openBenchQueue: () => Promise<Queue> };
    await using queue = await openBenchQueue();
    report.heading('processor of the server, by the number of scopes');
    const costs = [];
    for (const scopes of [7, 10_000]) {
      queue.growTo(scopes);
      const { enter, due } = await queue.cpu(TIMES);
      costs.push({ scopes, enter, due });
    }
    report.table(
      costs.map(({ scopes, enter, due }) => ({
        scopes,
        'a question begins, ms': enter.toFixed(2),
        'a look at what is due, ms': due.toFixed(2),
      })),
    );
    const [few, many] = costs as [(typeof costs)[0], (typeof costs)[0]];
    report.budget('a question begins: 10,000 scopes beside 7', many.enter / Math.max(few.enter, 0.05), {
      max: 1.5,
      unit: '×',
    });
    report.budget('a look at what is due, 10,000 scopes', many.due, { max: 2, unit: 'ms' });
    report.heading('a captured line');
    const wal = await queue.walOfLine(20);
    report.note(
      `${(wal / 1024).toFixed(1)} KB of log for each line that is captured and published by itself`,
    );
    report.budget('log of a captured line', wal / 1024, { max: 20, unit: 'KB' });
    report.heading(`lines captured beside a push of ${PUSHED / 1_000_000} MB`);
    const beside = await queue.captureBeside(PUSHED, CAPTURES, startWorker);
    const waits = [...beside.waits].sort((a, b) => a - b);
    const at = (share: number) =>
      waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;
    report.note(
      `visible after ${at(0.5).toFixed(0)} ms in the middle, ${at(1).toFixed(0)} ms at most, of ${waits.length}; ${beside.published} of ${beside.pushed} pushed notes were published by then`,
    );
    // Other work of the machine counts too, because the budget is for a dedicated machine.
    report.budget('a line is visible beside a push', at(0.5) / 1_000, { max: 2, unit: 's' });
  },
};

const COMMAND = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));

/** The worker as operators start it. */
function startWorker(env: Readonly<Record<string, string>>): AsyncDisposable {
  const child = spawn(process.execPath, [COMMAND, 'team', 'worker'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: env['MEMORA_TEAM_FOLDER'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
