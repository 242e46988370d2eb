import { WEIGHTS } from '../weights.ts';

/** A candidate with the keys that identify repetitions. */
export interface Candidate {
  readonly key: number;
  readonly id: string;
  readonly score: number;
  /** Equal for claims that state the same fact; null if unknown. */
  readonly said: number | null;
  /** The passage that contains it, if known. */
  readonly passage?: number | undefined;
  /** Equal for claims whose sentences are identical, whatever their subject. */
  readonly text?: number | undefined;
}

export interface DiversityOptions {
  /** Factor for each further claim of the same passage, 0–1; 1 disables the discount. */
  readonly passageDecay: number;
  /** Factor for each repetition of a sentence, such as a footer of many notes. */
  readonly textDecay: number;
}

const DEFAULT_DIVERSITY = WEIGHTS.diversity;

/**
 * Returns the best `k`, each fact once, with a growing discount on further claims of one passage, so that no passage fills the list unless the
 * others have little to offer. Claims that repeat a chosen one are left out and count as its corroboration.
 */
export function diversify<Item extends Candidate>(
  candidates: readonly Item[],
  k: number,
  options: Partial<DiversityOptions> = {},
): Item[] {
  return diversifyAbove(candidates, k, Number.NEGATIVE_INFINITY, options) as Item[];
}

/**
 * Like {@link diversify}, but only if there are `k` claims that are each worth more than `least` when chosen, so that no claim worth less could be among them.
 * Null otherwise.
 */
export function diversifyAbove<Item extends Candidate>(
  candidates: readonly Item[],
  k: number,
  least: number,
  options: Partial<DiversityOptions> = {},
): Item[] | null {
  const isBound = least !== Number.NEGATIVE_INFINITY;
  const { passageDecay, textDecay } = { ...DEFAULT_DIVERSITY, ...options };
  const waiting = [...candidates].sort(byScoreThenId);
  const chosen: Item[] = [];
  const said = new Set<number>();
  const countByPassage = new Map<number, number>();
  const countByText = new Map<number, number>();
  const worthOf = ({ score, passage, text }: Item) =>
    score *
    (passage === undefined ? 1 : passageDecay ** (countByPassage.get(passage) ?? 0)) *
    (text === undefined ? 1 : textDecay ** (countByText.get(text) ?? 0));
  while (chosen.length < k && waiting.length > 0) {
    const at = bestPosition(waiting, worthOf);
    const [item] = waiting.splice(at, 1) as [Item];
    if (item.said !== null && said.has(item.said)) continue;
    if (isBound && !(worthOf(item) > least)) return null;
    if (item.said !== null) said.add(item.said);
    if (item.passage !== undefined) count(countByPassage, item.passage);
    if (item.text !== undefined) count(countByText, item.text);
    chosen.push(item);
  }
  return isBound && chosen.length < k ? null : chosen;
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function byScoreThenId(a: Candidate, b: Candidate): number {
  // Subtracting fractions would allocate an object per comparison.
  if (a.score > b.score) return -1;
  if (a.score < b.score) return 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function bestPosition<Item extends Candidate>(
  waiting: readonly Item[],
  worthOf: (item: Item) => number,
): number {
  let best = 0;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const [at, item] of waiting.entries()) {
    // The list is sorted: nothing further down can exceed its own undiscounted score.
    if (item.score <= bestWorth) break;
    const worth = worthOf(item);
    if (worth > bestWorth) {
      best = at;
      bestWorth = worth;
    }
  }
  return best;
}
