/**
 * The long canary run: `node e2e/canary/soak.ts [runs] [path of bin.js] [record] [first seed] [step]`, by default 2,000 runs of an
 * entry point on a generated vault. Prints the runs and the sightings, and exits with 1 if a canary was seen or a command crashed.
 *
 * With the path of a record it writes one line per vault, and resumes from an earlier call with the same build and entry points.
 * Earlier sightings count and are printed again. Two calls with a step of 2, first seeds 1 and 2, and a record each share the work.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENTRY_POINTS } from './entry-points.ts';
import { type CanaryReport, type ModelPlace, runCanaries } from './run-canaries.ts';

/** The result for one vault. */
interface SoakLine extends CanaryReport {
  readonly build: string;
  readonly seed: number;
  readonly model: ModelPlace;
  readonly seconds: number;
}

const wanted = Number(process.argv[2] ?? 2_000);
const bin = process.argv[3] ?? fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const record = process.argv[4];
const first = Number(process.argv[5] ?? 1);
const step = Number(process.argv[6] ?? 1);
const places: readonly ModelPlace[] = ['cloud', 'loopback', 'cloud', 'none'];
const build = hashOfBuild();
const lines = readRecord();
let runs = lines.reduce((sum, line) => sum + line.runs, 0);
if (runs > 0) process.stdout.write(`${runs} runs of this build stand in the record\n`);
lines.forEach(show);
const done = new Set(lines.map((line) => line.seed));
for (let seed = first; runs < wanted; seed += step) {
  if (done.has(seed)) continue;
  const model = places[seed % places.length] ?? 'cloud';
  const started = performance.now();
  const report = await runCanaries({ seed, model, bin });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const line: SoakLine = { build, seed, model, seconds, ...report };
  if (record !== undefined) appendFileSync(record, `${JSON.stringify(line)}\n`);
  lines.push(line);
  runs += report.runs;
  show(line);
  process.stderr.write(`${runs} of ${wanted} runs, ${(seconds / report.runs).toFixed(2)} s a run\n`);
}
const sum = (of: (line: SoakLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
const sightings = sum((line) => line.sightings.length);
const crashes = sum((line) => line.crashes.length);
process.stdout.write(
  `build ${build.slice(0, 12)}: ${lines.length} vaults × ${ENTRY_POINTS.length} entry points = ${runs} runs in ${Math.round(sum((line) => line.seconds))} s, ${sum((line) => line.bytesSeenByModel)} bytes seen by models: ${sightings} canaries seen, ${crashes} crashes\n`,
);
process.exitCode = sightings + crashes > 0 ? 1 : 0;

function show({ seed, model, sightings, crashes }: SoakLine): void {
  for (const { entryPoint, place, where, spelling } of sightings) {
    process.stdout.write(
      `seed ${seed} (${model}), ${entryPoint}: canary of "${place}" in ${where} (${spelling})\n`,
    );
  }
  for (const name of crashes) process.stdout.write(`seed ${seed} (${model}), ${name}: ended unexpectedly\n`);
}

/** Records of this build and these entry points. Other records prove nothing about them. */
function readRecord(): SoakLine[] {
  if (record === undefined || !existsSync(record)) return [];
  return readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SoakLine)
    .filter((line) => line.build === build);
}

/** A digest of the command line's code and of this suite. */
function hashOfBuild(): string {
  const hash = createHash('sha256');
  for (const folder of [dirname(bin), fileURLToPath(new URL('.', import.meta.url))]) {
    for (const name of readdirSync(folder).sort()) {
      if (/\.(?:[cm]?js|ts)$/.test(name)) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest('hex');
}
