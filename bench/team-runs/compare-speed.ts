import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SqliteClaimStore } from '@memora/claims';
import { createRetriever, type Retriever } from '@memora/retrieval';
import type { FilledStore } from '../query/filled-store.ts';
import { createRandom } from '../query/real-sentences.ts';
import { interleave, type Report } from '../report.ts';
import { fillScopes, VISIBLE } from './fill-scopes.ts';

/** Claims: `MEMORA_BENCH_SIZES=100000`. */
const SIZE = Number((process.env['MEMORA_BENCH_SIZES'] ?? '20000').split(',')[0]);
const QUESTIONS = 40;
/** Questions before the ones that are asked once. */
const BEFORE = 60;
const TOP = 10;
/** Round trips of a question at the median. */
const TRIPS = 5;

/** A team's memory whose cost is measured. */
export interface Measured {
  readonly publish: (store: SqliteClaimStore, kind: string, principal?: string) => Promise<void>;
  readonly retriever: (principal: string, options?: { readonly prepared?: boolean }) => Retriever;
  readonly slow: (principal: string, delay: number) => Retriever;
  readonly bare: (principal: string) => {
    readonly retriever: Retriever;
    readonly replay: (question: string) => Promise<void>;
  };
  readonly alone: (principal: string) => (question: string) => Promise<void>;
  readonly trip: (principal: string, trips: number) => Promise<void>;
  readonly ping: () => Promise<void>;
  readonly trips: () => number;
  readonly bytes: () => number;
}

/** The time of a question to a team's memory, and its cost for the asking process, compared with SQLite over the same claims. */
export async function compareSpeed(report: Report, data: string, team: Measured): Promise<void> {
  await using filled = await fillScopes(SIZE, data);
  const { visible } = filled;
  report.heading(
    `${SIZE.toLocaleString('en')} claims, ${visible.size.toLocaleString('en')} visible in ${VISIBLE.length} scopes, server on this machine`,
  );
  const before = team.bytes();
  for (const [i, kind] of VISIBLE.entries())
    await team.publish((filled.parts[i] as FilledStore).store, kind, 'eve');
  const bytes = team.bytes() - before;
  for (const [i, owner] of ['ann', 'ben'].entries())
    await team.publish((filled.hidden[i] as FilledStore).store, 'user', owner);
  const choose = createRandom(SIZE + 1);
  const question = () => {
    const words = visible.textAt(Math.floor(choose() * visible.size)).split(' ');
    const start = Math.floor(choose() * Math.max(1, words.length - 6));
    return `what about ${words.slice(start, start + 6).join(' ')}`;
  };
  const questions = Array.from({ length: QUESTIONS }, question);
  const asking = (retriever: Retriever) => (text: string) => retriever.query(text, { k: TOP });
  const [sqlite, postgres, named] = [
    asking(createRetriever({ store: visible.store })),
    asking(team.retriever('eve')),
    asking(team.retriever('eve', { prepared: true })),
  ];
  await compareOnce(report, { sqlite, postgres }, question);
  // The time of the driver and the server alone: the same statements, in the same round trips, with the results ignored.
  const bare = team.bare('eve');
  for (const text of questions) await bare.retriever.query(text, { k: TOP });
  const wall = await timed(questions, { sqlite, postgres, named, bare: bare.replay });
  report.budget('p50 against SQLite', ratio(wall.postgres, wall.sqlite, 0.5), { max: 2.5, unit: '×' });
  report.budget('p95 against SQLite', ratio(wall.postgres, wall.sqlite, 0.95), { max: 3, unit: '×' });
  report.budget('p50 against SQLite, statements prepared by name', ratio(wall.named, wall.sqlite, 0.5), {
    max: 2.5,
    unit: '×',
  });
  report.budget('p95 against SQLite, statements prepared by name', ratio(wall.named, wall.sqlite, 0.95), {
    max: 3,
    unit: '×',
  });
  report.note(
    `the statements of a first question alone, against SQLite: p50 ${ratio(wall.bare, wall.sqlite, 0.5).toFixed(2)}×, p95 ${ratio(wall.bare, wall.sqlite, 0.95).toFixed(2)}×`,
  );
  const alone = team.alone('eve');
  for (const text of questions) await alone(text);
  const trip = () => team.trip('eve', TRIPS);
  const cpu = await timed(questions, { sqlite, postgres, alone, trip }, true);
  report.note(
    `processor time against SQLite of a retriever that is answered at once ${ratio(cpu.alone, cpu.sqlite, 0.5).toFixed(2)}×, of ${TRIPS} round trips that ask for nothing ${ratio(cpu.trip, cpu.sqlite, 0.5).toFixed(2)}×`,
  );
  report.budget('processor time of the asking process against SQLite', ratio(cpu.postgres, cpu.sqlite, 0.5), {
    max: 1.4,
    unit: '×',
  });
  await measureTrips(report, team, questions);
  const file = visible.store.database.pragma('page_count', { simple: true }) as number;
  const page = visible.store.database.pragma('page_size', { simple: true }) as number;
  const vectors = bytesOf(join(visible.folder, 'vectors'));
  report.budget('bytes in PostgreSQL against SQLite and its vectors', bytes / (file * page + vectors), {
    max: 4,
    unit: '×',
  });
}

