import { fileURLToPath } from 'node:url';
import { createLexicalIndex, createRetriever } from '@memora/retrieval';
import { openFilledStore } from './query/filled-store.ts';
import { createRandom, createSentenceSource, readRealSentences } from './query/real-sentences.ts';
import { type Report, type Sample, type Suite, toSample } from './report.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
/** Fewer passages for a quick run: `MEMORA_BENCH_SIZES=10000,100000`. */
const SIZES = (process.env['MEMORA_BENCH_SIZES'] ?? '10000,1000000').split(',').map(Number);
const QUESTIONS = 200;
/** Questions before the measured ones. */
const WARM = 40;
const SHOWN = 40;

/** How fast passages are found by their words, and whether that stays the same as a vault grows. All times are processor times. */
export const suite: Suite = {
  name: 'passages',
  async run(report) {
    const sentences = readRealSentences(DATA);
    const measured: (Measured & { readonly size: number })[] = [];
    for (const size of SIZES) measured.push({ size, ...(await measure(report, size, sentences)) });
    const [small, large] = [measured[0], measured.at(-1)];
    if (small === undefined || large === undefined || small.size === large.size) return;
    report.heading('growth');
    const more = large.size / small.size;
    report.budget(`p95 of a question, ${more}× the passages`, large.ours.p95 / small.ours.p95, {
      max: 2,
      unit: '×',
    });
    report.budget(`the same beside FTS5 over ${small.size} passages`, large.ours.p95 / small.plain.p95, {
      max: 2,
      unit: '×',
      baseline: `${(large.plain.p95 / small.plain.p95).toFixed(1)}× of FTS5 itself`,
    });
  },
};

interface Measured {
  readonly ours: Sample;
  readonly plain: Sample;
}

/** Searches passages of three sentences, compared with an FTS5 table of the same texts. */
async function measure(report: Report, size: number, sentences: readonly string[]): Promise<Measured> {
  report.heading(`${size.toLocaleString('en')} passages`);
  const next = createSentenceSource(sentences, createRandom(size));
  const passage = () => [next(), next(), next()].join(' ');
  await using filled = await openFilledStore(size, passage, [createLexicalIndex()], { sentences: 1 });
  if (filled.filled !== null) report.note(`written in ${filled.filled.claims.toFixed(1)} s`);
  const { store, raw, textAt } = filled;
  const retriever = createRetriever({ store });
  const find = raw.prepare(`SELECT rowid FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT ${SHOWN}`).pluck();
  const choose = createRandom(size + 1);
  const [ours, plain]: [number[], number[]] = [[], []];
  let found = 0;
  for (let i = 0; i < WARM + QUESTIONS; i++) {
    const position = Math.floor(choose() * size);
    const words = textAt(position).split(' ');
    const at = Math.floor(choose() * Math.max(1, words.length - 6));
    const question = `what about ${words.slice(at, at + 6).join(' ')}`;
    const matched = [...new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))].map(
      (word) => `"${word}"`,
    );
    const own = await timed(() => retriever.passages(question, { limit: SHOWN }));
    const other = await timed(async () => find.all(matched.join(' OR ')));
    if (i < WARM) continue;
    found += Number(own.result.hits.length > 0);
    ours.push(own.ms);
    plain.push(other.ms);
  }
  const measured = { ours: toSample(ours), plain: toSample(plain) };
  report.table([
    { 'ms of the processor': 'Memora, passages', p50: measured.ours.median, p95: measured.ours.p95 },
    { 'ms of the processor': 'raw FTS5', p50: measured.plain.median, p95: measured.plain.p95 },
  ]);
  report.note(`questions with a passage: ${found} of ${QUESTIONS}`);
  return measured;
}

async function timed<Result>(act: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const begun = process.cpuUsage();
  const result = await act();
  const { user, system } = process.cpuUsage(begun);
  return { result, ms: (user + system) / 1000 };
}
