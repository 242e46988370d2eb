import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { readPublished } from '@memora/claims/internal';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { readEverything } from '../testing-fixtures/read-everything.ts';
import { setupTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { holdLease } from './hold-lease.ts';
import { findScopes, runWorkerOnce } from './run-worker.ts';
import { workOnScope } from './scope-worker.ts';

const server = useServer();
afterEach(() => vi.useRealTimers());

describe.skipIf(noServer !== null)(
  `a publication on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('reads as SQLite does, call for call, from two workers in turn and from an empty disk', async () => {
      await using team = await setupTeam(server());
      const folder = team.folder({
        'a.md':
          '---\ncreated: 2026-01-01\n---\n# Pump Nine\n\nPump Nine runs at 40 bar.\n\nThe hall has 3 doors.\n',
        'deep/b.md':
          '---\naliases: [Big hall]\ntags: [x]\n---\n# Hall\n\nThe hall has 3 doors.\n\nWe decided to use JSON.\n',
      });
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      const disks = [team.folder(), team.folder()];
      const steps: (() => void)[] = [
        () => undefined,
        () => writeNote(folder, 'c.md', '---\ncreated: 2026-03-01\n---\nPump Nine runs at 60 bar.\n'),
        () =>
          writeNote(
            folder,
            'a.md',
            '---\ncreated: 2026-01-01\n---\nNew.\n\n# Pump Nine\n\nPump Nine runs at 40 bar.\n',
          ),
        () => rmSync(join(folder, 'c.md')),
        () =>
          writeNote(
            folder,
            'a.md',
            'Ünïcode \u0000 \uE000 Wörter kosten 5 EUR.\n\nPump Nine runs at 40 bar.\n',
          ),
        () => rmSync(disks[1] as string, { recursive: true }),
      ];
      const instants = ['2026-02-01', '2026-04-01'];
      let epoch = 0;
      for (const [at, step] of steps.entries()) {
        step();
        expect((await pushFolder({ ...ben, root: folder })).moved).toEqual([]);
        const now = new Date(Date.UTC(2026, 1, 1 + at * 20));
        instants.push(new Date(now.getTime() + 1).toISOString());
        const disk = disks[at % 2] as string;
        const report = await workOnScope({ ...ben, scope, folder: disk, now: () => now });
        expect(report.failures).toEqual([]);
        if (report.rows > 0) epoch++;
        expect(report.epoch).toBe(epoch);
        await using store = await openClaimStore({
          path: join(disk, `scope-${scope}`, '.memora', 'memora.db'),
        });
        const reader = createClaimReader({ ...ben, scope });
        const options = { ledger: folder, instants };
        expect(await readEverything(reader, options)).toEqual(await readEverything(store, options));
        expect(readPublished(store.database).length).toBeGreaterThan(5);
      }
      expect(epoch).toBeGreaterThan(3);
    });

    it('makes no epoch where workers in turn find nothing new, and looks at no scope again before a note moves', async () => {
      await using team = await setupTeam(server());
      const folder = team.folder({
        'a.md': '# Pump Nine\n\npressure:: 40 bar\n',
        'b.md': 'The hall has 3 doors.\n',
      });
      const ben = team.as('ben');
      await pushFolder({ ...ben, root: folder });
      const disks = [team.folder(), team.folder(), team.folder()];
      const scope = await team.scope('workspace');
      const reports = [];
      for (const disk of [...disks, ...disks])
        reports.push(await workOnScope({ ...ben, scope, folder: disk }));
      expect(reports.map(({ epoch, takenBack }) => [epoch, takenBack > 0])).toEqual([
        [1, false],
        ...[true, true, false, false, false].map((isBack) => [1, isBack]),
      ]);
      expect((await findScopes(ben)).map(({ id }) => id)).not.toContain(scope);
      // The same second and the same length, so size and time reveal nothing.
      writeNote(folder, 'a.md', '# Pump Nine\n\npressure:: 60 bar\n');
      await pushFolder({ ...ben, root: folder });
      expect((await findScopes(ben)).map(({ id }) => id)).toContain(scope);
      const round = await runWorkerOnce({ ...ben, folder: disks[0] as string });
      expect(round.find((report) => report.scope === scope)?.epoch).toBe(2);
      const claims = await createClaimReader({ ...ben, scope }).listClaims();
      expect(claims.claims.map(({ object }) => object)).toContain('60 bar');
    });

    it('lets a worker wait for another one, and take over a lease that is over; the fence decides', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      await pushFolder({ ...ben, root: team.folder({ 'a.md': 'Pump Nine runs at 40 bar.\n' }) });
      const held = await holdLease({ ...ben, scope, holder: 'one' });
      const work = { ...ben, scope, folder: team.folder() };
      await expect(workOnScope(work)).rejects.toMatchObject({ code: 'TEAM_SCOPE_HELD' });
      expect(await runWorkerOnce(work)).not.toContainEqual(expect.objectContaining({ scope }));
      const waiting = workOnScope({ ...work, wait: 60_000 });
      await held.end(null);
      expect((await waiting).epoch).toBe(1);
      // A worker that stops responding, and wakes up when another one has continued.
      vi.useFakeTimers({ toFake: ['setInterval'] });
      const paused = await holdLease({ ...ben, scope, holder: 'two', lasting: 300 });
      vi.useRealTimers();
      const next = await holdLease({ ...ben, scope, holder: 'three', wait: 60_000 });
      expect(next.fence).toBeGreaterThan(paused.fence);
      const publish = paused.within((db) =>
        db.rows('SELECT memora.set_epoch($1, $2, $3, 1)', [scope, paused.fence, paused.epoch]),
      );
      await expect(publish).rejects.toMatchObject({ code: 'TEAM_FENCED' });
      await paused.end('1');
      await expect(holdLease({ ...ben, scope, holder: 'four' })).rejects.toMatchObject({
        code: 'TEAM_SCOPE_HELD',
      });
      await next.end(null);
    });

    it('publishes however long that takes, while its lease is kept beside it', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      const lease = await holdLease({ ...ben, scope, holder: 'one', lasting: 90 });
      const waiting = () =>
        Number(server().psql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));
      const reached = await lease.within(async (db) => {
        await db.rows('SELECT 1');
        while (waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        return db.query('SELECT memora.set_epoch($1, $2, 0, 1) AS epoch', [scope, lease.fence]);
      });
      expect(reached).toEqual([{ epoch: 1 }]);
      await lease.end(null);
    });

    it('lets the server count what a large publication writes, before anybody plans by it', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const counted = () =>
        server().psql(
          "SELECT reltuples > 0 FROM pg_class WHERE oid = 'memora.claim'::regclass",
          team.database,
        );
      const facts = Array.from({ length: 500 }, (_, i) => `- Hall ${i} has ${i + 2} doors`);
      for (const [text, isCounted] of [
        ['Pump Nine runs at 40 bar.\n', 'f'],
        [`${facts.join('\n')}\n`, 't'],
      ] as const) {
        await pushFolder({ ...ben, root: team.folder({ [`${isCounted}.md`]: text }) });
        await workOnScope({ ...ben, scope: await team.scope('workspace'), folder: team.folder() });
        expect(counted()).toBe(isCounted);
      }
    });

    it("records by the server's clock, whatever a worker's own says", async () => {
      await using team = await setupTeam(server());
      const folder = team.folder({ 'a.md': 'Pump Nine runs at 40 bar.\n' });
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      for (const [year, text] of [
        [-1, 'Pump Nine runs at 40 bar.\n'],
        [1, 'Pump Nine runs at 60 bar.\n'],
      ] as const) {
        writeNote(folder, 'a.md', text);
        await pushFolder({ ...ben, root: folder });
        const before = new Date().toISOString();
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + year * 365 * 86_400_000 });
        const report = await workOnScope({ ...ben, scope, folder: team.folder() });
        expect((await workOnScope({ ...ben, scope, folder: team.folder() })).rows).toBe(0);
        vi.useRealTimers();
        expect(report.rows).toBeGreaterThan(0);
        const found = await createClaimReader({ ...ben, scope }).listClaims();
        for (const { recordedFrom } of found.claims) {
          expect(recordedFrom >= before).toBe(true);
          expect(recordedFrom <= new Date().toISOString()).toBe(true);
        }
      }
    });
  },
);
