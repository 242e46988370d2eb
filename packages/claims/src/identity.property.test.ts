import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openClaimStore } from './sqlite/sqlite-claim-store.ts';
import { setupVault, type TestVault } from './testing-fixtures/setup-vault.ts';

const SENTENCES = [
  'The pump runs at 40 bar.',
  'Drift uses Rust.',
  'The pump runs at 40 bar.',
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

/** Everything about the live claims that a fresh index would tell too: dates and numbers of rows are history. */
async function stateOf(store: TestVault['store']) {
  const { claims } = await store.listClaims();
  const notes = (await store.notes()).map(({ path: at, noteId }) => [at, noteId]).sort();
  const shown = claims
    .map((c) => [c.id, c.notePath, c.noteId, c.span.start, c.subject, c.predicate, c.object, c.duplicateOf])
    .sort();
  return { notes, shown };
}

/** Does one step; a path that is not there, or is, has the step left out. */
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
    { numRuns: 40 },
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
