import type { Embedder } from '@memora/retrieval';
import {
  DEFAULT_EMBEDDER,
  type EmbedderBook,
  findEmbedderOf,
  type NamedEmbedder,
} from '../../embedders/embedder-book.ts';
import type { TeamScope } from '../../team/scopes.ts';
import { isSetOf } from './missing-vectors.ts';
import type { VectorSetOfScope, VectorState } from './read-vector-state.ts';

/**
 * The embedders to use, and the vectors that are not compared because a question must not be sent to the
 * service that made them.
 */
interface ChosenEmbedders {
  readonly embedders: readonly Embedder[];
  readonly withheld: readonly VectorSetOfScope[];
}

/**
 * Chooses the embedders for a question: those of the vectors in use. A question leaves this machine only for
 * an embedder that its workspace has chosen, now or before a change in progress. If the global scope has
 * another embedder, the question is embedded only on this machine. Null for none. Throws the reason why the
 * chosen one cannot be opened if no vectors can be compared without it.
 */
export async function chooseEmbedders(
  book: EmbedderBook,
  { sets, chosen }: VectorState,
  scopes: readonly TeamScope[],
): Promise<ChosenEmbedders | null> {
  const name = chosen ?? DEFAULT_EMBEDDER;
  const opening = book.open(name);
  const own = await opening.catch(() => undefined);
  if (own === null) return null;
  const isGlobal = ({ scope }: VectorSetOfScope) =>
    scopes.some(({ id, kind }) => id === scope && kind === 'global');
  const found: NamedEmbedder[] = [];
  const withheld: VectorSetOfScope[] = [];
  // A scope's own vectors come first, because they show which embedders its workspace has chosen.
  for (const set of [...sets].sort((a, b) => Number(isGlobal(a)) - Number(isGlobal(b)))) {
    if (found.some(({ embedder }) => isSetOf(set, embedder))) continue;
    const made = await findEmbedderOf(book, set);
    if (made === null) continue;
    if (!isGlobal(set) || made.name === name || made.embedder.place === 'loopback') found.push(made);
    else withheld.push(set);
  }
  if (found.length > 0) return { embedders: found.map(({ embedder }) => embedder), withheld };
  return { embedders: [(await opening) as Embedder], withheld };
}
