import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureHistories } from './conversations-runs/measure-histories.ts';
import { measureLongMemEval } from './conversations-runs/measure-longmemeval.ts';
import { measureSpeed } from './conversations-runs/measure-speed.ts';
import type { Suite } from './report.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=longmemeval,histories,speed`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'longmemeval,histories,speed').split(',');

/** Chats in a vault: whether the turn that answers is found, and the cost of importing them. */
export const suite: Suite = {
  name: 'conversations',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      if (SETS.includes('longmemeval')) await measureLongMemEval(report, join(folder, 'longmemeval'), data);
      if (SETS.includes('histories')) await measureHistories(report, join(folder, 'histories'));
      if (SETS.includes('speed')) await measureSpeed(report, join(folder, 'speed'), data);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
