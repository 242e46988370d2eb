/**
 * Fits the weights of retrieval: `node --conditions=memora-source bench/retrieval/fit-weights.ts [--write] [--only lexical.added,page]`. Each number
 * of `packages/retrieval/src/weights.json` is tried a step up and a step down on every labelled set. For each set it prints the score with the
 * current weights, and with those that the other sets choose: a gain on one set alone does not count. `--write` stores the choice of all sets.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLexicalIndex, createVectorIndex, openWordTable } from '@memora/retrieval';
import { WEIGHTS } from '@memora/retrieval/internal';
import { openAskedVault } from '../asked-runs/open-asked-vault.ts';
import { normaliseShown, readAsked, sixOf } from '../asked-runs/read-asked.ts';
import { createChatSet } from './chat-set.ts';
import type { EvaluationSet } from './evaluation-set.ts';
import { createLinkedNotesSet } from './linked-notes.ts';
import { evaluate } from './measures.ts';
import { createMultiHopSet } from './multi-hop.ts';
import { openPageSets, type PageTally } from './page-sets.ts';
import { createSciFactSet } from './scifact.ts';
import { searchWith } from './search-with.ts';
import { createTimeQaSet } from './time-qa.ts';

const FILE = fileURLToPath(new URL('../../packages/retrieval/src/weights.json', import.meta.url));
const DATA =
  process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
/** Number of questions per set, at equal distances. */
const ASKED = 60;
/** Characters of a prompt. */
const BUDGET = 12_000;
/** A smaller gain of the mean is noise. */
const LEAST_GAIN = 0.003;

interface LabelledSet {
  readonly name: string;
  /** 0–1, with the weights as they are. */
  readonly score: () => Promise<number>;
}

type Tree = { [name: string]: number | Tree };

/** Shares, which are at most 1. */
const SHARES = new Set(['passageDecay', 'textDecay', 'behind', 'slipsLast', 'floor', 'asGood']);
const FACTORS = [0.7, 1.4];
/** The floor decides between two kinds of mistakes, so it is tried in small steps. */
const FLOORS = Array.from({ length: 11 }, (_, i) => 0.28 + i / 33);

const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',') ?? [];
const isAsked = (path: string) =>
  !process.argv.includes('--only') || only.some((name) => path === name || path.startsWith(`${name}.`));

/** Weights that only change which passages a page shows. */
const OF_PAGE = ['page', 'question.missing', 'question.date'];
const isOfPage = only.length > 0 && only.every((name) => OF_PAGE.some((each) => name.startsWith(each)));

const vectors = createVectorIndex({ embedder: await openWordTable() });
const today = JSON.parse(readFileSync(FILE, 'utf8')) as Tree;
const pages = await openPageSets(process.env['MEMORA_BENCH_DOCS'] ?? join(DATA, 'vaults'), vectors);
const sets = await openSets();
/** The scores of every set with some weights, which temporarily replace those that retrieval reads. */
const scoreAll = async (weights: Tree): Promise<number[]> => {
  putIn(WEIGHTS as unknown as Tree, weights);
  const scores: number[] = [];
  for (const { score } of sets) scores.push(await score());
  putIn(WEIGHTS as unknown as Tree, today);
  return scores;
};
const base = await scoreAll(today);
console.log(sets.map(({ name }, i) => `${name}: ${base[i]?.toFixed(3)}`).join(', '));
const tried: { readonly path: string; readonly factor: number; readonly scores: readonly number[] }[] = [];
for (const path of pathsOf(today).filter(isAsked))
  for (const factor of factorsOf(path)) {
    const scores = await scoreAll(withFactor(today, path, factor));
    tried.push({ path, factor, scores });
    console.log(
      `${path} × ${factor.toFixed(3)}${await tallyOf(withFactor(today, path, factor))}: ${scores.map((score, i) => signed(score - (base[i] ?? 0))).join(' ')}`,
    );
  }

for (const [left, { name }] of sets.entries()) {
  const chosen = choose((i) => i !== left);
  const score = chosen.length === 0 ? base[left] : (await scoreAll(apply(chosen)))[left];
  console.log(`${name}: ${base[left]?.toFixed(3)}, by the other sets ${score?.toFixed(3)}`);
}
const all = choose(() => true);
console.log(
  `all sets choose: ${all.map(({ path, factor }) => `${path} × ${factor}`).join(', ') || 'nothing else'}`,
);
if (process.argv.includes('--write') && all.length > 0)
  writeFileSync(FILE, `${JSON.stringify(apply(all), null, 2)}\n`);

