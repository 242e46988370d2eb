import type { Embedder } from '@memora/retrieval';
import { expect, it } from 'vitest';
import type { EmbedderBook } from '../../embedders/embedder-book.ts';
import type { TeamScope } from '../../team/scopes.ts';
import { chooseEmbedders } from './choose-embedders.ts';
import type { VectorSetOfScope, VectorState } from './read-vector-state.ts';

const [GLOBAL, OWN, MINE] = [1, 2, 3];
const SCOPES = [
  [GLOBAL, 'global'],
  [OWN, 'workspace'],
  [MINE, 'user'],
].map(([id, kind]) => ({ id, kind, epoch: 1 }) as TeamScope);

const embedder = (id: string, place: Embedder['place'] = 'cloud-embedder'): Embedder => ({
  ...{ id, place, version: '1', dimensions: 8 },
  embed: () => Promise.reject(new Error('nobody is asked')),
});

/** A book of named embedders that records which ones it opened. */
function bookOf(
  embedders: Readonly<Record<string, Embedder | null>>,
): EmbedderBook & { readonly opened: string[] } {
  const opened: string[] = [];
  return {
    ...{ names: Object.keys(embedders), opened },
    open: async (name) => {
      opened.push(name);
      return embedders[name] as Embedder | null;
    },
  };
}

const BOOK = {
  default: embedder('openai:large'),
  small: embedder('embedder.small:x'),
  tiny: embedder('embedder.tiny:x'),
  here: embedder('embedder.here:x', 'loopback'),
  none: null,
};

const stateOf = (chosen: string | null, sets: readonly (readonly [scope: number, embedder: string])[]) =>
  ({
    ...{ home: 'public', wasThere: true, chosen },
    sets: sets.map(([scope, id]) => ({ scope, id: scope, embedder: id, version: '1', dimensions: 8 })),
  }) as unknown as VectorState;

const choose = async (
  chosen: string | null,
  sets: readonly (readonly [number, string])[],
  book = bookOf(BOOK),
) => {
  const found = await chooseEmbedders(book, stateOf(chosen, sets), SCOPES);
  const scopeOf = ({ scope }: VectorSetOfScope) => scope;
  return found && { asked: found.embedders.map(({ id }) => id), withheld: found.withheld.map(scopeOf) };
};

it('asks the embedders of the scopes of the workspace, also during a change', async () => {
  expect(
    await choose('small', [
      [OWN, 'embedder.small:x'],
      [MINE, 'embedder.tiny:x'],
    ]),
  ).toEqual({ asked: ['embedder.small:x', 'embedder.tiny:x'], withheld: [] });
});

it('sends no question to a service only because the global scope was embedded there', async () => {
  expect(
    await choose('small', [
      [GLOBAL, 'openai:large'],
      [OWN, 'embedder.small:x'],
    ]),
  ).toEqual({ asked: ['embedder.small:x'], withheld: [GLOBAL] });
  expect(await choose('small', [[GLOBAL, 'openai:large']])).toEqual({
    asked: ['embedder.small:x'],
    withheld: [GLOBAL],
  });
});

it.each([
  ['it is the chosen one', null, 'openai:large'],
  ['it runs on this machine', 'small', 'embedder.here:x'],
])('asks the embedder of the global scope where %s', async (_, chosen, id) => {
  const found = await choose(chosen, [[GLOBAL, id]]);
  expect(found).toEqual({ asked: [id], withheld: [] });
});

it('asks that of the global scope, too, if a scope of the workspace has it', async () => {
  expect(
    await choose('small', [
      [GLOBAL, 'openai:large'],
      [OWN, 'openai:large'],
    ]),
  ).toEqual({ asked: ['openai:large'], withheld: [] });
});

it('asks nobody once the workspace has chosen none', async () => {
  expect(await choose('none', [[OWN, 'openai:large']])).toBeNull();
});

it('opens no embedder that cannot have made the vectors', async () => {
  const book = bookOf(BOOK);
  await choose('small', [[OWN, 'embedder.tiny:x']], book);
  expect(new Set(book.opened)).toEqual(new Set(['small', 'tiny']));
});
