import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseNote } from '@memora/vault';
import { type Report, type Suite, toSample } from './report.ts';
import { generateVault } from './vault-runs/generate-vault.ts';
import { measureWatch } from './vault-runs/watch-latency.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data');
const vaults = join(data, 'vaults');

/** Scan, parse, segment and watch, compared with mdast, with fewer notes and with a bare `fs.watch`. */
export const suite: Suite = {
  name: 'vault',
  async run(report) {
    compareWithMdast(report);
    measureLongNotes(report);
    const folder = mkdtempSync(join(tmpdir(), 'memora-bench-'));
    try {
      await measureScale(report, folder);
      await generateVault(join(folder, '20000'), 20_000);
      await measureLatency(report, join(folder, '20000'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function compareWithMdast(report: Report): void {
  report.heading(
    'scan + parse + segment of real vaults, against mdast-util-from-markdown with gfm + frontmatter',
  );
  if (!existsSync(vaults)) {
    report.note(`left out: ${vaults} is not there`);
    return;
  }
  const times = { ours: [] as number[], mdast: [] as number[] };
  const cpu = { ours: [] as number[], mdast: [] as number[] };
  let notes = 0;
  for (let round = 0; round < 3; round++) {
    for (const mode of ['ours', 'mdast'] as const) {
      const result = run<{ ms: number; cpuMs: number; notes: number }>('parse-folder.ts', [mode, vaults]);
      times[mode].push(result.ms);
      cpu[mode].push(result.cpuMs);
      notes = result.notes;
    }
  }
  report.note(`${notes} notes, a fresh process for each of 3 rounds, the second of two passes`);
  const wall = { name: 'mdast', value: toSample(times.mdast) };
  const ratio = report.compare('scan, parse, segment', toSample(times.ours), wall);
  report.compare('the same in CPU time', toSample(cpu.ours), { name: 'mdast', value: toSample(cpu.mdast) });
  report.budget('time of mdast', ratio, { max: 0.5, unit: '×' });
}

/** Input that makes Markdown parsers superlinear, at one and at four times the size. */
function measureLongNotes(report: Report): void {
  report.heading('long notes: time of 400 kB against four times that of 100 kB');
  for (const [name, unit] of LONG) {
    const [small, large] = [100_000, 400_000].map((size) => {
      const bytes = new TextEncoder().encode(unit.repeat(Math.ceil(size / unit.length)));
      parseNote(bytes.subarray(0, 20_000), { path: 'warm.md' });
      const started = performance.now();
      parseNote(bytes, { path: 'long.md' });
      return performance.now() - started;
    }) as [number, number];
    const ratio = report.compare(name, large, { name: '4 × 100 kB', value: 4 * small });
    report.budget(`${name}, growth`, ratio, { max: 2, unit: '×' });
  }
}

const LONG = [
  ['paragraphs', 'A sentence of some words. And another one, with 5 %.\n\n'],
  ['flat list', '- item with a few words\n'],
  ['nested list', '- a\n  - b\n    - c\n      - d\n'],
  ['nested list, loose', '- a\n\n  - b\n\n    text\n\n'],
  ['quotes', '> quoted words\n> > and deeper\n\n'],
  ['one quote', '> quoted words, and more of them\n'],
  ['table', '| a | b |\n|---|---|\n| 1 | 2 |\n\n'],
] as const;

async function measureScale(report: Report, folder: string): Promise<void> {
  report.heading('generated notes: CPU time a note and growth of resident memory, a fresh process each');
  const sizes = [1000, 50_000];
  for (const size of sizes) await generateVault(join(folder, String(size)), size);
  const best = new Map<number, { ms: number; growthMb: number }>();
  for (const size of [1000, 50_000, 1000, 50_000, 1000]) {
    const args = [join(folder, String(size)), join(folder, '1000')];
    const result = run<{ ms: number; growthMb: number }>('scan-and-parse.ts', args);
    if (result.ms < (best.get(size)?.ms ?? Infinity)) best.set(size, result);
  }
  report.table(
    sizes.map((size) => {
      const { ms, growthMb } = best.get(size) as { ms: number; growthMb: number };
      return { notes: size, ms, 'µs a note': (ms * 1000) / size, 'growth MB': growthMb };
    }),
  );
  const perNote = (size: number) => (best.get(size)?.ms ?? Number.NaN) / size;
  const budget = { max: 1.2, unit: '×', baseline: 'time a note at 1,000' };
  report.budget('time a note at 50,000', perNote(50_000) / perNote(1000), budget);
  report.budget('growth of memory at 50,000', best.get(50_000)?.growthMb ?? Number.NaN, {
    max: 150,
    unit: ' MB',
  });
}

async function measureLatency(report: Report, folder: string): Promise<void> {
  report.heading('an edit among 20,000 watched notes, beyond the debounce, against a bare fs.watch');
  const { ours, bare, startMs } = await measureWatch(folder, 15);
  report.note(`the watch was ready after ${Math.round(startMs)} ms`);
  const ratio = report.compare('reported', toSample(ours), { name: 'fs.watch', value: toSample(bare) });
  report.budget('time of a bare fs.watch', ratio, { max: 5, unit: '×' });
}

function run<T>(script: string, args: readonly string[]): T {
  const file = join(import.meta.dirname, 'vault-runs', script);
  const output = execFileSync(
    process.execPath,
    ['--conditions=memora-source', '--expose-gc', file, ...args],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return JSON.parse(output) as T;
}
