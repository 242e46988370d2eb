import type { SqliteClaimStore } from '@memora/claims';
import type { Embedder } from '@memora/retrieval';
import {
  type EmbeddedTexts,
  isSetOf,
  type PendingText,
  type SetWriter,
  type VectorSet,
} from '@memora/retrieval/internal';
import type { EmbedderPlan } from './plan-embedders.ts';

/** The state of a scope's vectors after a round. */
export interface EmbeddedVectors {
  /** The embedder that the workspace has chosen, as `id@version`. */
  readonly embedder: string;
  /** Vectors that this round wrote. */
  readonly embedded: number;
  /** Claims that still have no vector of it. */
  readonly pending: number;
  /** An error code if it cannot be opened. */
  readonly problem: string | null;
}

/** The remaining texts to embed in a scope. */
export interface EmbeddingsLeft {
  /** The name that the workspace has chosen. */
  readonly target: string;
  /** The number of texts, by name of an embedder. */
  readonly texts: ReadonlyMap<string, number>;
  /** The code of the reason why the chosen one cannot be used here; the recorded state stays. */
  readonly problem: string | null;
  /** The names of embedders that have nothing left to do. */
  readonly done: readonly string[];
  /** True if no other embedder has work. False if it is unknown here which embedder some of the texts belong to. */
  readonly isAll: boolean;
}

/** Vectors of one embedder, and the texts that it refuses. */
export interface BroughtVectors extends EmbeddedTexts {
  readonly embedder: Embedder;
  readonly refused: readonly PendingText[];
}

/** Texts of a scope for one embedder, by its name: vectors that were made for the round before, and how many texts to take for the next. */
export interface EmbeddingRound {
  readonly name: string;
  readonly most: number;
  readonly brought: BroughtVectors | null;
  /** True if texts that it refused are to be tried again. */
  readonly again: boolean;
}

/** The next texts to embed, in memory only. */
export interface NextTexts {
  readonly embedder: Embedder;
  readonly texts: readonly PendingText[];
  /** True if questions are compared with its vectors. */
  readonly isInUse: boolean;
}

interface SettledVectors {
  readonly report: EmbeddedVectors | null;
  readonly left: EmbeddingsLeft;
  /** Null if the embedder has nothing to do with this scope. */
  readonly next: NextTexts | null;
}

/**
 * Writes the given vectors, activates a set that is complete, and returns the remaining texts. A service gets no texts until all notes of the scope have been read:
 * an unread note might say that they are secret.
 */
export function settleVectors(
  store: SqliteClaimStore,
  writer: SetWriter,
  plan: EmbedderPlan,
  round: EmbeddingRound | undefined,
  isAllRead: boolean,
): SettledVectors {
  const { name, target, problem, named } = plan;
  const asked = named.find((each) => each.name === round?.name)?.embedder;
  if (asked !== undefined && round?.again === true) writer.retry(store, asked);
  const brought = round?.brought ?? null;
  const embedded = brought === null ? 0 : writer.write(store, brought.embedder, brought);
  if (brought !== null) writer.refuse(store, brought.embedder, brought.refused);
  writer.settle(store);
  const missing = writer.missing(store);
  const texts = new Map<string, number>();
  const nameOf = (set: VectorSet) => named.find(({ embedder }) => isSetOf(set, embedder))?.name;
  const hasBook = target !== undefined || problem !== null;
  for (const { set, texts: count } of missing) {
    // Without embedders, the caller leaves it to a worker to find the embedder of these texts.
    const whose = nameOf(set) ?? (hasBook ? undefined : name);
    if (count > 0 && whose !== undefined) texts.set(whose, count);
  }
  const own = target ? missing.find(({ set }) => isSetOf(set, target)) : undefined;
  if (target && own?.set.state !== 'ready') texts.set(name, own?.texts ?? 0);
  return {
    report:
      target || problem !== null
        ? {
            embedder: target ? `${target.id}@${target.version}` : name,
            embedded,
            pending: own?.texts ?? 0,
            problem,
          }
        : null,
    left: {
      ...{ target: name, texts, problem },
      done: [...named.map((each) => each.name), ...(round === undefined ? [] : [round.name])].filter(
        (each) => !texts.has(each) && (each !== name || problem === null),
      ),
      isAll: target !== undefined && missing.every(({ set }) => nameOf(set) !== undefined),
    },
    next:
      asked === undefined
        ? null
        : {
            embedder: asked,
            texts: isAllRead || asked.place === 'loopback' ? writer.next(store, asked, round?.most ?? 0) : [],
            isInUse: missing.some(({ set }) => isSetOf(set, asked) && set.state === 'ready'),
          },
  };
}
