import { createLexicalIndex, createRetriever, type VectorIndex } from '@memora/retrieval';
import type { Report } from '../../report.ts';
import { createMiniSearch, createRawFts5 } from '../baselines.ts';
import { createVaultSet } from '../evaluation-set.ts';
import type { Search } from '../measures.ts';
import { type Conversations, generateConversations } from './generate-conversations.ts';
import { readLongMemEval } from './read-longmemeval.ts';

const SEED = 20261122;
const K = 10;
/** Number of requested claims, enough for ten different turns. */
const CLAIMS = 40;
/** Turns on each side of one in a window. */
const REACH = 2;

/** How many of the turns that answer are among the first ten, compared with plain searches over turns and over windows of turns. */
export async function measureConversations(
  report: Report,
  vectors: VectorIndex,
  data: string,
): Promise<void> {
  const sets: readonly (readonly [string, Conversations | null])[] = [
    ['conversations, templates of the dev half', generateConversations('dev', SEED)],
    ['conversations, templates held out', generateConversations('test', SEED)],
    ['LongMemEval sample', readLongMemEval(data)],
  ];
  for (const [name, conversations] of sets) {
    if (conversations === null) continue;
    report.heading(`${name}: ${conversations.questions.length} questions, evidence turns among ${K}`);
    const rows = [];
    for (const [engine, search] of await enginesOf(name, conversations, vectors))
      rows.push({ engine, 'recall@10': await recallOf(conversations, search) });
    report.table(rows);
    const [ours, ...others] = rows.map((row) => row['recall@10']) as [number, ...number[]];
    report.budget(`${name}: over FTS5 over windows`, ours / Math.max(...others.slice(1, 3)), {
      min: 1.12,
      unit: '×',
    });
  }
}

/** Each returns names of turns, the best first. */
async function enginesOf(
  name: string,
  { notes }: Conversations,
  vectors: VectorIndex,
): Promise<readonly (readonly [string, Search])[]> {
  const turns = notes.flatMap(({ path, title, turns }) =>
    turns.map(({ speaker, text }, i) => ({ id: `${path} ${i}`, title, text: `${speaker}: ${text}` })),
  );
  const windows = notes.flatMap(({ path, title, turns }) =>
    turns.map((_, i) => ({
      id: `${path} ${i}`,
      title,
      text: turns
        .slice(Math.max(0, i - REACH), i + REACH + 1)
        .map(({ speaker, text }) => `${speaker}: ${text}`)
        .join('\n'),
    })),
  );
  return [
    ['Memora hybrid', await searchTurns(name, notes, vectors)],
    ['raw FTS5 over turns', createRawFts5(turns)],
    ['FTS5 over windows', createRawFts5(windows)],
    ['FTS5 over windows, porter', createRawFts5(windows, 'porter unicode61')],
    ['MiniSearch over turns', createMiniSearch(turns)],
  ];
}

async function searchTurns(
  name: string,
  notes: Conversations['notes'],
  vectors: VectorIndex,
): Promise<Search> {
  const turnsByPath = new Map<string, { id: string; start: number; end: number }[]>();
  const files = notes.map(({ path, title, date, turns }) => {
    let text = `---\ntitle: ${title}\ndate: ${date}\n---\n# ${title}\n`;
    const spans = turns.map((turn, i) => {
      text += '\n';
      const start = Buffer.byteLength(text);
      text += `**${turn.speaker}:** ${turn.text}\n`;
      return { id: `${path} ${i}`, start, end: Buffer.byteLength(text) };
    });
    turnsByPath.set(path, spans);
    return { path, text };
  });
  const set = await createVaultSet(name, 'recall@10', files, [], [createLexicalIndex(), vectors]);
  await vectors.sync(set.store);
  const retriever = createRetriever({ store: set.store, vectors });
  return async (question) => {
    const { hits, degradedReasons } = await retriever.query(question, { k: CLAIMS });
    if (degradedReasons.length > 0) throw new Error(degradedReasons.join('; '));
    const found = hits.flatMap(({ claim }) =>
      (turnsByPath.get(claim.notePath) ?? []).filter(
        ({ start, end }) => claim.span.start < end && start < claim.span.end,
      ),
    );
    return [...new Set(found.map(({ id }) => id))];
  };
}

async function recallOf({ questions }: Conversations, search: Search): Promise<number> {
  let sum = 0;
  for (const { text, evidence } of questions) {
    const found = new Set((await search(text, K)).slice(0, K));
    sum += evidence.filter(({ path, turn }) => found.has(`${path} ${turn}`)).length / evidence.length;
  }
  return sum / questions.length;
}
