import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createLexicalIndex,
  createVectorIndex,
  DEFAULT_LEXICAL_PARAMETERS,
  type Embedder,
  GRAPH_SOURCES,
  type LexicalParameters,
  openWordTable,
  type RetrieverOptions,
  type VectorIndex,
} from '@memora/retrieval';
import { openHuggingFaceEmbedder } from '@memora/retrieval/huggingface';
import type { Report, Suite } from './report.ts';
import { createMiniSearch, createOrama, createRawFts5 } from './retrieval/baselines.ts';
import { createChatSet } from './retrieval/chat-set.ts';
import { measureConversations } from './retrieval/conversations/measure-conversations.ts';
import type { EvaluationSet } from './retrieval/evaluation-set.ts';
import { createLinkedNotesSet } from './retrieval/linked-notes.ts';
import { measureUse } from './retrieval/measure-use.ts';
import { evaluate, type Search } from './retrieval/measures.ts';
import { createMultiHopSet } from './retrieval/multi-hop.ts';
import { createMultilingualSets, FOREIGN_SCRIPT } from './retrieval/multilingual.ts';
import { createSciFactSet } from './retrieval/scifact.ts';
import { searchWith } from './retrieval/search-with.ts';
import { createTimeQaSet } from './retrieval/time-qa.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
/** Languages with fewer questions are shown but have no bound, because one question would be a tenth. */
const ENOUGH_QUESTIONS = 20;

/** Some of the sets for a quick run: `MEMORA_BENCH_SETS=graph,use,chat,conversations,scifact,timeqa,languages`. */
const SETS = (
  process.env['MEMORA_BENCH_SETS'] ?? 'graph,use,chat,conversations,scifact,timeqa,languages'
).split(',');

/** The built-in table, or the model in the folder `MEMORA_BENCH_EMBEDDER`: its hybrid is in the same rows, with the same budgets. */
async function openEmbedder(): Promise<Embedder> {
  const folder = process.env['MEMORA_BENCH_EMBEDDER'];
  return folder === undefined ? openWordTable() : openHuggingFaceEmbedder({ path: folder });
}

/** Whether the right claims are found, offline and without settings, compared with other engines over the same texts. */
export const suite: Suite = {
  name: 'retrieval',
  async run(report) {
    if (!existsSync(DATA)) {
      report.note(`no test data at ${DATA}: only the set that stands in this repository is measured`);
    }
    report.note(
      'parameters: SciFact train and the even TimeQA notes; figures: SciFact dev and the odd TimeQA notes',
    );
    const embedder = await openEmbedder();
    report.note(`embedder: ${embedder.id}`);
    const vectors = createVectorIndex({ embedder });
    const indexes = [createLexicalIndex(), vectors];

    if (SETS.includes('graph')) await measureGraph(report, vectors);
    if (SETS.includes('use')) await measureUse(report, vectors, DATA);
    if (SETS.includes('chat')) await measureChat(report, vectors);
    if (SETS.includes('conversations')) await measureConversations(report, vectors, DATA);
    const scifact = SETS.includes('scifact') && (await createSciFactSet(DATA, 'dev', indexes));
    if (scifact) {
      await using set = scifact;
      const scores = await compare(report, set, vectors);
      report.budget('SciFact dev, lexical', scores.lexical, {
        min: 0.69,
        baseline: `${scores.porter.toFixed(4)} of FTS5 with porter`,
      });
      report.budget('SciFact dev, hybrid', scores.hybrid, { min: 0.702 });
      await ablate(report, set, vectors);
    }
    const timeQa = SETS.includes('timeqa') && (await createTimeQaSet(DATA, 'test', indexes));
    if (timeQa) {
      await using set = timeQa;
      const scores = await compare(report, set, vectors);
      report.budget('TimeQA test, hybrid over raw FTS5', scores.hybrid / scores.raw, {
        min: 1.15,
        unit: '×',
      });
      await ablate(report, set, vectors);
    }
    if (SETS.includes('languages')) await compareLanguages(report, vectors);
  },
};

async function measureChat(report: Report, vectors: VectorIndex): Promise<void> {
  await using set = await createChatSet([createLexicalIndex(), vectors]);
  const { lexical, raw, hybrid } = await compare(report, set, vectors);
  report.budget('chat: hybrid', hybrid, { min: 0.943, baseline: '33 of 35, the prototype of passages' });
  report.budget('chat: lexical over raw FTS5', lexical / raw, { min: 1, unit: '×' });
  await ablate(report, set, vectors);
}

