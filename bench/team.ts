import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqliteClaimStore } from '@memora/claims';
import {
  createLexicalIndex,
  createRetriever,
  createVectorIndex,
  openWordTable,
  type QueryOptions,
  type Retriever,
} from '@memora/retrieval';
import { openFilledStore } from './query/filled-store.ts';
import { createRandom, createSentenceSource, readRealSentences } from './query/real-sentences.ts';
import { interleave, type Report, type Suite } from './report.ts';
import { createChatSet } from './retrieval/chat-set.ts';
import type { EvaluationSet } from './retrieval/evaluation-set.ts';
import { createLinkedNotesSet } from './retrieval/linked-notes.ts';
import { evaluate, type Search } from './retrieval/measures.ts';
import { createMultiHopSet } from './retrieval/multi-hop.ts';
import { createMultilingualSets } from './retrieval/multilingual.ts';
import { createSciFactSet } from './retrieval/scifact.ts';
import { createTimeQaSet } from './retrieval/time-qa.ts';
import { compareScopes } from './team-runs/compare-scopes.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const TEAM = new URL('../packages/postgres/src/testing-fixtures/open-bench-team.ts', import.meta.url).href;
const SERVER = new URL('../scripts/testing-fixtures/start-postgres.ts', import.meta.url).href;
/** Claims of the part that measures time: `MEMORA_BENCH_SIZES=100000`. */
const SIZE = Number((process.env['MEMORA_BENCH_SIZES'] ?? '20000').split(',')[0]);
const QUESTIONS = 40;
/** Some of the sets for a quick look: `MEMORA_BENCH_SETS=graph,chat,scifact,timeqa,languages,scopes,speed`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'graph,chat,scifact,timeqa,languages,scopes,speed').split(
  ',',
);
const TOP = 10;

interface Team extends AsyncDisposable {
  readonly publish: (store: SqliteClaimStore, kind: string, principal?: string) => Promise<void>;
  readonly retriever: (
    principal: string,
    options?: { readonly prepared?: boolean; readonly graph?: false },
  ) => Retriever;
  readonly slow: (principal: string, delay: number) => Retriever;
  readonly bare: (principal: string) => {
    readonly retriever: Retriever;
    readonly replay: (question: string) => Promise<void>;
  };
  readonly ping: () => Promise<void>;
  readonly trips: () => number;
  readonly bytes: () => number;
}

/** Whether a team's memory in PostgreSQL answers as SQLite does, and how long it takes beside it. */
export const suite: Suite = {
  name: 'team',
  async run(report) {
    const { whyNoServer } = (await import(SERVER)) as { whyNoServer: () => string | null };
    const reason = whyNoServer();
    if (reason !== null) {
      report.note(reason);
      return;
    }
    const { openBenchTeam } = (await import(TEAM)) as { openBenchTeam: () => Promise<Team> };
    await using team = await openBenchTeam();
    await compareAnswers(report, team);
    if (SETS.includes('scopes')) await compareScopes(report, DATA, team);
    if (SETS.includes('speed')) await compareSpeed(report, team);
  },
};

/** Words, links and names; without a vector leg on either side. */
async function compareAnswers(report: Report, team: Team): Promise<void> {
  report.heading('same answers as SQLite, in the same run');
  const indexes = () => [createLexicalIndex()];
  const makers: readonly (readonly [string, () => Promise<readonly (EvaluationSet | null)[]>])[] = [
    ['graph', async () => [await createMultiHopSet('test', indexes())]],
    ['graph', async () => [await createLinkedNotesSet(DATA, 'test', indexes())]],
    ['chat', async () => [await createChatSet(indexes())]],
    ['scifact', async () => [await createSciFactSet(DATA, 'dev', indexes())]],
    ['timeqa', async () => [await createTimeQaSet(DATA, 'test', indexes())]],
    ['languages', () => createMultilingualSets(DATA, indexes)],
  ];
  for (const [name, make] of makers) {
    if (!SETS.includes(name)) continue;
    for (const set of await make()) {
      if (set === null) continue;
      await team.publish(set.store, 'workspace');
      await compareSet(report, set, team);
      await set[Symbol.asyncDispose]();
    }
  }
}

async function compareSet(report: Report, set: EvaluationSet, team: Team): Promise<void> {
  const [local, shared] = [createRetriever({ store: set.store }), team.retriever('eve')];
  const lists = new Map<Retriever, string[][]>([
    [local, []],
    [shared, []],
  ]);
  const searchOf =
    (retriever: Retriever): Search =>
    async (question) => {
      const { hits, degradedReasons } = await retriever.query(question, { k: TOP });
      if (degradedReasons.length > 0) throw new Error(degradedReasons.join('; '));
      const ids = hits.map(({ claim }) => claim.id as string);
      lists.get(retriever)?.push(ids);
      return ids;
    };
  const ours = (await evaluate(set, searchOf(shared))).mean;
  const theirs = (await evaluate(set, searchOf(local))).mean;
  const [a, b] = [lists.get(shared) ?? [], lists.get(local) ?? []];
  const shares = a.map((ids, i) => {
    const other = b[i] ?? [];
    return ids.length + other.length === 0
      ? 1
      : (2 * ids.filter((id) => other.includes(id)).length) / (ids.length + other.length);
  });
  const first = a.filter((ids, i) => ids[0] === b[i]?.[0]).length;
  const name = `${set.name}, ${set.questions.length} questions`;
  report.note(
    `${name}: ${set.measure} ${ours.toFixed(4)}, SQLite ${theirs.toFixed(4)}; same first hit ${first} of ${a.length}`,
  );
  report.budget(`${name}: difference of ${set.measure}`, Math.abs(ours - theirs), { max: 0.005 });
  report.budget(`${name}: top ${TOP} shared`, shares.reduce((sum, each) => sum + each, 0) / shares.length, {
    min: 0.97,
  });
}

