import { MemoraError } from '@memora/core';
import type { Embedder } from '@memora/retrieval';
import type { SetPlan } from '@memora/retrieval/internal';
import {
  DEFAULT_EMBEDDER,
  type EmbedderBook,
  findEmbedderOf,
  identityOf,
  type NamedEmbedder,
  type SetIdentity,
  WIDEST_VECTOR,
} from '../../embedders/embedder-book.ts';
import type { Lease } from '../hold-lease.ts';

/** The embedders of a scope in one round. */
export interface EmbedderPlan extends SetPlan {
  /** The name of the one that its workspace has chosen. */
  readonly name: string;
  /** The code of the reason why that one cannot be used here; the sets then stay unchanged. */
  readonly problem: string | null;
  readonly named: readonly NamedEmbedder[];
}

/**
 * Plans the sets of a scope. The embedder that the workspace has chosen becomes the target; until its set is
 * complete, the embedder of the set in use continues to embed new claims. If the caller has no embedders,
 * claims are removed from sets and queued, but nothing is embedded.
 */
export async function planEmbedders(
  book: EmbedderBook | undefined,
  { embedder: chosen, claimEmbedder }: Pick<Lease, 'embedder' | 'claimEmbedder'>,
  sets: readonly SetIdentity[],
): Promise<EmbedderPlan> {
  const name = chosen ?? DEFAULT_EMBEDDER;
  if (book === undefined) return { name, target: undefined, known: [], problem: null, named: [] };
  const { target, problem } = await openTarget(book, name, claimEmbedder);
  const own = target ? [{ name, embedder: target }] : [];
  // Without vectors, it does not matter which embedder made them.
  const found = target === null ? [] : await Promise.all(sets.map((set) => findEmbedderOf(book, set)));
  const others = found.filter((each) => each !== null && each.embedder !== target);
  const named = [...own, ...(others as NamedEmbedder[])];
  return { name, target, problem, named, known: named.slice(own.length).map(({ embedder }) => embedder) };
}

/**
 * Two workers with different settings would otherwise embed a scope alternately forever. So the first one
 * decides which embedder a choice means, until an embedder is chosen again.
 */
async function openTarget(
  book: EmbedderBook,
  name: string,
  claim: Lease['claimEmbedder'],
): Promise<{ readonly target: Embedder | null | undefined; readonly problem: string | null }> {
  try {
    const target = await book.open(name);
    if (target !== null && !isWidth(target.dimensions))
      return { target: undefined, problem: 'CONFIG_INVALID' };
    const identity = identityOf(target);
    return (await claim(name, identity, target?.embedNow !== undefined)) === identity
      ? { target, problem: null }
      : { target: undefined, problem: 'EMBEDDER_CHANGED' };
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code.startsWith('TEAM_')) throw error;
    return { target: undefined, problem: error.code };
  }
}

/** Also false for a model whose files do not state its width. */
function isWidth(dimensions: number): boolean {
  return Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= WIDEST_VECTOR;
}
