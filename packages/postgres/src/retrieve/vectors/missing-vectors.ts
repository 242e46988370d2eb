import type { MemoraError } from '@memora/core';
import type { Embedder } from '@memora/retrieval';
import { TeamError } from '../../connect/team-error.ts';
import type { TeamScope } from '../../team/scopes.ts';
import type { VectorSetOfScope, VectorState } from './read-vector-state.ts';

/** Maximum number of vectors that are compared one by one without a graph. */
const MOST_COMPARED = 500_000;

export function isSetOf(set: VectorSetOfScope, { id, version, dimensions }: Embedder): boolean {
  return set.embedder === id && set.version === version && set.dimensions === dimensions;
}

/** Throws if no vector can be compared. */
export function checkVectors(state: VectorState, embedder: Embedder, scopes: readonly TeamScope[]): void {
  if (state.home === null) throw extensionMissing();
  const own = state.sets.filter((set) => isSetOf(set, embedder));
  const others = state.sets.filter(({ isWithheld }) => isWithheld !== true);
  if (own.length === 0 && others.length > 0) throw embeddedByAnother(others.length);
  if (own.length === 0 && state.sets.length > 0) throw notChosen();
  if (own.length === 0 && scopes.some(({ epoch }) => epoch > 0)) throw notReady();
  const compared = own.reduce((sum, { vectors, hasGraph }) => sum + (hasGraph ? 0 : vectors), 0);
  if (compared > MOST_COMPARED)
    throw new TeamError(`${compared} vectors are in no graph, ${MOST_COMPARED} are compared at most`, {
      code: 'VECTORS_NOT_INDEXED',
      hint: 'The worker builds the graph of a large scope in its next round.',
    });
}

/** Returns why some claims could not be compared; null if all were. */
export function findMissing(
  { sets }: VectorState,
  embedders: readonly Embedder[],
  scopes: readonly TeamScope[],
): MemoraError | null {
  const others = sets.filter(
    (set) => set.isWithheld !== true && !embedders.some((embedder) => isSetOf(set, embedder)),
  );
  if (others.length > 0) return embeddedByAnother(others.length);
  const published = scopes.filter(({ epoch }) => epoch > 0);
  const isLacking = ({ id }: TeamScope) => !sets.some(({ scope }) => scope === id);
  if (published.some(isLacking) || sets.some(({ isFilled, vectors }) => !isFilled && vectors > 0))
    return notReady();
  if (sets.some(({ isWithheld }) => isWithheld)) return notChosen();
  if (!sets.some(({ isPending }) => isPending)) return null;
  return new TeamError('some claims are not embedded yet and were searched by words only', {
    code: 'VECTORS_INCOMPLETE',
    hint: 'The worker embeds them in its next round.',
  });
}

export function extensionMissing(): MemoraError {
  return new TeamError('the vectors cannot be compared: the database no longer has the extension for it', {
    code: 'VECTORS_EXTENSION_MISSING',
    hint: 'Install pgvector 0.8 or later on the server, then run `memora team migrate` as its administrator.',
  });
}

function embeddedByAnother(count: number): MemoraError {
  return new TeamError(
    `the claims of ${count} ${count === 1 ? 'scope' : 'scopes'} were embedded by another embedder`,
    {
      code: 'EMBEDDER_CHANGED',
      hint: 'Give servers and workers the same embedders in their settings.',
    },
  );
}

function notChosen(): MemoraError {
  return new TeamError('the global scope was embedded by a service that the workspace has not chosen', {
    code: 'EMBEDDER_NOT_CHOSEN',
    hint: 'It was searched by words. Choose the same embedder with `memora team embedder use` to compare its vectors, too.',
  });
}

function notReady(): MemoraError {
  return new TeamError('not every scope has vectors yet', {
    code: 'VECTORS_NOT_READY',
    hint: 'Run `memora team worker` with an embedder.',
  });
}
