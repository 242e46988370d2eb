import type { SqliteClaimStore } from '@memora/claims';
import { createLexicalIndex, createVectorIndex, openWordTable, type Retriever } from '@memora/retrieval';
import { openFilledStore } from '../query/filled-store.ts';
import { createRandom, createSentenceSource, readRealSentences } from '../query/real-sentences.ts';
import type { Report } from '../report.ts';

/** Claims of the large scope: `MEMORA_BENCH_LARGE=1000000`; the small one has a hundredth of them. */
const LARGE = Number(process.env['MEMORA_BENCH_LARGE'] ?? '1000000');
const SMALL = Math.floor(LARGE / 100);
/** This many are filled, and copied repeatedly into the large scope. */
const FILLED = Math.floor(LARGE / 10);
const QUESTIONS = 80;
const BEFORE = 20;
const ROUNDS = 3;
const TOP = 10;

/** A team whose scope grows. */
export interface Growing {
  readonly publish: (store: SqliteClaimStore, kind: string, principal?: string) => Promise<void>;
  readonly grow: (kind: string, times: number) => Promise<void>;
  readonly retriever: (principal: string) => Retriever;
  readonly plans: (principal: string, question: string) => Promise<readonly string[]>;
}

/** The cost of a question in a scope with a hundred times as many claims: the same questions in alternation, each asked once. */
export async function compareGrowth(
  report: Report,
  data: string,
  [small, large]: readonly [Growing, Growing],
): Promise<void> {
  report.heading(
    `one scope of ${SMALL.toLocaleString('en')} claims, and one of ${LARGE.toLocaleString('en')}`,
  );
  const fill = async (claims: number) =>
    openFilledStore(claims, createSentenceSource(readRealSentences(data), createRandom(LARGE)), [
      createLexicalIndex(),
      createVectorIndex({ embedder: await openWordTable() }),
    ]);
  await using few = await fill(SMALL);
  await using many = await fill(FILLED);
  await small.publish(few.store, 'workspace');
  await large.publish(many.store, 'workspace');
  await large.grow('workspace', LARGE / FILLED);
  const [ofFew, ofMany] = [small.retriever('eve'), large.retriever('eve')];
  const choose = createRandom(LARGE + 1);
  const question = () => {
    const words = few.textAt(Math.floor(choose() * few.size)).split(' ');
    const start = Math.floor(choose() * Math.max(1, words.length - 6));
    return `what about ${words.slice(start, start + 6).join(' ')}`;
  };
  const ask = async (retriever: Retriever, text: string): Promise<number> => {
    const from = performance.now();
    const { hits } = await retriever.query(text, { k: TOP });
    if (hits.length === 0) throw new Error('a question is not answered');
    return performance.now() - from;
  };
  for (let i = 0; i < BEFORE; i++) {
    const text = question();
    for (const retriever of [ofFew, ofMany]) await ask(retriever, text);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const [own, grown]: [number[], number[]] = [[], []];
    for (let i = 0; i < QUESTIONS; i++) {
      const text = question();
      const both = [
        [own, ofFew],
        [grown, ofMany],
      ] as const;
      for (const [times, retriever] of i % 2 === 0 ? both : both.toReversed())
        times.push(await ask(retriever, text));
    }
    const ratio = (share: number) => at(grown, share) / at(own, share);
    // After some questions, the rows of a small scope are cached and little is read from it.
    const from = `questions from ${BEFORE + round * QUESTIONS} on`;
    report.budget(`p95 of a hundred times as many claims, ${from}`, ratio(0.95), { max: 6, unit: '×' });
    report.note(
      `${from}: p50 ${ratio(0.5).toFixed(2)}×, p95 ${ratio(0.95).toFixed(2)}× (${at(own, 0.95).toFixed(1)} ms, ${at(grown, 0.95).toFixed(1)} ms)`,
    );
  }
  report.note('what a question reads of the large scope, a line a statement:');
  for (const plan of await large.plans('eve', question())) report.note(`  ${plan}`);
}

function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
