/**
 * Writes to a memory server while both sides are killed, and prints what it holds in the end: node --conditions=memora-source packages/bridge/scripts/kill-queue.ts
 * [writes] [kills] [seed]. Prints counts; all four lists are to be empty.
 */
import { runQueueSoak } from '../src/testing-fixtures/run-queue-soak.ts';

const [writes = 1_000, kills = 50, seed = 1] = process.argv.slice(2).map(Number);
const { missing, twice, left, disordered, ...rest } = await runQueueSoak({
  writes,
  kills,
  serverKills: kills,
  seed,
});
process.stdout.write(
  `${JSON.stringify({ missing: missing.length, twice: twice.length, left: left.length, disordered: disordered.length, ...rest })}\n`,
);
process.exitCode =
  missing.length + twice.length + left.length + disordered.length + rest.errors === 0 ? 0 : 1;
