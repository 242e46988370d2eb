/**
 * 200 clients of 20 principals in 8 processes capture 5,000 notes through a proxy, while servers and the worker are killed every few seconds and the database
 * is restarted twice: `node --conditions=memora-source packages/mcp/scripts/run-many-clients.ts [CLIENTS] [NOTES] [CHECK ONE OF] [SECONDS] [ASK ALL ONE OF]`,
 * after `node scripts/build.ts @memora/cli @memora/mcp`. Prints the result. Exits with 1 if a note is missing, duplicated, or shown to somebody else, an answer
 * mixes publications, or a broken call was not answered by any retry.
 */
import { runManyClients } from '../src/testing-fixtures/many-clients.ts';

const [clients = 200, notes = 25, checkOneOf = 1, seconds = 120, askAllOneOf = 20] = process.argv
  .slice(2)
  .map(Number);
const report = await runManyClients({
  ...{
    principals: 20,
    clients,
    notes,
    processes: 8,
    killEvery: [3_000, 5_000],
    killsOn: true,
    databaseRestarts: 2,
  },
  ...{
    lasting: seconds * 1_000,
    warmUp: { notes: 5, lasting: 30_000 },
    checkOneOf,
    askAllOneOf,
    askOneOf: 3,
    built: true,
  },
  say: (line) => console.error(line),
});
console.log(JSON.stringify(report, null, 2));
const { held, counts } = report;
const isWhole =
  report.once === report.wanted &&
  report.retrieved === report.checked &&
  // The audit contains every answer, and some that were lost in transit.
  report.audited >= counts.calls &&
  report.leaked + held.mixed + held.wentBack + held.unsaid + counts.unmended === 0;
process.exit(isWhole ? 0 : 1);
