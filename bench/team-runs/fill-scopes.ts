import { createLexicalIndex, createVectorIndex, openWordTable } from '@memora/retrieval';
import { type FilledStore, openFilledStore } from '../query/filled-store.ts';
import { createRandom, createSentenceSource, readRealSentences } from '../query/real-sentences.ts';

/** What a member of a workspace sees: equally many claims of each scope, together six in ten of all. */
export const VISIBLE = ['global', 'workspace', 'user'] as const;
const SHARE = 0.2;

/** The claims of a team: those in visible scopes, and those in hidden ones. */
export interface FilledScopes extends AsyncDisposable {
  /** In one store: exactly the claims that the member sees. */
  readonly visible: FilledStore;
  /** The same claims, one store for each of {@link VISIBLE}. */
  readonly parts: readonly FilledStore[];
  /** Two stores with other members' own claims. */
  readonly hidden: readonly FilledStore[];
}

/** Distributes this many claims: three fifths to three scopes and also to one store, the rest to two scopes of others. */
export async function fillScopes(size: number, data: string): Promise<FilledScopes> {
  const sentences = readRealSentences(data);
  const share = Math.floor(size * SHARE);
  const opened: FilledStore[] = [];
  const fill = async (first: number, claims: number): Promise<FilledStore> => {
    const next = createSentenceSource(sentences, createRandom(size));
    for (let i = 0; i < first; i++) next();
    const store = await openFilledStore(
      claims,
      next,
      [createLexicalIndex(), createVectorIndex({ embedder: await openWordTable() })],
      { first },
    );
    opened.push(store);
    return store;
  };
  const visible = await fill(0, VISIBLE.length * share);
  const parts: FilledStore[] = [];
  for (const i of VISIBLE.keys()) parts.push(await fill(i * share, share));
  const hidden = [await fill(3 * share, share), await fill(4 * share, share)];
  return {
    visible,
    parts,
    hidden,
    [Symbol.asyncDispose]: async () => {
      for (const store of opened) await store[Symbol.asyncDispose]();
    },
  };
}
