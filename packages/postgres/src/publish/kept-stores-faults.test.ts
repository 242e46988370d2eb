import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { readPublished } from '@memora/claims/internal';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { losing } from '../testing-fixtures/losing-source.ts';
import { setupTeam, type TestTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { createKeptStores } from './kept-stores.ts';
import { INDEX_TABLES } from './open-scope-store.ts';
import { readRows } from './publish-rows.ts';
import { workOnScope } from './scope-worker.ts';

const server = useServer();

/** Checks that every row of every table is published as it is in the worker's own store. */
async function expectPublished(team: TestTeam, scope: number, path: string): Promise<void> {
  await using store = await openClaimStore({ path, readonly: true });
  const text = (each: readonly unknown[]) => JSON.stringify(each);
  await transactionAs(team.source, { role: 'publish', scope }, async (db) => {
    for (const { table, rows } of readPublished(store.database, INDEX_TABLES)) {
      const published: unknown[] = [];
      for await (const batch of readRows(db, scope, table)) published.push(...batch);
      expect([table.name, published.map((row) => text(row as unknown[])).sort()]).toEqual([
        table.name,
        rows.map(text).sort(),
      ]);
    }
  });
}

describe.skipIf(noServer !== null)(
  `a store that stays open${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('is not believed when the connection was lost: what is published next is what it holds then', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      const own = team.folder();
      const folder = team.folder({
        'a.md': 'Pump Nine runs at 40 bar.\n',
        'b.md': 'The hall has 3 doors.\n',
      });
      await using stores = createKeptStores({ idle: 60_000 });
      let made = 0;
      const edit = async () => {
        writeNote(folder, 'a.md', `Pump Nine runs at ${41 + made++} bar.\n\nThe mast is ${made} m high.\n`);
        await pushFolder({ ...ben, root: folder });
      };
      const work = (source: ConnectionSource) =>
        workOnScope({ ...ben, source, scope, folder: own, stores, lasting: 200, wait: 60_000 });
      await pushFolder({ ...ben, root: folder });
      await work(team.source);
      await edit();
      const whole = losing(team.source, -1, false);
      await work(whole.source);
      const places = Array.from({ length: whole.sent() }, (_, at) => at);
      expect(places.length).toBeGreaterThan(10);
      const cases = places.flatMap((at) => [
        [at, false],
        [at, true],
      ]) as readonly (readonly [number, boolean])[];
      // An odd step makes both variants run.
      for (const [at, isRun] of everyNth(cases, 17)) {
        await edit();
        await work(losing(team.source, at, isRun).source).catch(() => undefined);
        const report = await work(team.source);
        expect([at, isRun, report.failures]).toEqual([at, isRun, []]);
        await expectPublished(team, scope, join(own, `scope-${scope}`, '.memora', 'memora.db'));
      }
    });
  },
);
