import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureFiles } from './context-runs/measure-files.ts';
import { measureHook } from './context-runs/measure-hook.ts';
import { measureMiddleware } from './context-runs/measure-middleware.ts';
import { measurePack } from './context-runs/measure-pack.ts';
import { measureTranscript } from './context-runs/measure-transcript.ts';
import { openFacts } from './context-runs/open-facts.ts';
import type { Suite } from './report.ts';

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=pack,middleware,hook,files,transcript`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'pack,middleware,hook,files,transcript').split(',');
/** Fewer memories for a quick run: `MEMORA_BENCH_SIZES=1000`. */
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '1000,100000').split(',').map(Number);

/** The cost that the memory adds to the loop of a host: packs, the first word of a model, hooks, transcripts, files. */
export const suite: Suite = {
  name: 'context',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      for (const size of SIZES) {
        report.heading(`${size.toLocaleString('en')} memories`);
        const facts = await openFacts(process.env['MEMORA_BENCH_KEEP'] ?? folder, size);
        if (SETS.includes('pack')) await measurePack(report, facts);
        if (SETS.includes('middleware')) await measureMiddleware(report, facts);
        if (SETS.includes('files')) await measureFiles(report, facts);
        if (SETS.includes('hook')) await measureHook(report, facts);
      }
      if (SETS.includes('transcript')) await measureTranscript(report, join(folder, 'transcript'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
