/**
 * Fits the weights of retrieval: `node --conditions=memora-source bench/retrieval/fit-weights.ts [--write]`. Each weight is tried a step up and a step down on every
 * labelled set. For each set it prints what it scores with today's weights, and with those that the other sets choose: a gain that one set alone
 * sees is none. `--write` keeps what all sets choose in `packages/retrieval/src/weights.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createLexicalIndex,
  createVectorIndex,
  openWordTable,
  type RetrieverOptions,
} from '@memora/retrieval';
import { openAskedVault } from '../asked-runs/open-asked-vault.ts';
import { normaliseShown, readAsked, sixOf } from '../asked-runs/read-asked.ts';
import { createChatSet } from './chat-set.ts';
import type { EvaluationSet } from './evaluation-set.ts';
import { createLinkedNotesSet } from './linked-notes.ts';
import { evaluate } from './measures.ts';
import { createMultiHopSet } from './multi-hop.ts';
import { createSciFactSet } from './scifact.ts';
import { searchWith } from './search-with.ts';
import { createTimeQaSet } from './time-qa.ts';

const FILE = fileURLToPath(new URL('../../packages/retrieval/src/weights.json', import.meta.url));
const DATA =
  process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
/** Questions of a set that are asked, at equal distances. */
const ASKED = 60;
/** Characters of a prompt. */
const BUDGET = 12_000;
/** A smaller gain of the mean is noise. */
const LEAST_GAIN = 0.003;

type Weights = Record<string, unknown>;
type Tuning = Omit<RetrieverOptions, 'store'>;

interface LabelledSet {
  readonly name: string;
  /** 0–1. */
  readonly score: (tuning: Tuning) => Promise<number>;
}

/** A weight by its place in the file, with the factors by which it is tried. */
const STEPS: readonly (readonly [path: string, factors: readonly number[]])[] = [
  ...['title', 'heading', 'lead', 'address'].map((name) => [`lexical.weights.${name}`, [0.5, 2]] as const),
  ['lexical.k1', [0.75, 1.25]],
  ['lexical.lengthNormalisation.text', [0.7, 1.3]],
  ['lexical.noteShare', [0.5, 2]],
  ['lexical.bestClaim', [0, 2]],
  ['lexical.ownShare', [0.5, 1.5]],
  ['lexical.added', [0.75, 1.2]],
  ['lexical.repeated', [0, 2]],
  ['legs.vector', [0.5, 2]],
  ['diversity.passageDecay', [0.95, 1.05]],
];

const vectors = createVectorIndex({ embedder: await openWordTable() });
const today = JSON.parse(readFileSync(FILE, 'utf8')) as Weights;
const sets = await openSets();
const scoreAll = async (weights: Weights): Promise<number[]> => {
  const tuning = toTuning(weights);
  const scores: number[] = [];
  for (const { score } of sets) scores.push(await score(tuning));
  return scores;
};
const base = await scoreAll(today);
const tried: { readonly path: string; readonly factor: number; readonly scores: readonly number[] }[] = [];
for (const [path, factors] of STEPS)
  for (const factor of factors) {
    const scores = await scoreAll(withFactor(today, path, factor));
    tried.push({ path, factor, scores });
    console.log(`${path} × ${factor}: ${scores.map((score, i) => signed(score - (base[i] ?? 0))).join(' ')}`);
  }

for (const [left, { name }] of sets.entries()) {
  const chosen = choose((i) => i !== left);
  const score = chosen.length === 0 ? base[left] : await sets[left]?.score(toTuning(apply(chosen)));
  console.log(`${name}: ${base[left]?.toFixed(3)}, by the other sets ${score?.toFixed(3)}`);
}
const all = choose(() => true);
console.log(
  `all sets choose: ${all.map(({ path, factor }) => `${path} × ${factor}`).join(', ') || 'nothing else'}`,
);
if (process.argv.includes('--write') && all.length > 0)
  writeFileSync(FILE, `${JSON.stringify(apply(all), null, 2)}\n`);

/** For each weight the factor that gains most over some sets, where it gains anything. */
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

function apply(steps: readonly { readonly path: string; readonly factor: number }[]): Weights {
  return steps.reduce((weights, { path, factor }) => withFactor(weights, path, factor), today);
}

function withFactor(weights: Weights, path: string, factor: number): Weights {
  const changed = structuredClone(weights);
  const names = path.split('.');
  const last = names.pop() as string;
  const place = names.reduce((at, name) => at[name] as Weights, changed);
  const value = factor === 0 ? 0 : (place[last] as number) * factor;
  place[last] = Number((last === 'passageDecay' ? Math.min(1, value) : value).toFixed(3));
  return changed;
}

function toTuning({ lexical, legs, graph, diversity }: Weights): Tuning {
  return {
    vectors,
    lexical: { parameters: lexical },
    weights: legs,
    graph: { weight: graph },
    diversity,
  } as Tuning;
}

async function openSets(): Promise<LabelledSet[]> {
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
  return [...ofClaims.map(toLabelled), ...(await openAskedSets())];
}

function toLabelled(set: EvaluationSet): LabelledSet {
  const distance = Math.max(1, Math.floor(set.questions.length / ASKED));
  const questions = set.questions.filter((_, i) => i % distance === 0);
  return {
    name: set.name,
    score: async (tuning) =>
      (await evaluate({ measure: set.measure, questions }, searchWith(set, tuning))).mean,
  };
}

/** What an answer needs, in the prompt: a set for each vault. */
async function openAskedSets(): Promise<LabelledSet[]> {
  const asked = readAsked(DATA);
  const answerable = asked?.questions.filter((question) => question.answerable) ?? [];
  return Promise.all(
    [...Map.groupBy(answerable, ({ vault }) => vault)].map(async ([vault, questions]) => {
      const opened = await openAskedVault(join(DATA, 'vaults', vault), vectors);
      return {
        name: `asked, ${vault}`,
        score: async (tuning: Tuning) => {
          let found = 0;
          for (const { id, question, gold } of questions)
            for (const words of ['', sixOf(asked?.wordsById.get(id) ?? '', id)]) {
              const { hits } = await opened.search(question, { words, limit: 60 }, tuning);
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
