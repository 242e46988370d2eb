import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { openVault } from '@memora/vault';

/** One labelled pair of `pairs.jsonl`. */
export interface LabelledPair {
  readonly id: string;
  readonly lang: string;
  readonly label: 'contradiction' | 'supersession' | 'duplicate' | 'compatible';
  readonly split: 'dev' | 'held-out';
  readonly a: { readonly text: string; readonly date?: string };
  readonly b: { readonly text: string; readonly date?: string };
}

/** What the whole path (two notes on disk, extraction, relating) made of a pair. */
export interface PairOutcome {
  readonly pair: LabelledPair;
  readonly found: LabelledPair['label'];
}

/** Conflicts are contradictions and supersessions together; `kindRight` counts conflicts found that are also told apart. */
export interface PairScore {
  readonly pairs: number;
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly precision: number;
  readonly recall: number;
  readonly kindRight: number;
}

export async function readPairs(): Promise<LabelledPair[]> {
  const text = await readFile(new URL('./pairs.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledPair);
}

/** Writes each pair as two notes of a vault of their own, indexes it, and reads what was stored. */
export async function runPair(pair: LabelledPair): Promise<PairOutcome> {
  const root = await mkdtemp(join(tmpdir(), 'memora-pair-'));
  try {
    await writeFile(join(root, 'a.md'), noteOf(pair.a));
    await writeFile(join(root, 'b.md'), noteOf(pair.b));
    const vault = await openVault(root);
    await using store = await openClaimStore({ path: ':memory:' });
    await indexVault({ vault, store });
    const edges = await store.edges();
    const types = new Set(edges.map(({ type }) => type));
    const { claims } = await store.listClaims();
    if (types.has('supersedes')) return { pair, found: 'supersession' };
    if (types.has('contradicts')) return { pair, found: 'contradiction' };
    const entailed = new Set(
      edges.filter(({ type }) => type === 'entails').map(({ from, to }) => `${from} ${to}`),
    );
    const isMutual = [...entailed].some((pairs) => entailed.has(pairs.split(' ').toReversed().join(' ')));
    const isSame = claims.some(({ duplicateOf }) => duplicateOf !== null);
    return { pair, found: isMutual || isSame ? 'duplicate' : 'compatible' };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

export function scorePairs(outcomes: readonly PairOutcome[]): PairScore {
  const isConflict = (label: string) => label === 'contradiction' || label === 'supersession';
  const count = (test: (outcome: PairOutcome) => boolean) => outcomes.filter(test).length;
  const truePositive = count(({ pair, found }) => isConflict(pair.label) && isConflict(found));
  const falsePositive = count(({ pair, found }) => !isConflict(pair.label) && isConflict(found));
  const falseNegative = count(({ pair, found }) => isConflict(pair.label) && !isConflict(found));
  return {
    pairs: outcomes.length,
    truePositive,
    falsePositive,
    falseNegative,
    precision: truePositive / (truePositive + falsePositive),
    recall: truePositive / (truePositive + falseNegative),
    kindRight: count(({ pair, found }) => isConflict(found) && pair.label === found),
  };
}

/** Both notes are about the same topic: they bear its title. */
function noteOf({ text, date }: { text: string; date?: string }): string {
  const front = ['---', 'title: Topic', ...(date === undefined ? [] : [`date: ${date}`]), '---', ''].join(
    '\n',
  );
  const table = text.startsWith('|') ? `| name | value |\n| --- | --- |\n${text}` : text;
  return `${front}${table}\n`;
}
