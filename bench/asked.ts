import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVectorIndex, openWordTable } from '@memora/retrieval';
import { openAskedVault } from './asked-runs/open-asked-vault.ts';
import { type AskedQuestion, normaliseShown, readAsked, sixOf } from './asked-runs/read-asked.ts';
import { openWindows } from './asked-runs/search-windows.ts';
import type { Suite } from './report.ts';

const DATA = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
/** Characters of a prompt: about 6,000 tokens, and half of that. */
const BUDGETS = [24_000, 12_000] as const;
const LARGE = BUDGETS[0];

/** The number of words from a rewritten question that are added. */
type Rewrite = 'none' | 'six' | 'all';
const REWRITES: readonly Rewrite[] = ['none', 'six', 'all'];

interface Outcome {
  readonly vault: string;
  readonly contender: 'memora' | 'windows';
  readonly rewrite: Rewrite;
  readonly budget: number;
  /** How many of the passages that an answer needs are in the prompt. */
  readonly found: number;
  readonly wanted: number;
}

/** Whether the passages that answer a question are in the prompt, compared with FTS5 over section windows with as many characters. */
export const suite: Suite = {
  name: 'asked',
  async run(report) {
    const asked = readAsked(DATA);
    if (asked === null) return report.note(`no labelled questions at ${DATA}`);
    const wordsById = asked.wordsById;
    const wordsOf = ({ id }: AskedQuestion, rewrite: Rewrite): string => {
      const all = wordsById.get(id) ?? '';
      return rewrite === 'none' ? '' : rewrite === 'six' ? sixOf(all, id) : all;
    };
    const vectors =
      process.env['MEMORA_BENCH_VECTORS'] === 'no'
        ? null
        : createVectorIndex({ embedder: await openWordTable() });
    const outcomes: Outcome[] = [];
    const sizes: Record<string, string | number>[] = [];
    const questions = asked.questions.filter(({ answerable }) => answerable);
    const wanted = process.env['MEMORA_BENCH_VAULTS']?.split(',');
    for (const [vault, own] of Map.groupBy(questions, (each) => each.vault)) {
      if (wanted?.includes(vault) === false) continue;
      const root = join(DATA, 'vaults', vault);
      await using opened = await openAskedVault(root, vectors);
      const windows = openWindows(root);
      const times: number[] = [];
      for (const question of own) {
        for (const rewrite of REWRITES) {
          const words = wordsOf(question, rewrite);
          const started = performance.now();
          const { hits } = await opened.search(question.question, { words, limit: 100 });
          times.push(performance.now() - started);
          for (const budget of BUDGETS) {
            const texts = {
              memora: opened.fill(hits, budget),
              windows: windows(`${question.question} ${words}`, budget),
            };
            for (const contender of ['memora', 'windows'] as const) {
              const shown = normaliseShown(texts[contender]);
              const found = question.gold.filter(({ quote }) => shown.includes(normaliseShown(quote)));
              outcomes.push({
                vault,
                contender,
                rewrite,
                budget,
                found: found.length,
                wanted: question.gold.length,
              });
              if (process.env['MEMORA_BENCH_CASES'] === '1' && budget === LARGE && contender === 'memora')
                for (const missing of question.gold.filter((each) => !found.includes(each)))
                  report.note(`${question.id} ${rewrite}: ${missing.path}: ${missing.quote.slice(0, 90)}`);
            }
          }
        }
      }
      times.sort((a, b) => a - b);
      sizes.push({
        vault,
        'index, s of processor': opened.seconds.toFixed(1),
        'database, kB': Math.round(opened.databaseBytes / 1000),
        passages: opened.passages,
        'question, ms': (times[times.length >> 1] ?? 0).toFixed(1),
      });
    }
    report.table(sizes);
    const share = (some: readonly Outcome[], test: (outcome: Outcome) => boolean) =>
      some.length === 0 ? 0 : some.filter(test).length / some.length;
    const rowsOf = (vault: string | null) =>
      REWRITES.flatMap((rewrite) =>
        BUDGETS.map((budget) => {
          const of = (contender: Outcome['contender']) =>
            outcomes.filter(
              (each) =>
                each.contender === contender &&
                each.rewrite === rewrite &&
                each.budget === budget &&
                (vault === null || each.vault === vault),
            );
          const all = ({ found, wanted }: Outcome) => found === wanted;
          const any = ({ found }: Outcome) => found > 0;
          return {
            vault: vault ?? 'all',
            questions: of('memora').length,
            words: rewrite,
            characters: budget,
            'every passage': share(of('memora'), all).toFixed(3),
            'FTS5 windows': share(of('windows'), all).toFixed(3),
            any: share(of('memora'), any).toFixed(3),
            'any, FTS5': share(of('windows'), any).toFixed(3),
          };
        }),
      );
    for (const vault of new Set(outcomes.map((each) => each.vault))) report.table(rowsOf(vault));
    report.table(rowsOf(null));
    const figure = (contender: Outcome['contender'], rewrite: Rewrite, test: (outcome: Outcome) => boolean) =>
      share(
        outcomes.filter(
          (each) => each.contender === contender && each.rewrite === rewrite && each.budget === LARGE,
        ),
        test,
      );
    for (const [rewrite, min] of [
      ['none', 0.65],
      ['six', 0.65],
      // FTS5 over windows finds 39 of 42.
      ['all', 0.928],
    ] as const)
      report.budget(
        `every passage in 24,000 characters, ${rewrite} words`,
        figure('memora', rewrite, ({ found, wanted }) => found === wanted),
        {
          min,
          baseline: `${figure('windows', rewrite, ({ found, wanted }) => found === wanted).toFixed(3)} of FTS5 windows`,
        },
      );
    for (const [rewrite, min] of [
      ['none', 0.88],
      ['all', 0.98],
    ] as const)
      report.budget(
        `any passage in 24,000 characters, ${rewrite} words`,
        figure('memora', rewrite, ({ found }) => found > 0),
        { min },
      );
  },
};
