import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureAbstention } from './answers-runs/abstention.ts';
import { measureDatedAnswers } from './answers-runs/measure-dates.ts';
import { measureVaultAnswers } from './answers-runs/measure-vaults.ts';
import type { Document } from './answers-runs/timeqa.ts';
import type { Suite } from './report.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=vaults,dates,abstention`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'vaults,dates,abstention').split(',');

/** Measures answers without a model: whether the right passage comes first over real vaults and a diary, and whether nothing is shown if no note answers. */
export const suite: Suite = {
  name: 'answers',
  async run(report) {
    const file = join(data, 'temporal', 'timeqa', 'human_annotated_test.json');
    if (!existsSync(file)) {
      report.note(`no test data at ${file}: nothing was measured`);
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      if (SETS.includes('vaults')) await measureVaultAnswers(report, folder, data);
      if (SETS.includes('dates')) await measureDatedAnswers(report, folder);
      const documents = JSON.parse(await readFile(file, 'utf8')) as readonly Document[];
      if (SETS.includes('abstention')) await measureAbstention(report, folder, data, documents);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
