import type { ClaimStore } from '../store/claim-store.ts';
import { toWork } from './reader-history.ts';

/** One requirement of a claim store, and its check on an empty one. Throws if the requirement is not met. */
export interface ContractCase {
  readonly promise: string;
  readonly check: (store: ClaimStore) => Promise<void>;
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

/**
 * The requirements of every backend of {@link ClaimStore}. Run each case on a fresh, empty store:
 * `for (const { promise, check } of claimStoreContract) it(promise, async () => check(await openEmptyStore()))`.
 */
export const claimStoreContract: readonly ContractCase[] = [
  {
    promise: 'gives back the claims that were committed, by id and in file order',
    check: async (store) => {
      await commit(store, 0, {
        'b.md': 'Harbor costs 49 EUR.\n',
        'a.md': 'Drift uses JSON.\n\nNova has seven rooms.\n',
      });
      const { claims } = await store.listClaims();
      equal(
        claims.map((c) => c.subject),
        ['Drift', 'Nova', 'Harbor'],
      );
      const ids = claims.map((c) => c.id).reverse();
      equal([...(await store.getClaims([...ids, 'nosuchclaim00000'])).keys()], ids);
      equal(await store.countClaims({ notePath: 'a.md' }), 2);
    },
  },
  {
    promise: 'commits the same note twice without a second copy or another id',
    check: async (store) => {
      await commit(store, 0, { 'a.md': 'Drift uses JSON.\n' });
      const before = (await store.listClaims()).claims;
      await commit(store, 1, { 'a.md': '# New\n\nDrift uses JSON.\n' });
      const after = (await store.listClaims()).claims;
      equal(
        after.map((c) => c.id),
        before.map((c) => c.id),
      );
      equal(after[0]?.recordedFrom, before[0]?.recordedFrom);
    },
  },
  {
    promise: 'retires claims and never deletes them',
    check: async (store) => {
      await commit(store, 0, { 'a.md': 'Drift uses JSON.\n' });
      const [claim] = (await store.listClaims()).claims;
      await commit(store, 2, { 'a.md': 'Nothing of it.\n' });
      const old = (await store.getClaims([claim?.id ?? ''])).get(claim?.id as never);
      equal([old?.status, old?.recordedUntil], ['retracted', new Date(START + 2 * DAY).toISOString()]);
      const known = new Date(START + DAY).toISOString();
      equal(
        (await store.listClaims({ asOf: { known } })).claims.map((c) => c.id),
        [claim?.id],
      );
    },
  },
  {
    promise: 'forgets no note but the one that is removed',
    check: async (store) => {
      await commit(store, 0, { 'a.md': 'Drift uses JSON.\n', 'b.md': 'Harbor costs 49 EUR.\n' });
      await commit(store, 1, {}, ['a.md']);
      equal(
        (await store.listClaims()).claims.map((c) => c.notePath),
        ['b.md'],
      );
      equal(
        (await store.notes()).map((n) => n.path),
        ['b.md'],
      );
    },
  },
  {
    promise: 'pages without gaps or repeats',
    check: async (store) => {
      const lines = Array.from({ length: 25 }, (_, i) => `Room${i} has ${i + 3} chairs.\n`).join('\n');
      await commit(store, 0, { 'a.md': lines });
      const all = (await store.listClaims()).claims.map((c) => c.id);
      const paged: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page = await store.listClaims({ limit: 7, ...(after === '' ? {} : { after }) });
        paged.push(...page.claims.map((c) => c.id));
        after = page.next;
      }
      equal(paged, all);
    },
  },
  {
    promise: 'walks from claims over links, names and subjects to other claims, and from none to none',
    check: async (store) => {
      await commit(store, 0, {
        'kestrel.md': '# Kestrel\n\nKestrel is owned by [[Priya]].\n',
        'Priya.md': '# Priya\n\nhome:: Espoo\n\neditor:: Vim\n',
      });
      const { claims } = await store.listClaims();
      const rows = await store.graph.rowsById(claims.map((c) => c.id));
      equal(rows.map((row) => row.id).sort(), claims.map((c) => c.id).sort());
      const rowOf = (start: string) => {
        const claim = claims.find((c) => `${c.subject} ${c.predicate}`.startsWith(start));
        const row = rows.find((each) => each.id === claim?.id);
        if (row === undefined) throw new Error(`no claim says ${start}`);
        return row;
      };
      const [kestrel, lives, uses] = [rowOf('Kestrel'), rowOf('Priya home'), rowOf('Priya editor')];
      equal([...(await store.graph.rowsByKey([kestrel.key, 987_654]))], [kestrel]);
      equal(await store.graph.notesLinkedBy([kestrel.key, lives.key]), [
        { from: kestrel.key, note: lives.note },
      ]);
      equal(await store.graph.linksToNotesOf([lives.key], 9), [{ from: lives.key, to: kestrel.key }]);
      equal(
        [...(await store.graph.claimsOfNotes([lives.note], 9))],
        [[lives.note, [lives.key, uses.key].sort((a, b) => a - b)]],
      );
      equal((await store.graph.claimsOfNotes([lives.note], 1)).get(lives.note)?.length, 1);
      equal(await store.graph.notesNamed(['priya', 'nobody']), [{ name: 'priya', note: lives.note }]);
      equal(
        (await store.graph.claimsAbout(['priya'], 9)).map(({ key }) => key).sort(),
        [lives.key, uses.key].sort(),
      );
      equal((await store.graph.claimsAbout(['priya'], 1)).length, 1);
      equal(
        [
          await store.graph.edgesOf([], 9),
          await store.graph.notesLinkedBy([]),
          await store.graph.linksToNotesOf([], 9),
          await store.graph.rowsByKey([]),
          await store.graph.rowsById([]),
          await store.graph.notesNamed([]),
          await store.graph.claimsAbout([], 9),
        ],
        [[], [], [], [], [], [], []],
      );
    },
  },
  {
    promise: 'gives typed edges from both of their ends, and no retired claim',
    check: async (store) => {
      await commit(store, 0, { 'a.md': 'Drift uses JSON.\n', 'b.md': 'Harbor costs 49 EUR.\n' });
      const [drift, harbor] = (await store.listClaims()).claims;
      if (drift === undefined || harbor === undefined) throw new Error('two claims were committed');
      await store.derive(harbor.id, [drift.id]);
      const [from] = await store.graph.rowsById([harbor.id]);
      const [to] = await store.graph.rowsById([drift.id]);
      if (from === undefined || to === undefined) throw new Error('both claims have a row');
      const ends = async (key: number) =>
        (await store.graph.edgesOf([key], 9)).map((edge) => [edge.from, edge.to]);
      equal([await ends(from.key), await ends(to.key)], [[[from.key, to.key]], [[to.key, from.key]]]);
      await commit(store, 1, {}, ['a.md']);
      equal(await store.graph.rowsById([drift.id]), []);
      equal(await store.graph.claimsOfNotes([to.note], 9), await store.graph.claimsOfNotes([to.note], 0));
    },
  },
];

async function commit(
  store: ClaimStore,
  day: number,
  notes: Record<string, string>,
  removed: readonly string[] = [],
) {
  const run = await store.beginRun({ now: START + day * DAY });
  const works = Object.entries(notes).map(([path, text]) => toWork(path, text));
  await run.commit({ works, touched: [], failures: [], removed });
  await run.finish(true);
}

function equal(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${b}, received ${a}`);
}
