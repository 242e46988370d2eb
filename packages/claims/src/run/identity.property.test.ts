import { createSecretCodec } from '@memora/privacy/keyring';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLedgerDecisions } from '../ledger/ledger-decisions.ts';
import { appendToLedger, readLedger } from '../ledger/open-ledger.ts';
import { LEDGER_VERBS, type LedgerVerb } from '../ledger/parse-ledger.ts';
import { openClaimStore } from '../store/sqlite-claim-store.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const SENTENCES = [
  'The limit of Pump Nine is 40 bar.',
  'The limit of Pump Nine is 60 bar.',
  'Drift uses Rust.',
  'The limit of Pump Nine is 40 bar.',
  'Harbor is in Lyon.',
  'Nova has seven rooms.',
];
const PATHS = ['a.md', 'b.md', 'deep/a.md', 'A b.md', 'a-b.md', 'zz.md', 'a b.md'];
const IDS = [null, null, 'x', 'y', 'a', 'a-b'];

type Step =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly id: string | null;
      readonly isSecret: boolean;
      readonly said: readonly number[];
    }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'swap'; readonly path: string; readonly to: string }
  | { readonly kind: 'index' };

const path = fc.constantFrom(...PATHS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      path,
      id: fc.constantFrom(...IDS),
      isSecret: fc.boolean(),
      said: fc.array(fc.nat(SENTENCES.length - 1), { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('swap' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'index' as const }) },
);

/** All properties of the live claims that a fresh index would also have. Dates and row numbers are history. */
async function stateOf(store: TestVault['store']) {
  const { claims } = await store.listClaims();
  const notes = (await store.notes()).map(({ path: at, noteId }) => [at, noteId]).sort();
  const shown = claims
    .map((c) => [c.id, c.notePath, c.noteId, c.span.start, c.subject, c.predicate, c.object, c.duplicateOf])
    .sort();
  return { notes, shown };
}

/** Does one step. A step is skipped if its path is missing or already exists. */
function take(v: TestVault, here: Set<string>, wanted: Step): void {
  if (wanted.kind === 'write') {
    const id = wanted.id === null ? '' : `id: ${wanted.id}\n`;
    const head = `---\n${id}privacy: ${wanted.isSecret ? 'secret' : 'private'}\n---\n`;
    v.write(wanted.path, `${head}${wanted.said.map((at) => SENTENCES[at]).join('\n\n')}\n`);
    here.add(wanted.path);
  } else if (wanted.kind === 'remove' && here.delete(wanted.path)) v.remove(wanted.path);
  else if (wanted.kind === 'move' && here.has(wanted.path) && !here.has(wanted.to)) {
    v.move(wanted.path, wanted.to);
    here.delete(wanted.path);
    here.add(wanted.to);
  } else if (wanted.kind === 'swap' && here.has(wanted.path) && here.has(wanted.to)) {
    const [one, other] = [v.read(wanted.path), v.read(wanted.to)];
    v.write(wanted.path, other);
    v.write(wanted.to, one);
  }
}

it('ends with the ids and the state of a fresh index, whatever the history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      await using v = await setupVault({});
      const here = new Set<string>();
      for (const wanted of steps) {
        if (wanted.kind === 'index') expect((await v.index()).failures).toEqual([]);
        else take(v, here, wanted);
      }
      expect((await v.index()).failures).toEqual([]);
      await using fresh = await openClaimStore({ path: ':memory:' });
      await v.index({ store: fresh });
      expect(await stateOf(v.store)).toEqual(await stateOf(fresh));
      expect((await v.store.check()).problems).toEqual([]);
      // Nothing is left to do.
      const { total } = { total: () => v.store.database.prepare('SELECT total_changes()').pluck().get() };
      const before = total();
      expect(await v.index()).toMatchObject({ changed: 0 });
      expect(total()).toBe(before);
    }),
    { numRuns: sampleOf(40) },
  );
});

it('gives two notes with one id the same ids in whichever order they come', async () => {
  const text = '---\nid: x\n---\n\nThe pump runs at 40 bar.\n';
  await using v = await setupVault({ 'b.md': text });
  await v.index();
  v.write('a.md', text);
  await v.index();
  const ids = (await v.claims()).map(({ id, notePath }) => [notePath, id]);
  await using fresh = await openClaimStore({ path: ':memory:' });
  await v.index({ store: fresh });
  expect((await fresh.listClaims()).claims.map(({ id, notePath }) => [notePath, id])).toEqual(ids);
});