/** Questions that lead through another note, and those that must not get worse by it. */
async function measureGraph(report: Report, vectors: VectorIndex): Promise<void> {
  const indexes = () => [createLexicalIndex(), vectors];
  const makers = [
    () => createMultiHopSet('test', indexes()),
    () => createMultiHopSet('uncased', indexes()),
    () => createLinkedNotesSet(DATA, 'test', indexes()),
    () => createMultiHopSet('direct', indexes()),
  ];
  for (const make of makers) {
    const opened = await make();
    if (!opened) continue;
    await using set = opened;
    const { hybrid } = await compare(report, set, vectors);
    const without = (await evaluate(set, searchWith(set, { vectors, graph: false }))).mean;
    const rows = [{ graph: 'all of it', score: hybrid, change: 0 }];
    rows.push({ graph: 'none of it', score: without, change: without - hybrid });
    const { mean: wordsOnly } = await evaluate(set, searchWith(set, {}));
    rows.push({ graph: 'all of it, without vectors', score: wordsOnly, change: wordsOnly - hybrid });
    for (const source of GRAPH_SOURCES) {
      const sources = GRAPH_SOURCES.filter((each) => each !== source);
      const { mean } = await evaluate(set, searchWith(set, { vectors, graph: { sources } }));
      rows.push({ graph: `without ${source}`, score: mean, change: mean - hybrid });
    }
    for (const source of GRAPH_SOURCES) {
      const { mean } = await evaluate(set, searchWith(set, { vectors, graph: { sources: [source] } }));
      rows.push({ graph: `${source} alone`, score: mean, change: mean - hybrid });
    }
    report.table(rows);
    if (set.name.endsWith('direct')) {
      const first = (graph?: false) =>
        evaluate(set, async (question) =>
          (await searchWith(set, { vectors, ...(graph === false ? { graph } : {}) })(question, 1)).slice(
            0,
            1,
          ),
        );
      const [best, bestWithout] = [(await first()).mean, (await first(false)).mean];
      report.budget('direct questions: first hits, with the graph less without', best - bestWithout, {
        min: 0,
      });
      report.budget('direct questions: recall@5, with the graph less without', hybrid - without, { min: 0 });
    } else report.budget(`${set.name}: what the graph adds`, hybrid - without, { min: 0.05 });
    if (set.name.startsWith('linked')) report.budget(`${set.name}: hybrid`, hybrid, { min: 0.953 });
  }
}

interface Scores {
  readonly raw: number;
  readonly porter: number;
  readonly lexical: number;
  readonly hybrid: number;
}

async function compare(report: Report, set: EvaluationSet, vectors: VectorIndex): Promise<Scores> {
  await vectors.sync(set.store);
  report.heading(
    `${set.name}: ${set.questions.length} questions, ${set.texts.length} claims, ${set.measure}`,
  );
  const engines: readonly [string, Search][] = [
    ['raw FTS5', createRawFts5(set.texts)],
    ['FTS5, porter, title as a column', createRawFts5(set.texts, 'porter unicode61', true)],
    ['MiniSearch, text and title', createMiniSearch(set.texts)],
    ['Orama, text and title', await createOrama(set.texts)],
    ['Memora lexical', searchWith(set, { graph: false })],
    ['Memora hybrid', searchWith(set, { vectors })],
  ];
  const rows: { engine: string; score: number; 'ms a question': number }[] = [];
  for (const [engine, search] of engines) {
    const started = performance.now();
    const { mean } = await evaluate(set, search);
    rows.push({ engine, score: mean, 'ms a question': (performance.now() - started) / set.questions.length });
  }
  report.table(rows);
  const [raw, porter, , , lexical, hybrid] = rows.map(({ score }) => score) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  report.budget(`${set.name}: hybrid no less than lexical`, hybrid - lexical, { min: 0 });
  return { raw, porter, lexical, hybrid };
}

