import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { expect, it } from 'vitest';
import { areBuilt, runManyClients } from '../testing-fixtures/many-clients.ts';

const reason = whyNoServer();

/**
 * The build, if there is one, because each start from source takes ten times as long.
 * `packages/mcp/scripts/run-many-clients.ts` runs two hundred of them in separate processes.
 */
it.skipIf(reason !== null)(
  `keeps every capture of many clients once, and each from others, while servers, worker and database go down${reason === null ? '' : ` (${reason})`}`,
  async () => {
    const report = await runManyClients({
      ...{
        principals: 4,
        clients: 20,
        notes: 6,
        processes: 0,
        killEvery: [1_000, 1_500],
        killsOn: false,
        databaseRestarts: 1,
      },
      ...{ lasting: 3_000, checkOneOf: 6, askAllOneOf: 5, askOneOf: 2, pushEvery: 500, built: areBuilt() },
      say: () => undefined,
    });
    expect(report.counts).toMatchObject({ captured: 120, unmended: 0, failed: {} });
    expect([report.once, report.checked, report.retrieved, report.leaked, report.missing]).toEqual([
      ...[120, 40, 40, 0],
      [],
    ]);
    expect([report.pushes.done > 0, report.pushes.lost]).toEqual([true, []]);
    const { held, kills } = report;
    expect(held).toMatchObject({ mixed: 0, wentBack: 0, unsaid: 0, examples: [] });
    // One pair of five is requested by all four.
    expect([report.askedByAll, report.ownAskedByAll]).toEqual([8, 4]);
    // Sixty during the captures, two for each checked note, and two more for each one that all requested.
    expect([held.answers, held.held > held.answers]).toEqual([156, true]);
    expect([kills.servers + kills.worker > 0, report.restarted]).toEqual([true, 1]);
    // Every answer, and every capture.
    expect(report.audited).toBeGreaterThanOrEqual(276);
  },
  240_000,
);
