/** A candidate with what it may repeat. */
export interface Candidate {
  readonly key: number;
  readonly id: string;
  readonly score: number;
  readonly note: number;
  /** Equal for claims that say the same; null where that is not known. */
  readonly said: number | null;
}

export interface DiversityOptions {
  /** What each further claim of the same note is worth, 0–1; 1 turns the discount off. */
  readonly noteDecay: number;
}

export const DEFAULT_DIVERSITY: DiversityOptions = { noteDecay: 1 };

/**
 * The best `k`, each fact once, with a growing discount on further claims of one note: a note fills the list only where
 * the others have little to offer. Claims that repeat a chosen one stay out: they count as its corroboration.
 */
export function diversify<Item extends Candidate>(
  candidates: readonly Item[],
  k: number,
  { noteDecay }: DiversityOptions = DEFAULT_DIVERSITY,
): Item[] {
  const waiting = [...candidates].sort(byScoreThenId);
  const chosen: Item[] = [];
  const said = new Set<number>();
  const countByNote = new Map<number, number>();
  while (chosen.length < k && waiting.length > 0) {
    const at = bestPosition(waiting, countByNote, noteDecay);
    const [item] = waiting.splice(at, 1) as [Item];
    if (item.said !== null && said.has(item.said)) continue;
    if (item.said !== null) said.add(item.said);
    countByNote.set(item.note, (countByNote.get(item.note) ?? 0) + 1);
    chosen.push(item);
  }
  return chosen;
}

export function byScoreThenId(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function bestPosition(
  waiting: readonly Candidate[],
  countByNote: ReadonlyMap<number, number>,
  noteDecay: number,
): number {
  let best = 0;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const [at, { score, note }] of waiting.entries()) {
    // The list is sorted: nothing further down can be worth more than its own undiscounted score.
    if (score <= bestWorth) break;
    const worth = score * noteDecay ** (countByNote.get(note) ?? 0);
    if (worth > bestWorth) {
      best = at;
      bestWorth = worth;
    }
  }
  return best;
}