type Ask = (question: string) => Promise<unknown>;

/** New questions, each once: rows that were read for others are cached if they are the same. */
async function compareOnce(
  report: Report,
  { sqlite, postgres }: { readonly sqlite: Ask; readonly postgres: Ask },
  question: () => string,
): Promise<void> {
  for (let i = 0; i < BEFORE; i++) {
    const text = question();
    await sqlite(text);
    await postgres(text);
  }
  const [wall, cpu]: Record<'sqlite' | 'postgres', number[]>[] = [
    { sqlite: [], postgres: [] },
    { sqlite: [], postgres: [] },
  ];
  for (let i = 0; i < 2 * QUESTIONS; i++) {
    const text = question();
    const both = [
      ['sqlite', sqlite],
      ['postgres', postgres],
    ] as const;
    for (const [name, ask] of i % 2 === 0 ? both : both.toReversed()) {
      const [at, used] = [performance.now(), process.cpuUsage()];
      await ask(text);
      const { user, system } = process.cpuUsage(used);
      wall?.[name].push(performance.now() - at);
      cpu?.[name].push((user + system) / 1000);
    }
  }
  if (wall === undefined || cpu === undefined) return;
  report.budget('p50 of questions asked once against SQLite', ratio(wall.postgres, wall.sqlite, 0.5), {
    max: 2.5,
    unit: '×',
  });
  report.budget('p95 of questions asked once against SQLite', ratio(wall.postgres, wall.sqlite, 0.95), {
    max: 3,
    unit: '×',
  });
  report.budget(
    'processor time of the asking process for questions asked once',
    ratio(cpu.postgres, cpu.sqlite, 0.5),
    { max: 1.3, unit: '×' },
  );
}

/** Each question three times with each, one after the other. */
async function timed<Name extends string>(
  questions: readonly string[],
  contenders: Readonly<Record<Name, Ask>>,
  processorTime = false,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const text of questions) {
    const found = await interleave(
      Object.fromEntries(names.map((name) => [name, () => contenders[name](text)])) as Record<
        Name,
        () => Promise<unknown>
      >,
      { rounds: 3, processorTime },
    );
    for (const name of names) times[name].push(found[name].median);
  }
  return times;
}

/** Their number, because each additional millisecond of latency counts once per round trip, and a busy machine adds its own delay to each wait. */
async function measureTrips(report: Report, team: Measured, questions: readonly string[]): Promise<void> {
  const trips: number[] = [];
  for (const text of questions) {
    const before = team.trips();
    await team.slow('eve', 1).query(text, { k: TOP });
    trips.push(team.trips() - before);
  }
  report.budget('round trips of a question, p50', at(trips, 0.5), { max: 7 });
  report.budget('round trips of a question, p95', at(trips, 0.95), { max: 8 });
  // How much later a new question is, per unit of delay of a single round trip.
  const later = async (work: (far: Retriever, text: string) => Promise<unknown>) => {
    const added: number[] = [];
    for (const text of questions) {
      const { plain, delayed } = await interleave(
        { plain: () => work(team.slow('eve', 0), text), delayed: () => work(team.slow('eve', 1), text) },
        { rounds: 3 },
      );
      added.push(delayed.median - plain.median);
    }
    return at(added, 0.5);
  };
  const trip = await later(team.ping);
  const question = await later((far, text) => far.query(text, { k: TOP }));
  report.note(
    `1 ms more a round trip: ${trip.toFixed(2)} ms for one, ${question.toFixed(2)} ms for a question`,
  );
  report.budget('what 1 ms more a round trip adds to p50', question / trip, { max: 8, unit: 'ms' });
}

/** The file next to a store's database with its vectors; it exists once they were used. */
function bytesOf(folder: string): number {
  return !existsSync(folder)
    ? 0
    : readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function ratio(ours: readonly number[], theirs: readonly number[], share: number): number {
  return at(ours, share) / at(theirs, share);
}

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
