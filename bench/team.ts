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

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const TEAM = new URL('../packages/postgres/src/testing-fixtures/open-bench-team.ts', import.meta.url).href;
const SERVER = new URL('../scripts/testing-fixtures/start-postgres.ts', import.meta.url).href;
/** Claims of the part that measures time: `MEMORA_BENCH_SIZES=100000`. */
const SIZE = Number((process.env['MEMORA_BENCH_SIZES'] ?? '20000').split(',')[0]);
const QUESTIONS = 40;
/** Some of the sets for a quick look: `MEMORA_BENCH_SETS=graph,chat,scifact,timeqa,languages,speed`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'graph,chat,scifact,timeqa,languages,speed').split(',');
const TOP = 10;

interface Team extends AsyncDisposable {
  readonly publish: (store: SqliteClaimStore, kind: string, principal?: string) => Promise<void>;
  readonly retriever: (principal: string, options?: { readonly prepared?: boolean }) => Retriever;
  readonly slow: (principal: string, delay: number) => Retriever;
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
  const timed = async (processorTime: boolean) => {
    const times = { sqlite: [] as number[], postgres: [] as number[], named: [] as number[] };
    for (const question of questions) {
      const found = await interleave(
        {
          sqlite: () => local.query(question, asked),
          postgres: () => shared.query(question, asked),
          named: () => named.query(question, asked),
        },
        { rounds: 3, processorTime },
      );
      for (const name of ['sqlite', 'postgres', 'named'] as const) times[name].push(found[name].median);
    }
    return times;
  };
  const wall = await timed(false);
  const ratio = (ours: readonly number[], theirs: readonly number[], share: number) =>
    at(ours, share) / at(theirs, share);
  report.budget('p50 against SQLite', ratio(wall.postgres, wall.sqlite, 0.5), { max: 2.5, unit: '×' });
  report.budget('p95 against SQLite', ratio(wall.postgres, wall.sqlite, 0.95), { max: 3, unit: '×' });
  report.note(
    `with statements prepared by name: p50 ${ratio(wall.named, wall.sqlite, 0.5).toFixed(2)}×, p95 ${ratio(wall.named, wall.sqlite, 0.95).toFixed(2)}×`,
  );
  const processor = await timed(true);
  report.budget(
    'processor time of the asking process against SQLite',
    ratio(processor.postgres, processor.sqlite, 0.5),
    {
      max: 0.6,
      unit: '×',
    },
  );
  // Alternating, so that a slow minute of the machine hits both alike.
  const far = team.slow('eve', 0);
  const near: number[] = [];
  const added: number[] = [];
  for (const question of questions) {
    for (const [delay, times] of [
      [0, near],
      [5, added],
    ] as const) {
      team.slow('eve', delay);
      await far.query(question, asked);
      const started = performance.now();
      await far.query(question, asked);
      times.push(performance.now() - started);
    }
  }
  report.budget(
    'what a millisecond more a round trip adds to p50 (of five)',
    (at(added, 0.5) - at(near, 0.5)) / 5,
    { max: 8, unit: 'ms' },
  );
  const file = filled.store.database.pragma('page_count', { simple: true }) as number;
  const page = filled.store.database.pragma('page_size', { simple: true }) as number;
  report.budget('bytes in PostgreSQL against SQLite', (team.bytes() - before) / (file * page), {
    max: 4,
    unit: '×',
  });
}

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