type Decided =
  | Step
  | { readonly kind: 'decide'; readonly verb: LedgerVerb; readonly first: number; readonly second: number };

const decided: fc.Arbitrary<Decided> = fc.oneof(
  { weight: 3, arbitrary: step },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      verb: fc.constantFrom(...LEDGER_VERBS),
      first: fc.nat(20),
      second: fc.nat(20),
    }),
  },
);

/** Decides about current claims like the engine does: with their marks, and followed by an index. */
async function decide(v: TestVault, { verb, first, second }: Decided & { kind: 'decide' }): Promise<void> {
  const { claims } = await v.store.listClaims();
  const ids = [...new Set([first, second].map((at) => claims[at % claims.length]?.id))].flatMap(
    (id) => id ?? [],
  );
  const claimIds = verb === 'forget' || verb === 'erase' ? ids.slice(0, 1) : ids;
  if (claimIds.length === 0) return;
  const marks = await v.store.markClaims(verb, claimIds);
  await appendToLedger(v.root, { time: '2026-01-01T00:00:00Z', verb, claimIds, marks, reason: '' });
  expect((await v.index()).failures).toEqual([]);
}

/** The state of the claims and pairs, and the claims that the entries mean. */
async function standingOf(store: TestVault['store'], root: string) {
  const { claims } = await store.listClaims();
  const { entries } = await readLedger(root);
  const decisions = toLedgerDecisions(await store.resolveLedger(entries));
  const acknowledged = decisions.conflicts.acknowledged.map((pair) => [...pair].sort().join(' ')).sort();
  return {
    statuses: claims.map((c) => [c.id, c.status]).sort(),
    forgotten: [...decisions.forgotten].filter((id) => claims.some((claim) => claim.id === id)).sort(),
    pairs: (await store.contradictions(decisions)).map(({ id, resolution }) => [id, resolution]),
    acknowledged,
  };
}

it('stands after any history of notes and decisions as a fresh index over the same notes and ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(decided, { maxLength: 16 }), async (steps) => {
      const codec = createSecretCodec(new Uint8Array(32).fill(3));
      await using v = await setupVault({}, { codec });
      const here = new Set<string>();
      for (const wanted of steps) {
        if (wanted.kind === 'index') expect((await v.index()).failures).toEqual([]);
        else if (wanted.kind === 'decide') await decide(v, wanted);
        else take(v, here, wanted);
      }
      expect((await v.index()).failures).toEqual([]);
      await using fresh = await openClaimStore({ path: ':memory:', codec });
      await v.index({ store: fresh });
      expect(await stateOf(v.store)).toEqual(await stateOf(fresh));
      expect(await standingOf(v.store, v.root)).toEqual(await standingOf(fresh, v.root));
      expect((await v.store.check()).problems).toEqual([]);
      expect(await v.index()).toMatchObject({ changed: 0 });
    }),
    { numRuns: sampleOf(40) },
  );
});

it('erases one of two sentences alike in a note, and the other stands in every run after', async () => {
  const codec = createSecretCodec(new Uint8Array(32).fill(3));
  await using v = await setupVault({ 'a.md': `${SENTENCES[0]}\n\n${SENTENCES[0]}\n` }, { codec });
  await v.index();
  await decide(v, { kind: 'decide', verb: 'erase', first: 0, second: 0 });
  await v.index();
  expect(await v.claims()).toHaveLength(1);
});

it('lets a claim stand undisputed once what disputed it is hidden', async () => {
  const codec = createSecretCodec(new Uint8Array(32).fill(3));
  await using v = await setupVault({ 'a.md': `${SENTENCES[0]}\n`, 'b.md': `${SENTENCES[1]}\n` }, { codec });
  await v.index();
  expect((await v.claims()).map(({ status }) => status)).toEqual(['contested', 'contested']);
  v.write('b.md', `---\nprivacy: secret\n---\n`);
  await v.index();
  expect((await v.claims()).map(({ status }) => status)).toEqual(['current']);
});
