import type { SqliteClaimStore } from '@memora/claims';
import { createLexicalIndex, createVectorIndex, openWordTable, type Retriever } from '@memora/retrieval';
import { openFilledStore } from '../query/filled-store.ts';
import { createRandom, createSentenceSource, readRealSentences } from '../query/real-sentences.ts';
import type { Report } from '../report.ts';

/** Visible claims: `MEMORA_BENCH_SIZES=20000`. */
const SIZE = Number((process.env['MEMORA_BENCH_SIZES'] ?? '20000').split(',')[0]);
/** Hidden claims, by default the required million: `MEMORA_BENCH_HIDDEN=1000000`. */
const HIDDEN = Number(process.env['MEMORA_BENCH_HIDDEN'] ?? '200000');
/** Claims with texts that are in no visible scope; they are copied like the visible ones. */
const OTHERS = Math.min(SIZE, 20_000);
const QUESTIONS = 1_000;
const TOP = 10;

/** A team whose answers are compared with another's. */
export interface Hiding {
  readonly publish: (store: SqliteClaimStore, kind: string, principal?: string) => Promise<void>;
  readonly hide: (kind: string, copies: number, principal?: string) => Promise<void>;
  readonly counted: (principal: string) => {
    readonly retriever: Retriever;
    readonly rows: () => readonly number[];
  };
}

/**
 * Whether answers, rows or times reveal the content of hidden scopes: two servers, with and without it, queried in alternation.
 * Half of the hidden claims are the visible ones under their own ids. The other half are longer texts in which every sixth word
 * has a unique spelling. Every fourth question asks for such a word, so that its results would reveal which words were looked up.
 */
export async function compareHidden(
  report: Report,
  data: string,
  teams: readonly [Hiding, Hiding],
): Promise<void> {
  const sentences = readRealSentences(data);
  const indexes = async () =>
    [createLexicalIndex(), createVectorIndex({ embedder: await openWordTable() })] as const;
  await using filled = await openFilledStore(
    SIZE,
    createSentenceSource(sentences, createRandom(SIZE)),
    await indexes(),
  );
  const next = createSentenceSource(sentences, createRandom(SIZE + 2));
  await using others = await openFilledStore(
    OTHERS,
    () => `${next()} ${next()}`.split(' ').map(toMisspelt).join(' '),
    await indexes(),
    // After all others, so that no cached store of other texts is used for it.
    { first: SIZE + HIDDEN },
  );
  const [same, other] = [Math.ceil(HIDDEN / 2 / SIZE), Math.ceil(HIDDEN / 2 / OTHERS)];
  const hidden = same * SIZE + (other + 1) * OTHERS;
  report.heading(
    `${SIZE.toLocaleString('en')} claims that are seen, with and without ${hidden.toLocaleString('en')} that are not`,
  );
  for (const team of teams) await team.publish(filled.store, 'workspace');
  await teams[1].hide('workspace', same);
  await teams[1].publish(others.store, 'user', 'ann');
  await teams[1].hide('user', other, 'ann');
  const choose = createRandom(SIZE + 1);
  const asked = teams.map((team) => ({ ...team.counted('eve'), times: [] as number[] }));
  const different = { answers: 0, rows: 0 };
  for (let i = 0; i < QUESTIONS; i++) {
    const words = filled.textAt(Math.floor(choose() * filled.size)).split(' ');
    const start = Math.floor(choose() * Math.max(1, words.length - 6));
    const asking = words.slice(start, start + 6);
    const question = `what about ${(i % 4 === 3 ? asking.map(toMisspelt) : asking).join(' ')}`;
    const [found, rows]: [string[], string[]] = [[], []];
    for (const at of i % 2 === 0 ? [0, 1] : [1, 0]) {
      const one = asked[at] as (typeof asked)[number];
      const from = performance.now();
      // Every score, reason and epoch of it.
      found[at] = JSON.stringify(await one.retriever.query(question, { k: TOP }));
      one.times.push(performance.now() - from);
      rows[at] = JSON.stringify(one.rows());
    }
    if (found[0] !== found[1]) different.answers++;
    if (rows[0] !== rows[1]) different.rows++;
  }
  report.budget(`answers of ${QUESTIONS} that are not the same byte for byte`, different.answers, { max: 0 });
  report.budget(`questions of ${QUESTIONS} for which a statement gave more rows or fewer`, different.rows, {
    max: 0,
  });
  const [without, beside] = asked.map(({ times }) => [...times].sort((a, b) => a - b)) as [
    number[],
    number[],
  ];
  const ratioAt = (share: number) =>
    (beside[Math.floor(share * QUESTIONS)] ?? 0) / (without[Math.floor(share * QUESTIONS)] ?? 1);
  report.budget('median time beside what is hidden, against without it', ratioAt(0.5), {
    max: 1.3,
    unit: '×',
  });
  report.budget('p95 beside what is hidden, against without it', ratioAt(0.95), { max: 1.3, unit: '×' });
}

/** Every sixth word with its last two letters swapped and one added, so that it is similar to a visible word. */
function toMisspelt(word: string, at: number): string {
  return at % 6 === 5 && word.length > 3 ? `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}x` : word;
}
