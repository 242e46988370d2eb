import type { Fact } from '../run/facts/fact.ts';
import type { FactStore } from '../run/facts/fact-store.ts';

/** One requirement of a fact store, and its check on an empty one. Throws if the requirement is not met. */
export interface FactStoreCase {
  readonly promise: string;
  readonly check: (store: FactStore) => Promise<void>;
}

const FULL: Fact = {
  id: 'accounts/42',
  text: 'Acme pays 900 EUR a month, it’s “net” 🐸.\n\n  Twice.\n',
  title: 'Acme',
  triple: { subject: 'Acme', predicate: 'pays', object: null },
  band: 'public',
  validFrom: '2026-03-01',
  validUntil: '2026-04',
};
const PLAIN: Fact = { id: "o'brien; DROP TABLE--", text: 'Nova has seven rooms.' };

/**
 * The requirements of every {@link FactStore}. Run each case on a fresh, empty store:
 * `for (const { promise, check } of factStoreContract) it(promise, async () => check(await openEmptyStore()))`.
 */
export const factStoreContract: readonly FactStoreCase[] = [
  {
    promise: 'gives back each fact as it was put, to the byte',
    check: async (store) => {
      await store.put([FULL, PLAIN]);
      same(await store.get([PLAIN.id, FULL.id]), [FULL, PLAIN]);
      same(await listed(store), [FULL, PLAIN]);
    },
  },
  {
    promise: 'puts a fact in place of the one of the same id',
    check: async (store) => {
      await store.put([FULL, PLAIN]);
      const next = { id: FULL.id, text: 'Acme has left.' };
      await store.put([next]);
      same(await store.get([FULL.id]), [next]);
      same(await listed(store), [next, PLAIN]);
    },
  },
  {
    promise: 'gives what there is of the ids that are asked for, each once',
    check: async (store) => {
      await store.put([FULL, PLAIN]);
      same(await store.get(['never', FULL.id, FULL.id]), [FULL]);
      same(await store.get([]), []);
    },
  },
  {
    promise: 'forgets what is removed, and no error comes of what was not there',
    check: async (store) => {
      await store.put([FULL, PLAIN]);
      await store.remove([FULL.id, 'never']);
      same(await store.get([FULL.id]), []);
      same(await listed(store), [PLAIN]);
      await store.put([]);
      await store.remove([]);
      same(await listed(store), [PLAIN]);
    },
  },
  {
    promise: 'holds a thousand facts that came at once',
    check: async (store) => {
      const many = Array.from({ length: 1_000 }, (_, i) => ({ id: `m${i}`, text: `Room ${i} is free.` }));
      await store.put(many);
      same(await store.get(many.map(({ id }) => id)), many);
      same(await listed(store), many);
    },
  },
];

async function listed(store: FactStore): Promise<Fact[]> {
  const facts: Fact[] = [];
  for await (const fact of store.list()) facts.push(fact);
  return facts;
}

function same(found: readonly Fact[], wanted: readonly Fact[]): void {
  const [a, b] = [sorted(found), sorted(wanted)];
  if (a !== b) throw new Error(`expected ${b}, got ${a}`);
}

/** Ordered by ids and by keys; an undefined member is absent. */
function sorted(facts: readonly Fact[]): string {
  const byId = [...facts].sort((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify(byId.map((fact) => Object.entries(fact).sort(([a], [b]) => (a < b ? -1 : 1))));
}
