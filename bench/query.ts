import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createLexicalIndex,
  createRetriever,
  createVectorIndex,
  openWordTable,
  type Retriever,
} from '@memora/retrieval';
import { Index, MetricKind, ScalarKind } from 'usearch';
import { type FilledStore, openFilledStore } from './query/filled-store.ts';
import { createRandom, createSentenceSource, readRealSentences } from './query/real-sentences.ts';
import { interleave, type Report, type Suite, toSample } from './report.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
/** Fewer claims for a quick run: `MEMORA_BENCH_SIZES=10000,100000`. */
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const QUESTIONS = 100;
/** This many of them are repeated without leaving out any word, which takes long. */
const COMPARED = 40;
/** The number of scored claims if nothing is left out, instead of the usual 120. */
const UNPRUNED = 4000;
const MEMORY = fileURLToPath(new URL('./query/measure-memory.ts', import.meta.url));

/** How fast claims are found, and whether that stays the same as a vault grows. */
export const suite: Suite = {
  name: 'query',
  async run(report) {
    const sentences = readRealSentences(DATA);
    report.note(`claims are halves of ${sentences.length.toLocaleString('en')} real sentences, joined anew`);
    const results: { size: number; p95: number; update: number }[] = [];
    for (const size of SIZES) results.push({ size, ...(await measure(report, size, sentences)) });
    const [small, large] = [results[0], results.at(-1)];
    if (!small || !large || small.size === large.size) return;
    report.heading('growth');
    const more = large.size / small.size;
    report.budget(`p95 of a hybrid query, ${more}× the claims`, large.p95 / small.p95, {
      max: more >= 100 ? 10 : 5,
      unit: '×',
    });
    report.budget(`index update after one note, ${more}× the claims`, large.update / small.update, {
      max: 3,
      unit: '×',
    });
  },
};

async function measure(report: Report, size: number, sentences: readonly string[]) {
  report.heading(`${size.toLocaleString('en')} claims`);
  const random = createRandom(size);
  const embedder = await openWordTable();
  const vectors = createVectorIndex({ embedder });
  await using filled = await openFilledStore(size, createSentenceSource(sentences, random), [
    createLexicalIndex(),
    vectors,
  ]);
  report.note(
    filled.filled
      ? `written in ${filled.filled.claims.toFixed(1)} s, index file in ${filled.filled.vectors.toFixed(1)} s`
      : `written by an earlier run: ${filled.folder}`,
  );
  const choose = createRandom(size + 1);
  const known = Array.from({ length: QUESTIONS }, () => toQuestion(filled, choose));
  const questions = known.map(({ text }) => text);
  const hybrid = createRetriever({ store: filled.store, vectors });
  const lexical = createRetriever({ store: filled.store, graph: false });

  const first = performance.now();
  await hybrid.query(questions[0] as string);
  report.note(`first query of a new handle: ${(performance.now() - first).toFixed(1)} ms`);

  const { ours, bare } = await compareWithParts(filled, hybrid, questions, embedder);
  report.compare('p50 of a hybrid query', ours.median, {
    name: 'raw FTS5 + usearch + embedding',
    value: bare.median,
  });
  const p95 = report.compare('p95 of a hybrid query', ours.p95, {
    name: 'raw FTS5 + usearch + embedding',
    value: bare.p95,
  });
  report.budget('p50 over the sum of its bare parts', ours.median / bare.median, { max: 1.3, unit: '×' });
  report.budget('p95 over the sum of its bare parts', p95, { max: 1.3, unit: '×' });

  await measureOverlap(report, filled, lexical, known.slice(0, COMPARED));
  await measureWorst(report, hybrid, filled, ours.median);
  measureMemory(report, filled, questions);
  const update = measureUpdate(report, filled);
  return { p95: ours.p95, update };
}

interface KnownQuestion {
  readonly text: string;
  /** The claim that it was made from. */
  readonly answer: string;
}

/** Six neighbouring words of a claim, and a common one, because a person remembers some of the words. */
function toQuestion({ size, textAt, idAt }: FilledStore, random: () => number): KnownQuestion {
  const position = Math.floor(random() * size);
  const words = textAt(position).split(' ');
  const at = Math.floor(random() * Math.max(1, words.length - 6));
  return { text: `what about ${words.slice(at, at + 6).join(' ')}`, answer: idAt(position) };
}

