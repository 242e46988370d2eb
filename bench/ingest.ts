import { compareReaders } from './ingest-runs/compare-readers.ts';
import { measureCostly } from './ingest-runs/measure-costly.ts';
import { measureSeal } from './ingest-runs/measure-seal.ts';
import type { Budget, Report, Suite } from './report.ts';

/** Created next to the tests of the package, which use the same figures. */
const CORPUS = new URL('../packages/ingest/src/testing-fixtures/measure-corpus.ts', import.meta.url).href;

const READING = new URL('../packages/ingest/src/testing-fixtures/measure-reading.ts', import.meta.url).href;

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=made,seal,costly,read`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'made,seal,costly,read').split(',');

interface Measured {
  readonly note: string;
  readonly figures: readonly { readonly name: string; readonly value: number; readonly budget: Budget }[];
}

/**
 * Generated documents of all formats with known text: how much of it is read, in which order, and with which
 * places. Then third-party documents from packages that are downloaded once, compared with other programs' text.
 */
export const suite: Suite = {
  name: 'ingest',
  async run(report) {
    if (SETS.includes('made')) await measureMade(report);
    if (SETS.includes('seal')) await measureSeal(report);
    if (SETS.includes('costly')) await measureCostly(report);
    if (SETS.includes('read')) await compareReaders(report);
  },
};

async function measureMade(report: Report): Promise<void> {
  const { measureCorpus } = (await import(CORPUS)) as { measureCorpus: () => Promise<Measured> };
  const { note, figures } = await measureCorpus();
  const { measureReading } = (await import(READING)) as {
    measureReading: () => Promise<Measured['figures']>;
  };
  report.heading('Documents that were made here');
  report.note(note);
  for (const { name, value, budget } of figures) report.budget(name, value, budget);
  report.heading('CPU time as a multiple of what a library takes alone');
  for (const { name, value, budget } of await measureReading()) report.budget(name, value, budget);
  report.note(
    'memory for a mailbox of 1 GB: node --conditions=memora-source packages/ingest/scripts/mailbox-memory.ts',
  );
}
