import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeVault } from './cli.ts';
import { closed, startUntilReady } from './mcp.ts';
import { interleave, type Report, type Suite } from './report.ts';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const MOST = 1.05;

/** The time that a person waits at the start, alternating with another built checkout: `MEMORA_BENCH_BEFORE=FOLDER`. The budget is 5 % more. */
export const suite: Suite = {
  name: 'start',
  async run(report) {
    const checkout = process.env['MEMORA_BENCH_BEFORE'];
    if (checkout === undefined) {
      report.note('left out: MEMORA_BENCH_BEFORE names no checkout to compare with');
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-start-'));
    try {
      await compareWith(checkout, folder, report);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function compareWith(checkout: string, folder: string, report: Report): Promise<void> {
  const running: ChildProcess[] = [];
  // Servers end before the next measurement, so that none runs during it and no shutdown is measured.
  const stopAll = async () => {
    for (const server of running.splice(0)) {
      server.stdin?.end();
      await closed(server);
    }
  };
  const before = await prepare(checkout, join(folder, 'before'), running);
  const now = await prepare(HERE, join(folder, 'now'), running);
  report.heading('whole processes; a server until it answers initialize');
  const times = await interleave(
    {
      ...{ 'help before': before.help, 'help now': now.help },
      ...{ 'question before': before.ask, 'question now': now.ask },
      ...{ 'server before': before.serve, 'server now': now.serve },
    },
    { rounds: 31, warmup: 3, before: stopAll },
  );
  await stopAll();
  for (const name of ['help', 'question', 'server'] as const) {
    const ratio = report.compare(name, times[`${name} now`], {
      name: 'before',
      value: times[`${name} before`],
    });
    report.budget(name, ratio, { max: MOST, unit: '×', baseline: 'the other checkout' });
  }
}

/** A vault indexed by one checkout, because each may have another format, and the measurements on it. */
async function prepare(checkout: string, folder: string, running: ChildProcess[]) {
  const vault = join(folder, 'vault');
  await writeVault(vault, 1_000);
  // Each caches its compiled code separately: one shared folder would be rewritten at each turn.
  const own = { MEMORA_CONFIG_DIR: join(folder, 'config'), NODE_COMPILE_CACHE: join(folder, 'cache') };
  const env = { ...process.env, ...own };
  const memora = (...args: string[]) => {
    const argv = [join(checkout, 'packages/cli/dist/bin.js'), ...args];
    const { status, stderr } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  };
  memora('index', '--vault', vault, '--quiet');
  return {
    help: () => memora('--help'),
    ask: () => memora('query', 'At how many bar does pump 412 run?', '--vault', vault),
    serve: async () =>
      running.push(await startUntilReady(vault, env, join(checkout, 'packages/mcp/dist/bin.js'))),
  };
}