async function compareWithParts(
  { raw, size, textAt, folder }: FilledStore,
  hybrid: Retriever,
  questions: readonly string[],
  embedder: Awaited<ReturnType<typeof openWordTable>>,
) {
  const find = raw.prepare('SELECT rowid FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT 10').pluck();
  const embed = (text: string) =>
    (embedder.embedNow as (texts: readonly string[]) => readonly Float32Array[])([text])[0] as Float32Array;
  const index = new Index({
    dimensions: embedder.dimensions,
    metric: MetricKind.Cos,
    quantization: ScalarKind.BF16,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 128,
    multi: false,
  });
  // The existing graph if there is one; below the limit, where every vector is compared, one made for the purpose.
  const file = join(folder, 'vectors', 'claims.usearch');
  if (existsSync(file)) index.view(file);
  else {
    for (let i = 0; i < size; i++) {
      const vector = embed(textAt(i));
      if (vector.some((value) => value !== 0)) index.add(BigInt(i + 1), vector, 1);
    }
  }
  const [ours, bare]: [number[], number[]] = [[], []];
  for (const [i, question] of questions.entries()) {
    const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))]
      .map((word) => `"${word}"`)
      .join(' OR ');
    const { parts, whole } = await interleave(
      {
        parts: () => {
          find.all(words);
          index.search(embed(question), 10, 1);
        },
        whole: () => hybrid.query(question),
      },
      { rounds: 2, warmup: i === 0 ? 3 : 0 },
    );
    ours.push(whole.min);
    bare.push(parts.min);
  }
  return { ours: toSample(ours), bare: toSample(bare) };
}

/**
 * The cost of leaving out common words: the top ten compared with those of a search that leaves out none and
 * scores thousands, and how often each contains the claim that the question was made from.
 */
async function measureOverlap(
  report: Report,
  { store }: FilledStore,
  pruned: Retriever,
  questions: readonly KnownQuestion[],
) {
  const whole = createRetriever({ store, graph: false, lexical: { postings: Number.MAX_SAFE_INTEGER } });
  let shared = 0;
  let total = 0;
  let [knownWhole, knownPruned] = [0, 0];
  for (const { text, answer } of questions) {
    const ids = async (retriever: Retriever, k: number) =>
      (await retriever.query(text, { k })).hits.slice(0, 10).map(({ claim }) => claim.id as string);
    const [expected, found] = [await ids(whole, UNPRUNED / 4), await ids(pruned, 10)];
    total += expected.length;
    shared += expected.filter((id) => found.includes(id)).length;
    if (expected.includes(answer)) knownWhole++;
    if (found.includes(answer)) knownPruned++;
  }
  report.note(
    `the claim asked for is among ten: ${knownPruned} of ${questions.length}, leaving out no word: ${knownWhole}`,
  );
  report.budget('top 10 shared with a search that leaves out no word', shared / total, { min: 0.9 });
}

async function measureWorst(report: Report, retriever: Retriever, { textAt }: FilledStore, median: number) {
  const long = Array.from({ length: 60 }, (_, i) => textAt(i))
    .join(' ')
    .split(' ')
    .slice(0, 500)
    .join(' ');
  for (const [name, question] of [
    ['stop words only', 'what is the of and to in that it was for on with as'],
    ['500 words', long],
    ['one frequent word', 'patients'],
  ] as const) {
    const { query } = await interleave({ query: () => retriever.query(question) }, { rounds: 5 });
    const { cut, hits } = await retriever.query(question);
    report.note(`${name}: ${hits.length} hits, cut: ${cut}`);
    report.budget(`${name}, over the median`, query.median / median, { max: 5, unit: '×' });
  }
}

/** In a separate process that only answers. */
function measureMemory(report: Report, { folder }: FilledStore, questions: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=memora-source', '--no-warnings', MEMORY, folder],
    { input: questions.join('\n'), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  const { now, highest } = JSON.parse(stdout) as { now: number; highest: number };
  report.note(`resident memory of a process after ${questions.length} questions: ${now.toFixed(0)} MiB`);
  report.budget('resident memory at its highest', highest, { max: 1536, unit: ' MiB' });
}

function measureUpdate(report: Report, filled: FilledStore): number {
  const times = Array.from({ length: 7 }, () => {
    const started = performance.now();
    filled.addNote(20);
    return performance.now() - started;
  });
  const { median } = toSample(times);
  report.note(`one more note of 20 claims: ${median.toFixed(2)} ms`);
  return median;
}