/** For each weight, the factor with the largest gain over some sets, if any. */
function choose(isAsked: (set: number) => boolean) {
  const gainOf = (scores: readonly number[]) => {
    const gains = scores.flatMap((score, i) => (isAsked(i) ? [score - (base[i] ?? 0)] : []));
    return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  };
  return [...Map.groupBy(tried, ({ path }) => path).values()].flatMap((steps) => {
    const [best] = steps.toSorted((a, b) => gainOf(b.scores) - gainOf(a.scores));
    return best !== undefined && gainOf(best.scores) >= LEAST_GAIN ? [best] : [];
  });
}

function apply(steps: readonly { readonly path: string; readonly factor: number }[]): Tree {
  return steps.reduce((weights, { path, factor }) => withFactor(weights, path, factor), today);
}

function factorsOf(path: string): readonly number[] {
  const floor = WEIGHTS.page.floor;
  return path === 'page.floor' ? FLOORS.map((each) => each / floor) : FACTORS;
}

/** For a weight of the page, over all sets of pages: how often the right passage comes first, and how often nothing does. */
async function tallyOf(weights: Tree): Promise<string> {
  if (!isOfPage) return '';
  putIn(WEIGHTS as unknown as Tree, weights);
  const tallies = await Promise.all(pages.map(({ tally }) => tally()));
  putIn(WEIGHTS as unknown as Tree, today);
  const sum = (name: keyof PageTally) => tallies.reduce((all, each) => all + each[name], 0);
  return `, first ${sum('first')} of ${sum('answerable')}, silent ${sum('silent')} of ${sum('unanswerable')}`;
}

/** The positions of all numbers. */
function pathsOf(weights: Tree): string[] {
  return Object.entries(weights).flatMap(([name, value]) =>
    typeof value === 'number' ? [name] : pathsOf(value).map((path) => `${name}.${path}`),
  );
}

function withFactor(weights: Tree, path: string, factor: number): Tree {
  const changed = structuredClone(weights);
  const names = path.split('.');
  const last = names.pop() as string;
  const place = names.reduce((at, name) => at[name] as Tree, changed);
  const value = (place[last] as number) * factor;
  place[last] = Number((SHARES.has(last) ? Math.min(1, value) : value).toFixed(3));
  return changed;
}

function putIn(place: Tree, weights: Tree): void {
  for (const [name, value] of Object.entries(weights)) {
    if (typeof value === 'number') place[name] = value;
    else putIn(place[name] as Tree, value);
  }
}

async function openSets(): Promise<LabelledSet[]> {
  // Its own weights change only the page.
  if (isOfPage) return pages;
  const indexes = () => [createLexicalIndex(), vectors];
  const opened = await Promise.all([
    createChatSet(indexes()),
    createLinkedNotesSet(DATA, 'dev', indexes()),
    createMultiHopSet('dev', indexes()),
    createSciFactSet(DATA, 'train', indexes()),
    createTimeQaSet(DATA, 'dev', indexes()),
  ]);
  const ofClaims = opened.filter((set) => set !== null);
  for (const { store } of ofClaims) await vectors.sync(store);
  return [...ofClaims.map(toLabelled), ...(await openAskedSets()), ...pages];
}

function toLabelled(set: EvaluationSet): LabelledSet {
  const distance = Math.max(1, Math.floor(set.questions.length / ASKED));
  const questions = set.questions.filter((_, i) => i % distance === 0);
  return {
    name: set.name,
    score: async () =>
      (await evaluate({ measure: set.measure, questions }, searchWith(set, { vectors }))).mean,
  };
}

/** The passages that an answer needs, in the prompt: one set per vault. */
async function openAskedSets(): Promise<LabelledSet[]> {
  const asked = readAsked(DATA);
  const answerable = asked?.questions.filter((question) => question.answerable) ?? [];
  return Promise.all(
    [...Map.groupBy(answerable, ({ vault }) => vault)].map(async ([vault, questions]) => {
      const opened = await openAskedVault(join(DATA, 'vaults', vault), vectors);
      return {
        name: `asked, ${vault}`,
        score: async () => {
          let found = 0;
          for (const { id, question, gold } of questions)
            for (const words of ['', sixOf(asked?.wordsById.get(id) ?? '', id)]) {
              const { hits } = await opened.search(question, { words, limit: 60 }, { vectors });
              const shown = normaliseShown(opened.fill(hits, BUDGET));
              found += gold.filter(({ quote }) => shown.includes(normaliseShown(quote))).length / gold.length;
            }
          return found / (2 * questions.length);
        },
      };
    }),
  );
}

function signed(change: number): string {
  return `${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(3)}`;
}
