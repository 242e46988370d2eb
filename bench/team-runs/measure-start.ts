import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, type Report, type Sample, toSample } from '../report.ts';

const BIN = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const NOTES = 1_000;
const ROUNDS = 15;
/** Ticks of `/proc` are hundredths of a second. */
const TICK_MS = 10;

interface Notes extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
}

/** Publishes notes by path, and returns how a command queries them. */
export type OpenNotes = (notes: Readonly<Record<string, string>>) => Promise<Notes>;

/** The time that a person waits when asking a team from the command line: whole processes, including answer and verification. */
export async function measureStart(report: Report, openNotes: OpenNotes): Promise<void> {
  report.heading(`memora query --team, ${NOTES.toLocaleString('en')} notes, whole processes`);
  await using notes = await openNotes(
    Object.fromEntries(Array.from({ length: NOTES }, (_, i) => [`plant-${i % 100}/pump-${i}.md`, textOf(i)])),
  );
  const home = mkdtempSync(join(tmpdir(), 'memora-bench-home-'));
  try {
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      MEMORA_CONFIG_DIR: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      ...notes.env,
    };
    const used: Record<'nothing' | 'query', number[]> = { nothing: [], query: [] };
    const run = (name: 'nothing' | 'query', ...args: string[]) => {
      const before = usedByChildren();
      const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
      used[name].push(usedByChildren() - before);
    };
    const times = await interleave(
      {
        nothing: () => run('nothing', '-e', '0'),
        query: () => run('query', BIN, 'query', 'At how many bar does pump 412 run?', '--team'),
      },
      { rounds: ROUNDS, warmup: 3 },
    );
    report.compare('elapsed', times.query, { name: 'node -e 0', value: times.nothing });
    const cost = (name: 'nothing' | 'query'): Sample => toSample(used[name].slice(-ROUNDS));
    const mean = ({ times: all }: Sample) => all.reduce((sum, each) => sum + each, 0) / all.length;
    // Whole processes, each counted in whole ticks: their sum is less affected by rounding.
    const ratio = report.compare('processor time', mean(cost('query')), {
      name: 'node -e 0',
      value: mean(cost('nothing')),
    });
    report.budget('memora query --team', ratio, { max: 9, unit: '×', baseline: 'node -e 0, processor time' });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Processor milliseconds of all processes that this one has waited for. */
function usedByChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

function textOf(i: number): string {
  const parts = ['seal', 'rotor', 'valve', 'sensor', 'filter', 'housing', 'bearing', 'gauge'];
  const lines = parts.map(
    (part, n) => `The ${part} of pump ${i} was replaced ${n + 2} times and costs ${i + n * 7} euros.`,
  );
  return `---\ndate: 2026-0${(i % 9) + 1}-1${i % 9}\n---\n# Pump ${i}\n\nPump ${i} runs at ${(i % 60) + 10} bar.\n\nowner:: crew ${i % 17}\n\n${lines.join('\n')}\n`;
}
