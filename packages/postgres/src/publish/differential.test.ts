import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClaimStore } from '@memora/claims';
import { readPublished } from '@memora/claims/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startServer,
  type TestServer,
  whyNoServer,
} from '../../../../scripts/testing-fixtures/start-postgres.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { readEverything } from '../testing-fixtures/read-everything.ts';
import { setupTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { workOnScope } from './scope-worker.ts';

const reason = whyNoServer();
let server: TestServer;
beforeAll(async () => {
  if (reason === null) server = await startServer();
}, 120_000);
afterAll(async () => server?.[Symbol.asyncDispose]());

describe.skipIf(reason !== null)(
  `a publication on a real server${reason === null ? '' : ` (${reason})`}`,
  () => {
    it('reads as SQLite does, call for call, from two workers in turn and from an empty disk', async () => {
      await using team = await setupTeam(server);
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
  },
);
