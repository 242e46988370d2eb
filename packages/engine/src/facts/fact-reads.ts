import { bytesOfFact, type Fact, type FactStore } from '@memora/claims';
import { parsePrivacyMarkers } from '@memora/privacy';
import { MemoryError } from '../memory-error.ts';
import type { VaultSecretsPorts } from '../privacy/egress/read-vault-secrets.ts';

/** Reads facts of a foreign store, and remembers those with hidden parts. */
export interface FactReads {
  /** Returns the existing facts by id, and no others. */
  readonly get: (ids: Iterable<string>) => Promise<ReadonlyMap<string, Fact>>;
  readonly list: () => AsyncGenerator<Fact>;
  /** Returns the bytes of a fact; null if it does not exist. Concurrent requests are read together. */
  readonly bytes: (id: string) => Promise<Uint8Array | null>;
  /** The input of the guard: the facts with hidden parts among those that were read. */
  readonly hidden: VaultSecretsPorts['vault'];
}

/** `onHidden` is called when an unknown text with hidden parts was read. */
export function createFactReads(store: FactStore, onHidden: () => void): FactReads {
  const hidden = new Map<string, { readonly text: string; readonly at: number }>();
  let count = 0;
  const see = (fact: Fact): Fact => {
    if (hidden.get(fact.id)?.text === fact.text) return fact;
    if (typeof fact.text !== 'string' || parsePrivacyMarkers(bytesOfFact(fact)).regions.length === 0) {
      hidden.delete(fact.id);
      return fact;
    }
    hidden.set(fact.id, { text: fact.text, at: ++count });
    onHidden();
    return fact;
  };
  const get = async (ids: Iterable<string>): Promise<ReadonlyMap<string, Fact>> => {
    const wanted = new Set(ids);
    if (wanted.size === 0) return new Map();
    const found: unknown = await store.get([...wanted]);
    if (!Array.isArray(found)) throw notFacts('get');
    return new Map(
      found
        .map((fact) => requireObject(fact, 'get'))
        .filter(({ id }) => wanted.has(id))
        .map((fact) => [fact.id, see(fact)]),
    );
  };
  let batch: { readonly ids: Set<string>; readonly facts: ReturnType<FactReads['get']> } | null = null;
  const openBatch = () => {
    const ids = new Set<string>();
    const facts = Promise.resolve().then(() => {
      batch = null;
      return get(ids);
    });
    return { ids, facts };
  };
  return {
    get,
    list: async function* () {
      const all: unknown = store.list();
      if (!isIterable(all)) throw notFacts('list');
      for await (const fact of all) yield see(requireObject(fact, 'list'));
    },
    bytes: async (id) => {
      batch ??= openBatch();
      const { ids, facts } = batch;
      ids.add(id);
      const fact = (await facts).get(id);
      return typeof fact?.text === 'string' ? bytesOfFact(fact) : null;
    },
    hidden: {
      async *scan() {
        for (const [path, { text, at }] of hidden) yield { path, size: text.length, mtimeMs: at };
      },
      readNote: async (path) => bytesOfFact(hidden.get(path) ?? { text: '' }),
    },
  };
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

/** The index reports every other problem of a fact. */
function requireObject(fact: unknown, method: 'get' | 'list'): Fact {
  if (typeof fact !== 'object' || fact === null) throw notFacts(method);
  return fact as Fact;
}

function notFacts(method: 'get' | 'list'): MemoryError<'FACT_STORE_INVALID'> {
  return new MemoryError(`${method}() of the store returned something that is not a fact`, {
    code: 'FACT_STORE_INVALID',
    hint: `Return objects with an id and a text from ${method}(), and nothing for a fact that does not exist. factStoreContract of @memora/claims/testing checks a store.`,
  });
}
