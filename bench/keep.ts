import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureConsolidation, NEW } from './keep-runs/measure-consolidation.ts';
import { measureExport } from './keep-runs/measure-export.ts';
import { measureImport } from './keep-runs/measure-import.ts';
import { measureApply, measurePlan, OF_SOURCE } from './keep-runs/measure-rollback.ts';
import { openKeeper } from './keep-runs/open-keeper.ts';
import type { Report, Suite } from './report.ts';

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=export`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'export,consolidation,plan,apply,import').split(',');
/** The sizes of the contract: `MEMORA_BENCH_SIZES=1000,100000`. */
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '1000,10000').split(',').map(Number);

/** The cost of maintaining a memory: consolidation, rollback, export and import. Processor time. */
export const suite: Suite = {
  name: 'keep',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    const [consolidations, plans]: [number[], number[]] = [[], []];
    try {
      for (const size of SETS.some((set) => set !== 'import') ? SIZES : []) {
        report.heading(`${size.toLocaleString('en')} memories`);
        await using keeper = await openKeeper(process.env['MEMORA_BENCH_KEEP'] ?? folder, size);
        // First, before anything else uses memory.
        if (SETS.includes('export')) await measureExport(report, keeper, join(folder, `copy-${size}`));
        if (SETS.includes('consolidation')) consolidations.push(await measureConsolidation(keeper));
        if (!SETS.includes('plan') && !SETS.includes('apply')) continue;
        const planned = await measurePlan(keeper);
        plans.push(planned.plan);
        if (SETS.includes('apply')) await measureApply(report, keeper, planned);
      }
      if (SIZES.length > 1) report.heading('the largest beside the smallest');
      compare(report, `consolidation of ${NEW} new`, consolidations);
      compare(report, `plan of a rollback of ${OF_SOURCE}`, plans);
      if (SETS.includes('import')) {
        report.heading('import');
        await measureImport(report, folder);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function compare(report: Report, what: string, times: readonly number[]): void {
  const [small, large] = [times[0], times.at(-1)];
  if (small === undefined || large === undefined || times.length < 2) return;
  const baseline = { name: `at ${SIZES[0]} memories`, value: small };
  report.budget(what, report.compare(`${what}, CPU`, large, baseline), { max: 2, unit: '×' });
}
