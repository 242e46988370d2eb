import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../report.ts';
import { type Keeper, timed } from './open-keeper.ts';

/** Writes a bundle of everything to nowhere, compared with copying the files. */
export async function measureExport(report: Report, { agent, vault }: Keeper, copy: string): Promise<void> {
  const start = process.memoryUsage.rss();
  let [most, lines] = [start, 0];
  const exported = await timed(async () => {
    for await (const _ of agent.exportBundle())
      if (lines++ % LOOKS === 0) most = Math.max(most, process.memoryUsage.rss());
  });
  const copied = await timed(() => cp(join(vault, 'semantic'), copy, { recursive: true }));
  await rm(copy, { recursive: true, force: true });
  const baseline = { name: 'copying the files', value: copied };
  report.budget('export', report.compare('export, CPU', exported, baseline), { max: 3, unit: '×' });
  report.budget('export, memory it adds', (most - start) / 2 ** 20, { max: 200, unit: 'MB' });
}

/** Querying the memory usage takes as long as processing one line. */
const LOOKS = 20;
