import { type Report, toSample } from '../report.ts';
import { printStatement, type Statement } from './print-statement.ts';

/** Rounds of each act: `MEMORA_BENCH_ACTS=30`. */
const ROUNDS = Number(process.env['MEMORA_BENCH_ACTS'] ?? '30');
/** An erasure searches every table for the words of the note. */
const ERASURES = Math.min(ROUNDS, Number(process.env['MEMORA_BENCH_ERASURES'] ?? '3'));
/** Rounds before the first that counts. */
const BEFORE = 2;
/** The table of a read of more rows than this is named. */
const MANY_ROWS = 10_000;
/** The longest statements of an act. */
const SHOWN = 4;

/** A team whose people ask, read, write and erase. */
export interface Acting {
  readonly acts: (rounds: number) => Promise<Readonly<Record<string, (round: number) => Promise<unknown>>>>;
  readonly processor: () => Promise<() => number>;
  readonly leaveCopies: () => Promise<void>;
  readonly explained: (act: string, round: number) => Promise<readonly Statement[]>;
}

/** How long each thing takes that people do, and what its statements read. */
export async function measureActs(report: Report, team: Acting): Promise<void> {
  // Those that write take another note each round, and one more for the plans.
  const rounds = ROUNDS + BEFORE;
  const acts = Object.entries(await team.acts(rounds + 1));
  report.heading(`what people do, ${ROUNDS} times each`);
  const found: { act: string; statements: readonly Statement[] }[] = [];
  for (const [act, run] of acts) {
    if (act.startsWith('erase')) await team.leaveCopies();
    const times: number[] = [];
    const costs: number[] = [];
    const counted = act.startsWith('erase') ? ERASURES : rounds;
    for (let round = 0; round < counted; round++) {
      const processor = await team.processor();
      const [begun, from] = [performance.now(), processor()];
      await run(round);
      const [ended, until] = [performance.now(), processor()];
      if (round < BEFORE && counted === rounds) continue;
      times.push(ended - begun);
      costs.push(until - from);
    }
    const [clock, cost] = [toSample(times), toSample(costs)];
    const statements = await team.explained(act, rounds);
    found.push({ act, statements });
    const pages = statements.reduce((sum, each) => sum + each.pages, 0);
    const many = [...new Set(statements.flatMap(({ reads }) => reads).filter(isOfMany))];
    report.note(
      `${act}: p50 ${clock.median.toFixed(1)} ms, p95 ${clock.p95.toFixed(1)} ms (of processors: ${cost.median.toFixed(1)}, ${cost.p95.toFixed(1)}) of ${times.length}; ${statements.length} statements, ${pages} pages; many rows: ${many.join(', ') || 'none'}`,
    );
  }
  for (const { act, statements } of found) {
    report.heading(`${act}: the longest of ${statements.length} statements`);
    for (const statement of statements
      .filter(({ reads }) => reads.length > 0)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SHOWN))
      printStatement(report, act, statement);
  }
}

/** True for a read of a table or an index by this many rows. */
function isOfMany(read: string): boolean {
  return Number(read.split(' ').at(-1)) > MANY_ROWS;
}
