/** Returns how many texts to embed before the next round of a scope, by scope and name of an embedder. */
export interface EmbeddingPace {
  readonly textsOf: (key: string) => number;
  /**
   * Reports how long this many texts took. The next round gets as many as take about a second, but at least
   * one full request.
   */
  readonly tell: (key: string, texts: number, milliseconds: number) => void;
  /** Reports a failure: fewer texts are tried next. */
  readonly fail: (key: string) => void;
  /**
   * Reports that this worker cannot embed at all, for example because its settings lack the embedder. The
   * work is left to other workers for a while.
   */
  readonly avoid: (key: string) => void;
  readonly isAvoided: (key: string) => boolean;
  /** Returns true for every fourth turn of an embedder, which goes to the scope that has waited longest. */
  readonly isForLongest: (name: string) => boolean;
}

/** Texts per request. */
export const REQUEST_TEXTS = 64;
/** Small, so that a killed worker and a changed choice lose little work. */
const GOAL_MS = 1_000;
/** A request that was made smaller after a failure grows again up to this time. */
const REQUEST_GOAL_MS = 10_000;
const MOST = 4_096;
const SMALL_IN_A_ROW = 3;
const [SHORTEST_MS, LONGEST_MS] = [1_000, 300_000];

export function createEmbeddingPace(): EmbeddingPace {
  const counts = new Map<string, number>();
  const avoided = new Map<string, { readonly for: number; readonly until: number }>();
  const turns = new Map<string, number>();
  const textsOf = (key: string) => counts.get(key) ?? REQUEST_TEXTS;
  return {
    textsOf,
    tell: (key, texts, milliseconds) => {
      avoided.delete(key);
      const before = textsOf(key);
      // The time of a few texts predicts little about many.
      if (texts === 0 || texts < before) return;
      const each = Math.max(milliseconds, 1) / texts;
      const next =
        before < REQUEST_TEXTS
          ? Math.min(Math.max(REQUEST_GOAL_MS / each, before), REQUEST_TEXTS)
          : Math.min(Math.max(GOAL_MS / each, before / 2, REQUEST_TEXTS), before * 2, MOST);
      counts.set(key, Math.trunc(next));
    },
    fail: (key) => {
      counts.set(key, Math.max(Math.trunc(textsOf(key) / 2), 1));
    },
    avoid: (key) => {
      const time = Math.min((avoided.get(key)?.for ?? SHORTEST_MS / 2) * 2, LONGEST_MS);
      avoided.set(key, { for: time, until: performance.now() + time });
    },
    isAvoided: (key) => performance.now() < (avoided.get(key)?.until ?? 0),
    isForLongest: (name) => {
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      return turn % (SMALL_IN_A_ROW + 1) === SMALL_IN_A_ROW;
    },
  };
}
