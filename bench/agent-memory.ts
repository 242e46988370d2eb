import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureDecisions } from './agent-memory-runs/measure-decisions.ts';
import { measureOrder } from './agent-memory-runs/measure-order.ts';
import { measureSessions } from './agent-memory-runs/measure-sessions.ts';
import { measureSpeed } from './agent-memory-runs/measure-speed.ts';
import { measureStream } from './agent-memory-runs/measure-stream.ts';
import { measureTogether } from './agent-memory-runs/measure-together.ts';
import type { Suite } from './report.ts';

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=sessions,decisions,stream,order,together,speed`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'sessions,decisions,stream,order,together,speed').split(
  ',',
);

/** Agent memory: whether the right statements are saved and found again, and how fast. */
export const suite: Suite = {
  name: 'agent-memory',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      if (SETS.includes('sessions')) await measureSessions(report, join(folder, 'sessions'));
      if (SETS.includes('decisions')) {
        const decided = await measureDecisions(report, join(folder, 'decisions'));
        // The mistakes in the half for tuning. For the other half, only sums are shown.
        const file = process.env['MEMORA_BENCH_FAILURES'];
        if (file !== undefined)
          await writeFile(
            file,
            decided
              .filter(({ pair }) => !pair.isHeldOut)
              .map(({ pair, decision, code }) =>
                [
                  pair.label,
                  pair.gate ?? '',
                  decision,
                  code,
                  pair.language,
                  pair.neighbour ?? '',
                  pair.candidate,
                ].join('\t'),
              )
              .join('\n'),
          );
      }
      if (SETS.includes('stream')) await measureStream(report, join(folder, 'stream'));
      if (SETS.includes('order')) await measureOrder(report, join(folder, 'order'));
      if (SETS.includes('together')) await measureTogether(report, join(folder, 'together'));
      if (SETS.includes('speed')) await measureSpeed(report, join(folder, 'speed'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
