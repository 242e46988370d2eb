/** `scan-and-parse.ts FOLDER`: one pass over a vault in a new process; prints CPU time, notes and growth of memory as JSON. */
import { openVault, parseNote } from '@memora/vault';

const [folder = '.', warmup = ''] = process.argv.slice(2);
// The same code, warmed up on another small vault, so that its compilation is not measured.
if (warmup !== '') for (let i = 0; i < 3; i++) await pass(warmup);
global.gc?.();
const before = process.memoryUsage.rss();
const started = process.cpuUsage();
const { notes, peak } = await pass(folder);
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify({ ms: (user + system) / 1000, notes, growthMb: (peak - before) / 2 ** 20 }));

async function pass(path: string): Promise<{ notes: number; peak: number }> {
  const vault = await openVault(path);
  let notes = 0;
  let peak = 0;
  for await (const entry of vault.scan()) {
    if (entry.error !== undefined) throw new Error(entry.error.reason);
    parseNote(await vault.readNote(entry.path), { path: entry.path });
    if (notes++ % 500 === 0) peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { notes, peak: Math.max(peak, process.memoryUsage.rss()) };
}