async function compareSpeed(report: Report, team: Team): Promise<void> {
  const sentences = readRealSentences(DATA);
  const random = createRandom(SIZE);
  await using filled = await openFilledStore(SIZE, createSentenceSource(sentences, random), [
    createLexicalIndex(),
    createVectorIndex({ embedder: await openWordTable() }),
  ]);
  report.heading(`${SIZE.toLocaleString('en')} claims of one scope, server on this machine`);
  const before = team.bytes();
  await team.publish(filled.store, 'workspace');
  const choose = createRandom(SIZE + 1);
  const questions = Array.from({ length: QUESTIONS }, () => {
    const words = filled.textAt(Math.floor(choose() * filled.size)).split(' ');
    const start = Math.floor(choose() * Math.max(1, words.length - 6));
    return `what about ${words.slice(start, start + 6).join(' ')}`;
  });
  const local = createRetriever({ store: filled.store });
  const shared = team.retriever('eve');
  const named = team.retriever('eve', { prepared: true });
  const asked: QueryOptions = { k: TOP };
  // What the driver and the server take alone: the same statements, in the same round trips, and nothing done with what comes.
  const bare = team.bare('eve');
  for (const question of questions) await bare.retriever.query(question, asked);
  const names = ['sqlite', 'postgres', 'named', 'bare'] as const;
  const timed = async (processorTime: boolean) => {
    const times: Record<(typeof names)[number], number[]> = { sqlite: [], postgres: [], named: [], bare: [] };
    for (const question of questions) {
      const found = await interleave(
        {
          sqlite: () => local.query(question, asked),
          postgres: () => shared.query(question, asked),
          named: () => named.query(question, asked),
          bare: () => bare.replay(question),
        },
        { rounds: 3, processorTime },
      );
      for (const name of names) times[name].push(found[name].median);
    }
    return times;
  };
  const wall = await timed(false);
  const ratio = (ours: readonly number[], theirs: readonly number[], share: number) =>
    at(ours, share) / at(theirs, share);
  // What of these is the least that can be is in docs/decisions/2026-11-26-what-a-teams-question-costs.md.
  report.budget('p50 against SQLite', ratio(wall.postgres, wall.sqlite, 0.5), { max: 4.5, unit: '×' });
  report.budget('p95 against SQLite', ratio(wall.postgres, wall.sqlite, 0.95), { max: 4, unit: '×' });
  report.budget('p50 against SQLite, statements prepared by name', ratio(wall.named, wall.sqlite, 0.5), {
    max: 3.5,
    unit: '×',
  });
  report.budget('p95 against SQLite, statements prepared by name', ratio(wall.named, wall.sqlite, 0.95), {
    max: 3,
    unit: '×',
  });
  report.note(
    `the bare statements alone, against SQLite: p50 ${ratio(wall.bare, wall.sqlite, 0.5).toFixed(2)}×, p95 ${ratio(wall.bare, wall.sqlite, 0.95).toFixed(2)}×`,
  );
  report.budget('p50 against the bare statements', ratio(wall.postgres, wall.bare, 0.5), {
    max: 1.5,
    unit: '×',
  });
  const processor = await timed(true);
  report.note(
    `processor time of the driver alone, against SQLite: ${ratio(processor.bare, processor.sqlite, 0.5).toFixed(2)}×`,
  );
  report.budget(
    'processor time of the asking process against SQLite',
    ratio(processor.postgres, processor.sqlite, 0.5),
    {
      max: 1.6,
      unit: '×',
    },
  );
  // By their number: a millisecond more is as many milliseconds, and a busy machine adds its own to each wait.
  const far = team.slow('eve', 1);
  const trips: number[] = [];
  for (const question of questions) {
    await far.query(question, asked);
    const before = team.trips();
    await far.query(question, asked);
    trips.push(team.trips() - before);
  }
  report.budget('round trips of a question, p50', at(trips, 0.5), { max: 7 });
  report.budget('round trips of a question, p95', at(trips, 0.95), { max: 8 });
  // A busy machine adds its own to each millisecond: by how much a question is later, for each that a round trip alone is later.
  const later = async (work: (question: string) => Promise<unknown>) => {
    const added: number[] = [];
    for (const question of questions) {
      const { plain, delayed } = await interleave(
        {
          plain: () => (team.slow('eve', 0), work(question)),
          delayed: () => (team.slow('eve', 1), work(question)),
        },
        { rounds: 3 },
      );
      added.push(delayed.median - plain.median);
    }
    return at(added, 0.5);
  };
  const [trip, question] = [await later(team.ping), await later((text) => far.query(text, asked))];
  report.note(
    `1 ms more a round trip: ${trip.toFixed(2)} ms for one, ${question.toFixed(2)} ms for a question`,
  );
  report.budget('what 1 ms more a round trip adds to p50', question / trip, { max: 8, unit: 'ms' });
  const file = filled.store.database.pragma('page_count', { simple: true }) as number;
  const page = filled.store.database.pragma('page_size', { simple: true }) as number;
  const vectors = bytesOf(join(filled.folder, 'vectors'));
  report.budget(
    'bytes in PostgreSQL against SQLite and its vectors',
    (team.bytes() - before) / (file * page + vectors),
    {
      max: 4,
      unit: '×',
    },
  );
}

/** The file beside a store's database that its vectors are read from; it is there once they were asked. */
function bytesOf(folder: string): number {
  return !existsSync(folder)
    ? 0
    : readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
