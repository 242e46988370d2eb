import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { KEPT_META, readPublished } from '@memora/claims/internal';
import { createSecretCodec } from '@memora/privacy/keyring';
import { createSetWriter } from '@memora/retrieval/internal';
import { describe, expect, it, vi } from 'vitest';
import { transactionAs } from '../connect/transaction-as.ts';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { setupTeam, type TestTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { createKeptStores, type KeptStores, type WatchedStore } from './kept-stores.ts';
import { INDEX_TABLES } from './open-scope-store.ts';

import { readRows } from './publish-rows.ts';
import { workOnScope } from './scope-worker.ts';

const server = useServer();

/** Stores that report how many of them existed. */
function counting(stores: KeptStores): KeptStores & { readonly taken: () => number } {
  let taken = 0;
  const take: KeptStores['take'] = async (path) => {
    const found = await stores.take(path);
    if (found !== null) taken++;
    return found;
  };
  return { ...stores, take, taken: () => taken };
}

/** Checks that every row of every table is published as it is in SQLite. */
async function expectPublished(team: TestTeam, scope: number, path: string): Promise<void> {
  await using store = await openClaimStore({ path, readonly: true });
  const all = readPublished(store.database, INDEX_TABLES);
  expect(all.length).toBeGreaterThan(8);
  await transactionAs(team.source, { role: 'publish', scope }, async (db) => {
    for (const { table, rows } of all) {
      const published: unknown[] = [];
      for await (const batch of readRows(db, scope, table)) published.push(...batch);
      const text = (each: readonly unknown[]) => JSON.stringify(each);
      expect([table.name, published.map((row) => text(row as unknown[])).sort()]).toEqual([
        table.name,
        rows.map(text).sort(),
      ]);
    }
  });
}

describe.skipIf(noServer !== null)(
  `stores that stay open between rounds${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('publish row for row what the notes say, beside workers that keep none, on another disk and on the same', async () => {
      await using team = await setupTeam(server());
      const folder = team.folder({
        'a.md': '# Pump Nine\n\nPump Nine runs at 40 bar.\n\nThe hall has 3 doors.\n',
        'deep/b.md': '---\naliases: [Big hall]\n---\n# Hall\n\nThe hall has 3 doors.\n',
      });
      const ben = { ...team.as('ben'), codec: createSecretCodec(new Uint8Array(32).fill(7)) };
      const scope = await team.scope('workspace');
      const [own, other] = [team.folder(), team.folder()];
      await using kept = createKeptStores();
      const stores = counting(kept);
      const path = join(own, `scope-${scope}`, '.memora', 'memora.db');
      const [plain, keeping] = [{}, { stores }];
      const steps: readonly (readonly [() => void, { stores?: KeptStores }, string, boolean])[] = [
        [() => undefined, keeping, own, false],
        [() => writeNote(folder, 'c.md', 'Pump Nine runs at 60 bar.\n'), keeping, own, false],
        [() => writeNote(folder, 'a.md', 'Intro.\n\nPump Nine runs at 40 bar.\n'), keeping, own, true],
        [() => renameSync(join(folder, 'c.md'), join(folder, 'deep', 'd.md')), keeping, own, true],
        [() => undefined, keeping, own, true],
        [() => writeNote(folder, 'e.md', 'Ünïcode \u0000 Wörter kosten 5 EUR.\n'), plain, other, false],
        [() => writeNote(folder, 'e.md', 'The crane lifts 4 tons.\n'), keeping, own, true],
        [() => rmSync(join(folder, 'deep', 'd.md')), keeping, own, false],
        [() => writeNote(folder, 'f.md', 'The crane lifts 5 tons.\n'), keeping, own, true],
        [() => writeNote(folder, 'f.md', 'The crane lifts 6 tons.\n'), plain, own, false],
        [
          () => writeNote(folder, 'g.md', '---\nprivacy: secret\n---\nThe safe opens at 9.\n'),
          keeping,
          own,
          false,
        ],
        [() => writeNote(folder, 'g.md', 'The safe opens at 10.\n'), keeping, own, false],
        [() => rmSync(join(own, `scope-${scope}`), { recursive: true }), keeping, own, false],
      ];
      for (const [at, [step, more, disk, wasKept]] of steps.entries()) {
        step();
        await pushFolder({ ...ben, root: folder });
        const before = stores.taken();
        const report = await workOnScope({ ...ben, ...more, scope, folder: disk });
        expect(report.failures).toEqual([]);
        expect([at, stores.taken() - before]).toEqual([at, wasKept ? 1 : 0]);
        await expectPublished(team, scope, join(disk, `scope-${scope}`, '.memora', 'memora.db'));
      }
      expect(KEPT_META).toContain('publication');
      await stores.close();
      // After it is closed, the file has the final content: nothing is reverted.
      writeNote(folder, 'h.md', 'The mast is 9 m high.\n');
      await pushFolder({ ...ben, root: folder });
      expect(await workOnScope({ ...ben, scope, folder: own })).toMatchObject({ takenBack: 0, notes: 1 });
      await expectPublished(team, scope, path);
    });

    it('leave no word of a note that was erased, from their disk or another, once they know of it', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const scope = await team.scope('workspace');
      const [own, other] = [team.folder(), team.folder()];
      await using stores = createKeptStores();
      const folder = team.folder({ 'kept.md': 'The hall has 3 doors.\n' });
      const words = { 'heliotrope.md': 'The heliotrope pump belongs to Zebulon.\n' };
      const work = { ...ann, scope, folder: own, stores };
      const held = () =>
        readdirSync(own, { recursive: true, withFileTypes: true }).filter(
          (entry) =>
            entry.isFile() &&
            /eliotrope|ebulon/u.test(readFileSync(join(entry.parentPath, entry.name)).toString('latin1')),
        );
      for (const disk of [own, other]) {
        for (let i = 0; i < 3; i++) {
          writeNote(folder, `note-${i}.md`, `The mast ${disk === own ? i : i + 9} is red.\n`);
          if (i === 1) for (const [path, text] of Object.entries(words)) writeNote(folder, path, text);
          await pushFolder({ ...ann, root: folder });
          await workOnScope(work);
        }
        expect(held().length).toBeGreaterThan(0);
        expect(
          (await eraseTeamNote('heliotrope.md', { ...ann, folder: disk, backupHorizon: 1 })).found,
        ).toEqual([]);
        if (disk === other) await workOnScope(work);
        expect(held().map(({ name }) => name)).toEqual([]);
        rmSync(join(folder, 'heliotrope.md'));
        words['heliotrope.md'] = 'The heliotrope mast belongs to Zebulon too.\n';
      }
    });
  },
);

describe('kept stores', () => {
  const opened = async (folder: string, name: string): Promise<WatchedStore> => {
    const path = join(folder, name, 'memora.db');
    const vectors = createSetWriter();
    return { path, vectors, store: await openClaimStore({ path, capture: true }) };
  };
  const isOpen = ({ store }: WatchedStore) => (store.database as unknown as { open: boolean }).open;

  it('are so many at most, and are closed when nobody asks for them', async () => {
    await using disk = await tempFolder();
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => opened(disk.path, name)));
    await using few = createKeptStores({ most: 2, idle: 60_000 });
    for (const each of [a, b, c] as WatchedStore[]) await few.keep(each);
    expect([a, b, c].map((each) => isOpen(each as WatchedStore))).toEqual([false, true, true]);
    const taken = await few.take((b as WatchedStore).path);
    expect(taken?.store).toBe(b?.store);
    expect(await few.take((b as WatchedStore).path)).toBeNull();
    await using brief = createKeptStores({ idle: 20 });
    await brief.keep(b as WatchedStore);
    await vi.waitFor(() => expect(isOpen(b as WatchedStore)).toBe(false), { timeout: 20_000 });
    await few.close();
    expect(isOpen(c as WatchedStore)).toBe(false);
  });

  it('are given to nobody once somebody else has written to the file, or put another in its place', async () => {
    await using disk = await tempFolder();
    await using stores = createKeptStores();
    const mine = await opened(disk.path, 'a');
    await stores.keep(mine);
    const theirs = await openClaimStore({ path: mine.path });
    theirs.transaction((db) => db.exec("INSERT INTO meta (name, value) VALUES ('x', 1)"));
    await theirs.close();
    expect(await stores.take(mine.path)).toBeNull();
    expect(isOpen(mine)).toBe(false);
    const again = await opened(disk.path, 'a');
    await stores.keep(again);
    rmSync(join(disk.path, 'a'), { recursive: true });
    expect(await stores.take(mine.path)).toBeNull();
  });
});

async function tempFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const path = await mkdtemp(join(tmpdir(), 'memora-kept-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
