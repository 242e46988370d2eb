import { openVault } from '@memora/vault';
import { expect, it } from 'vitest';
import { openClaimStore } from '../store/sqlite-claim-store.ts';
import { editAtRandom, seededRandom } from '../testing-fixtures/edit-vault.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';
import { indexVault } from './index-vault.ts';

/** `MEMORA_EDIT_STEPS` asks for more. */
const STEPS = Number(process.env['MEMORA_EDIT_STEPS'] ?? 500);

/** Live claims of a note by their content and bytes. */
async function sayings(vault: TestVault): Promise<Map<string, Map<string, string[]>>> {
  const byNote = new Map<string, Map<string, string[]>>();
  for (const c of await vault.claims()) {
    const note = byNote.get(c.noteId) ?? new Map<string, string[]>();
    byNote.set(c.noteId, note);
    const key = JSON.stringify([c.fingerprint, c.predicate, c.object]);
    note.set(key, [...(note.get(key) ?? []), c.id]);
  }
  return byNote;
}

it.each([1, 2])(
  'keeps every span right and every id whose bytes survive, over random edits (seed %i)',
  async (seed) => {
    await using vault = await setupVault({ 'start.md': '# Start\n\nDrift uses MessagePack.\n' });
    const paths = new Set(['start.md']);
    const random = seededRandom(seed);
    await vault.index();
    let before = await sayings(vault);
    for (let step = 1; step <= STEPS; step++) {
      const edit = editAtRandom(vault, paths, random, step);
      const report = await vault.index();
      expect(report.failures, edit).toEqual([]);
      expect(await vault.broken(), edit).toEqual([]);
      const after = await sayings(vault);
      for (const [noteId, claims] of after) {
        for (const [saying, ids] of claims) {
          const old = before.get(noteId)?.get(saying);
          if (old === undefined) continue;
          // The number of old ids equals the number of places that still say it.
          const kept = old.filter((id) => ids.includes(id)).length;
          expect(kept, `${edit}: ${saying}`).toBe(Math.min(old.length, ids.length));
        }
      }
      before = after;
      if (step % 20 === 0) expect((await vault.store.check()).problems, edit).toEqual([]);
    }
  },
  120_000,
);

it('reaches the same claims in one run as in many', async () => {
  await using vault = await setupVault({ 'start.md': '# Start\n\nDrift uses MessagePack.\n' });
  const paths = new Set(['start.md']);
  const random = seededRandom(7);
  for (let step = 1; step <= 25; step++) {
    editAtRandom(vault, paths, random, step);
    await vault.index();
  }
  await using fresh = await openClaimStore({ path: ':memory:' });
  await indexVault({ vault: await openVault(vault.root), store: fresh });
  const shown = (claims: Awaited<ReturnType<TestVault['claims']>>) =>
    claims.map((c) => [c.notePath, c.span.start, c.subject, c.predicate, c.object, c.status, c.headingPath]);
  expect(shown((await fresh.listClaims()).claims)).toEqual(shown(await vault.claims()));
});