/** The contribution of each field and technique: the hybrid without it. */
async function ablate(report: Report, set: EvaluationSet, vectors: VectorIndex): Promise<void> {
  const without = (change: Partial<LexicalParameters>) => ({
    vectors,
    lexical: { parameters: { ...DEFAULT_LEXICAL_PARAMETERS, ...change } },
  });
  const withoutField = (field: keyof LexicalParameters['weights']) =>
    without({ weights: { ...DEFAULT_LEXICAL_PARAMETERS.weights, [field]: 0 } });
  const variants: readonly [string, Omit<RetrieverOptions, 'store'>][] = [
    ['nothing', { vectors }],
    ['the vector leg', {}],
    ['the graph', { vectors, graph: false }],
    ['the title', withoutField('title')],
    ['the heading path', withoutField('heading')],
    ['what introduces a passage', withoutField('lead')],
    ['what its note is worth', without({ noteShare: 0 })],
    ['the claims around one', without({ claimWindow: [0, 0, 1, 0, 0] })],
    ['the discount on further claims of a passage', { vectors, diversity: { passageDecay: 1 } }],
  ];
  const rows = [];
  let whole = 0;
  for (const [name, options] of variants) {
    const { mean } = await evaluate(set, searchWith(set, options));
    if (name === 'nothing') whole = mean;
    rows.push({ 'hybrid without': name, score: mean, change: mean - whole });
  }
  report.table(rows);
}

type LanguageRow = {
  readonly language: string;
  readonly questions: number;
  readonly 'raw FTS5': number;
  readonly lexical: number;
  readonly hybrid: number;
  readonly ratio: number;
  readonly 'with Latin headings': number;
  readonly 'raw FTS5 on all': number;
  readonly 'hybrid on all': number;
  readonly 'ratio on all': number;
};

/** Heading → section, by language. */
async function compareLanguages(report: Report, vectors: VectorIndex): Promise<void> {
  const sets = await createMultilingualSets(DATA, () => [createLexicalIndex(), vectors]);
  if (sets.length === 0) return;
  report.heading('heading → section, recall@5 by language');
  const rows: LanguageRow[] = [];
  for (const set of sets) {
    const own = { ...set, questions: set.questions.filter(({ group }) => group !== FOREIGN_SCRIPT) };
    const raw = createRawFts5(set.texts);
    const lexical = (await evaluate(own, searchWith(set, { graph: false }))).mean;
    const hybrid = (await evaluate(own, searchWith(set, { vectors }))).mean;
    const rawMean = (await evaluate(own, raw)).mean;
    const every = set.questions.length > own.questions.length;
    const allRaw = every ? (await evaluate(set, raw)).mean : rawMean;
    const all = every ? (await evaluate(set, searchWith(set, { vectors }))).mean : hybrid;
    rows.push({
      language: set.name,
      questions: own.questions.length,
      'raw FTS5': rawMean,
      lexical,
      hybrid,
      ratio: hybrid / rawMean,
      'with Latin headings': set.questions.length,
      'raw FTS5 on all': allRaw,
      'hybrid on all': all,
      'ratio on all': all / allRaw,
    });
    await set[Symbol.asyncDispose]();
  }
  report.table(rows);
  const pooled = (name: 'lexical' | 'hybrid') =>
    rows.reduce((sum, row) => sum + row[name] * row.questions, 0) /
    rows.reduce((sum, row) => sum + row.questions, 0);
  for (const language of ['zh', 'ja']) {
    const row = rows.find((each) => each.language === language);
    if (!row) continue;
    report.budget(`${language}: over raw FTS5`, row.ratio, { min: 2, unit: '×' });
    report.note(
      `${language}, headings in Latin letters alone included: ${row['ratio on all'].toFixed(2)}×. A Latin name is found by any tokenizer: twice raw FTS5 would be a recall of ${(2 * row['raw FTS5 on all']).toFixed(2)}`,
    );
  }
  for (const [name, ratio] of [
    ['', 'ratio'],
    [', headings in Latin letters included', 'ratio on all'],
  ] as const) {
    const least = rows
      .filter(({ questions }) => questions >= ENOUGH_QUESTIONS)
      .reduce((a, b) => (b[ratio] < a[ratio] ? b : a));
    report.budget(`the language that gains least (${least.language})${name}`, least[ratio], {
      min: 1,
      unit: '×',
    });
  }
  const below = rows
    .filter(({ lexical, hybrid }) => hybrid < lexical)
    .map(
      ({ language, questions, lexical, hybrid }) =>
        `${language} by ${Math.round((lexical - hybrid) * questions)} of ${questions}`,
    );
  report.note(`languages in which hybrid finds fewer than lexical: ${below.join(', ') || 'none'}`);
  report.budget('all languages pooled: hybrid no less than lexical', pooled('hybrid') - pooled('lexical'), {
    min: 0,
  });
}
