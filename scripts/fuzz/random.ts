import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Random numbers from a seed, so that a failure can be repeated. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** The result of a run. `failures` contain the number of the case and the problem, never the text of the case. */
export interface FuzzReport {
  readonly cases: number;
  readonly failures: readonly string[];
  /** Milliseconds of the slowest case. */
  readonly slowestMs: number;
  /** The processor time of the slowest case, in milliseconds. */
  readonly slowestCpuMs: number;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (most: number): number => (most <= 1 ? 0 : next() % most);
  return { below, pick: (items) => items[below(items.length)] as never };
}

/** The files of the corpus with this extension. */
export function readCorpus(ending: string): Buffer[] {
  const folder = join(import.meta.dirname, 'corpus');
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(folder, name)));
}

/** A file with a few mutations: bytes flipped, parts cut, doubled, moved or taken from another file, and words of its language inserted. */
export function mutate(
  bytes: Buffer,
  others: readonly Buffer[],
  words: readonly string[],
  random: Random,
): Buffer {
  let result = Buffer.from(bytes);
  for (let times = 1 + random.below(6); times > 0; times--) {
    const at = random.below(result.length + 1);
    const end = Math.min(result.length, at + random.below(200));
    const [before, part, after] = [result.subarray(0, at), result.subarray(at, end), result.subarray(end)];
    const other = random.pick(others);
    const from = random.below(other.length);
    const changes: (() => Buffer[])[] = [
      () => [before, Buffer.from([random.below(256)]), after],
      () => [before, after],
      () => [before, ...Array.from({ length: 1 + random.below(40) }, () => part), after],
      () => [after, part, before],
      () => [before, other.subarray(from, from + random.below(400)), after],
      () => [before, Buffer.from(random.pick(words).repeat(1 + random.below(30))), part, after],
    ];
    result = Buffer.concat(random.pick(changes)()).subarray(0, 60_000);
  }
  return result;
}

/** Runs the cases one after the other. Any thrown error is a failure. */
export async function runCases(
  count: number,
  run: (number: number) => Promise<string | null> | string | null,
): Promise<FuzzReport> {
  const failures: string[] = [];
  let slowestMs = 0;
  let slowestCpuMs = 0;
  for (let number = 0; number < count; number++) {
    const started = performance.now();
    const before = process.cpuUsage();
    try {
      const wrong = await run(number);
      if (wrong !== null) failures.push(`${number}: ${wrong}`);
    } catch (error) {
      const { name, code, stack = '' } = error as Error & { code?: string };
      failures.push(`${number}: ${name} ${code ?? ''} ${/\n\s+at .*/.exec(stack)?.[0].trim() ?? ''}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    slowestCpuMs = Math.max(slowestCpuMs, (user + system) / 1000);
  }
  return { cases: count, failures, slowestMs, slowestCpuMs };
}

/** Ends a script: prints the report and exits with 1 if a case failed or took more than two seconds of processor time. */
export async function printFuzz(
  name: string,
  count: number,
  fuzz: (count: number, seed: number) => Promise<FuzzReport>,
): Promise<void> {
  const [cases = count, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const { failures, slowestMs, slowestCpuMs } = await fuzz(cases, seed);
  for (const failure of failures.slice(0, 20)) console.log(failure);
  console.log(
    `fuzz ${name}: ${cases} cases, seed ${seed}: ${failures.length} failed, slowest ${Math.round(slowestCpuMs)} ms of processor time, ${Math.round(slowestMs)} ms on the clock`,
  );
  // On a busy machine, wall time means nothing. A case that waits forever uses no processor time.
  if (failures.length > 0 || slowestCpuMs > 2000 || slowestMs > 60_000) process.exitCode = 1;
}
