import { describe, expect, it } from 'vitest';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { audit, createAuditExpiry, readAudit } from './audit.ts';

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

    it('removes nothing where nobody has said for how long', async () => {
      await using team = await setupTeam(server());
      await audit([act('memora_query')], team.as('ben'));
      server().psql(`UPDATE memora.audit SET at = at - interval '4000 days'`, team.database);
      expect(await createAuditExpiry(null)(team)).toBe(0);
      expect(await readAudit({ since: EVER }, team.as('ann'))).toHaveLength(1);
    });
  },
);
