import { describe, expect, it } from 'vitest';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { audit, createAuditExpiry, readAudit, readAuditPage } from './audit.ts';
import { changeGroup } from './members.ts';

const server = useServer();

const act = (name: string) => ({ act: name, detail: { outcome: 'ok' } });
const EVER = new Date(0);

describe.skipIf(noServer !== null)(
  `an audit on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('removes what is older than it is told, once a day, and nothing younger than 30 days', async () => {
      await using team = await setupTeam(server());
      await audit([act('memora_query')], team.as('ben'));
      server().psql(`UPDATE memora.audit SET at = at - interval '40 days'`, team.database);
      await audit([act('memora_capture')], team.as('ben'));
      server().psql(
        `UPDATE memora.audit SET at = at - interval '10 days' WHERE act = 'memora_capture'`,
        team.database,
      );

      let now = Date.now();
      const expire = createAuditExpiry(1, () => now);
      expect(await expire(team)).toBe(1);
      expect((await readAudit({ since: EVER }, team.as('ann'))).map((entry) => entry.act)).toEqual([
        'memora_capture',
      ]);

      server().psql(`UPDATE memora.audit SET at = at - interval '40 days'`, team.database);
      expect(await expire(team)).toBe(0);
      now += 86_400_000;
      expect(await expire(team)).toBe(1);
      expect(await readAudit({ since: EVER }, team.as('ann'))).toEqual([]);
    });

    it('is read in pages that go on where the last one ended, whatever is written or removed meanwhile', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      for (const name of ['one', 'two', 'three']) await audit([act(name)], team.as('ben'));
      await audit(['four', 'five', 'six'].map(act), team.as('ben'));
      await audit([act('seven')], team.as('ben'));
      const pages: string[][] = [];
      for (let after: string | null = null, more = true; more; more = after !== null) {
        const page = await readAuditPage({ since: EVER, after, limit: 2 }, ann);
        pages.push(page.entries.map((entry) => entry.act));
        after = page.next;
        // Nothing is skipped if earlier entries expire between two pages.
        if (pages.length === 1) server().psql("DELETE FROM memora.audit WHERE act = 'one'", team.database);
        if (pages.length === 2) await audit([act('eight')], team.as('ben'));
      }
      expect(pages).toEqual([['one', 'two'], ['three', 'four', 'five', 'six'], ['seven', 'eight'], []]);
    });

    it('says who was added to which group, and by whom', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      await changeGroup(ann, { group: 'payments', principal: 'ben' }, 'add');
      await changeGroup(ann, { group: 'payments', principal: 'ben' }, 'remove');
      const detail = { group: 'payments', member: 'ben' };
      expect(await readAudit({ since: EVER }, ann)).toMatchObject([
        { principal: 'ann', act: 'group add', detail },
        { principal: 'ann', act: 'group remove', detail },
      ]);
    });

    it('removes nothing where nobody has said for how long', async () => {
      await using team = await setupTeam(server());
      await audit([act('memora_query')], team.as('ben'));
      server().psql(`UPDATE memora.audit SET at = at - interval '4000 days'`, team.database);
      expect(await createAuditExpiry(null)(team)).toBe(0);
      expect(await readAudit({ since: EVER }, team.as('ann'))).toHaveLength(1);
    });
  },
);
