import { fileURLToPath } from 'node:url';
import { createLexicalIndex, createRetriever, type Retriever } from '@memora/retrieval';
import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import type { Report, Suite } from './report.ts';
import { createChatSet } from './retrieval/chat-set.ts';
import type { EvaluationSet } from './retrieval/evaluation-set.ts';
import { createLinkedNotesSet } from './retrieval/linked-notes.ts';
import { evaluate, type Search } from './retrieval/measures.ts';
import { createMultiHopSet } from './retrieval/multi-hop.ts';
import { createMultilingualSets } from './retrieval/multilingual.ts';
import { createSciFactSet } from './retrieval/scifact.ts';
import { createTimeQaSet } from './retrieval/time-qa.ts';
import { compareGrowth, type Growing } from './team-runs/compare-growth.ts';
import { compareHidden, type Hiding } from './team-runs/compare-hidden.ts';
import { compareScopes } from './team-runs/compare-scopes.ts';
import { compareSpeed, type Measured } from './team-runs/compare-speed.ts';
import { type Listing, measureLists } from './team-runs/measure-lists.ts';
import { measureStart, type OpenNotes } from './team-runs/measure-start.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const TEAM = new URL('../packages/postgres/src/testing-fixtures/open-bench-team.ts', import.meta.url).href;
const NOTES = new URL('../packages/postgres/src/testing-fixtures/open-bench-notes.ts', import.meta.url).href;
/**
 * Some of the sets for a quick run:
 * `MEMORA_BENCH_SETS=graph,chat,scifact,timeqa,languages,scopes,hidden,speed,growth,lists`. The last two take
 * minutes or more, by `MEMORA_BENCH_LARGE`, and run only if named.
 */
const SETS = (
  process.env['MEMORA_BENCH_SETS'] ?? 'graph,chat,scifact,timeqa,languages,scopes,hidden,speed'
).split(',');
const TOP = 10;

interface Team extends Measured, Hiding, Growing, Listing, AsyncDisposable {
  readonly retriever: (
    principal: string,
    options?: { readonly prepared?: boolean; readonly graph?: false },
  ) => Retriever;
}

/** Whether a team's memory in PostgreSQL answers like SQLite, and how long it takes in comparison. */
export const suite: Suite = {
  name: 'team',
  async run(report) {
    const reason = whyNoServer();
    if (reason !== null) {
      report.note(reason);
      return;
    }
    if (SETS.includes('start')) {
      const { openBenchNotes } = (await import(NOTES)) as { openBenchNotes: OpenNotes };
      await measureStart(report, openBenchNotes);
    }
    const { openBenchTeam } = (await import(TEAM)) as { openBenchTeam: () => Promise<Team> };
    await using team = await openBenchTeam();
    await compareAnswers(report, team);
    if (SETS.includes('scopes')) await compareScopes(report, DATA, team);
    if (SETS.includes('hidden')) {
      await using beside = await openBenchTeam();
      await using alone = await openBenchTeam();
      await compareHidden(report, DATA, [alone, beside]);
    }
    if (SETS.includes('growth')) {
      await using small = await openBenchTeam();
      await using large = await openBenchTeam();
      await compareGrowth(report, DATA, [small, large]);
    }
    if (SETS.includes('lists')) await measureLists(report, DATA, team);
    if (SETS.includes('speed')) await compareSpeed(report, DATA, team);
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
