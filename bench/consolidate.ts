import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Memory, openMemory } from '@memora/engine';
import type { Suite } from './report.ts';

const REGIONS = 1_000;
const NOTES = 4;
const CLAIMS = 6;

/** Consolidating a vault of 1,000 regions: the time of a run depending on how many of them changed. */
export const suite: Suite = {
  name: 'consolidate',
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-consolidate-'));
    try {
      const root = join(folder, 'vault');
      await writeVault(root);
      await using memory = await openMemory({
        vault: root,
        env: { MEMORA_CONFIG_DIR: join(folder, 'config') },
      });
      await memory.index({ writeNotes: false });
      report.heading(`${REGIONS} regions with ${NOTES} notes of ${CLAIMS} sentences each`);
      const first = await measure(memory);
      const nothing = await measure(memory);
      const times = new Map<number, Run>();
      for (const changed of [125, 250, 500, 1_000]) {
        for (let n = 0; n < changed; n++) {
          await appendFile(join(root, `region-${n}`, 'note-0.md'), `\nUnit ${n} got the mark ${changed}.\n`);
        }
        await memory.index({ writeNotes: false });
        times.set(changed, await measure(memory));
      }
      report.table([
        { 'regions that changed': 'all, first run', ...row(first) },
        { 'regions that changed': 'none', ...row(nothing) },
        ...[...times].map(([changed, run]) => ({ 'regions that changed': String(changed), ...row(run) })),
      ]);
      report.budget('regions rebuilt where 125 changed', times.get(125)?.rebuilt ?? Number.NaN, {
        min: 125,
        max: 125,
      });
      report.budget('pages written where nothing changed', nothing.written, { max: 0 });
      const costOf = (changed: number) =>
        ((times.get(changed)?.seconds ?? Number.NaN) - nothing.seconds) / changed;
      // Linear: a region costs the same, however many others change with it.
      report.budget('a region among 1,000 that changed, against one among 250', costOf(1_000) / costOf(250), {
        max: 1.5,
        unit: '×',
        baseline: `${(costOf(250) * 1_000).toFixed(1)} ms a region`,
      });
      report.budget('a region among 500 that changed, against one among 125', costOf(500) / costOf(125), {
        max: 1.5,
        unit: '×',
        baseline: `${(costOf(125) * 1_000).toFixed(1)} ms a region`,
      });
      report.budget(
        'a run that finds nothing changed, against one that rebuilds all',
        nothing.seconds / first.seconds,
        {
          max: 0.25,
          unit: '×',
          baseline: `${first.seconds.toFixed(1)} s`,
        },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Run {
  /** Processor time, because waiting for a shared disk says nothing about growth. */
  readonly seconds: number;
  readonly wall: number;
  readonly rebuilt: number;
  readonly written: number;
}

async function measure(memory: Memory): Promise<Run> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const done = await memory.consolidate();
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: (user + system) / 1_000_000,
    wall: (performance.now() - started) / 1_000,
    rebuilt: done.regionsRebuilt.length,
    written: done.pagesWritten.length,
  };
}

function row({ seconds, wall, rebuilt, written }: Run) {
  return {
    'CPU seconds': seconds.toFixed(2),
    'wall seconds': wall.toFixed(2),
    rebuilt,
    'pages written': written,
  };
}

async function writeVault(root: string): Promise<void> {
  for (let region = 0; region < REGIONS; region++) {
    await mkdir(join(root, `region-${region}`), { recursive: true });
    for (let n = 0; n < NOTES; n++) {
      const lines = Array.from(
        { length: CLAIMS },
        (_, i) => `Unit ${region}-${n} part ${i} weighs ${region + i} kg and stands in hall ${n}.`,
      );
      await writeFile(
        join(root, `region-${region}`, `note-${n}.md`),
        `# Note ${region}-${n}\n\n${lines.join('\n\n')}\n`,
      );
    }
  }
}
