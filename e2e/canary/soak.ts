/**
 * The long canary run: `node e2e/canary/soak.ts [runs] [path of bin.js]`, 2,000 runs of an entry point on a generated vault
 * unless told otherwise. Prints what was run and seen, and exits 1 where a canary was.
 */
import { fileURLToPath } from 'node:url';
import { ENTRY_POINTS } from './entry-points.ts';
import { runCanaries } from './run-canaries.ts';

const wanted = Number(process.argv[2] ?? 2_000);
const bin = process.argv[3] ?? fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const places = ['cloud', 'loopback', 'cloud', 'none'] as const;
let runs = 0;
let sent = 0;
let failed = false;
for (let seed = 1; runs < wanted; seed++) {
  const report = await runCanaries({ seed, model: places[seed % places.length] ?? 'cloud', bin });
  runs += report.runs;
  sent += report.bytesSeenByModel;
  for (const { entryPoint, place, where, spelling } of report.sightings) {
    failed = true;
    process.stdout.write(`seed ${seed}, ${entryPoint}: canary of "${place}" in ${where} (${spelling})\n`);
  }
  for (const name of report.crashes) process.stdout.write(`seed ${seed}, ${name}: ended unexpectedly\n`);
  if (seed % 10 === 0) process.stderr.write(`${runs} of ${wanted} runs\n`);
}
process.stdout.write(
  `${runs} runs of ${ENTRY_POINTS.length} entry points, ${sent} bytes seen by models: ${failed ? 'canaries were seen' : 'no canary was seen'}\n`,
);
process.exitCode = failed ? 1 : 0;
