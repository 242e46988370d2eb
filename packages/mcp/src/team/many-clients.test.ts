import { expect, it } from 'vitest';
import { whyNoServer } from '../../../../scripts/testing-fixtures/start-postgres.ts';
import { runManyClients } from '../testing-fixtures/many-clients.ts';

const reason = whyNoServer();

/** Two hundred of them, in processes of their own, are `packages/mcp/scripts/run-many-clients.ts`. */
it.skipIf(reason !== null)(
  `keeps every capture of many clients once, and each from others, while servers, worker and database go down${reason === null ? '' : ` (${reason})`}`,
  async () => {
    const report = await runManyClients({
      ...{
        principals: 4,
        clients: 20,
        notes: 6,
        processes: 0,
        servers: 2,
        killEveryMs: 300,
        databaseRestarts: 1,
        checkOneOf: 6,
      },
      say: () => undefined,
    });
    expect(report.counts).toMatchObject({ captured: 120, failed: {} });
    expect([report.once, report.retrieved, report.leaked, report.missing]).toEqual([
      120,
      report.checked,
      0,
      [],
    ]);
    expect([report.checked, report.killed > 0, report.audited >= 120]).toEqual([40, true, true]);
  },
  240_000,
);
