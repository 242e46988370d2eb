/**
 * 200 clients of 20 principals in 8 processes capture 5,000 notes and ask through a proxy, and one more
 * member pushes every five seconds. Meanwhile, servers and the worker are killed every few seconds, and the
 * database is restarted twice. Run `node scripts/build.ts @memora/cli @memora/mcp` first: `node
 * --conditions=memora-source packages/mcp/scripts/run-many-clients.ts [CLIENTS] [NOTES] [CHECK ONE OF]
 * [SECONDS] [ASK ALL ONE OF] [SECONDS BETWEEN KILLS]`. Prints the result, with the median and the 95th
 * percentile of the waits. Exits with 1 if a captured note is missing, duplicated, or shown to somebody else,
 * a pushed note differs from its acknowledgement, an answer mixes publications, or a broken call was not
 * answered by any retry.
 */
import { runManyClients } from '../src/testing-fixtures/many-clients.ts';

const numbers = process.argv.slice(2).map(Number);
const [clients = 200, notes = 25, checkOneOf = 1, seconds = 120, askAllOneOf = 20, killEvery = 4] = numbers;
const report = await runManyClients({
  ...{
    principals: 20,
    clients,
    notes,
    processes: 8,
    killEvery: [killEvery * 750, killEvery * 1_250],
    killsOn: true,
    databaseRestarts: 2,
  },
  ...{
    lasting: seconds * 1_000,
    warmUp: { notes: Math.ceil(notes / 5), lasting: 30_000 },
    checkOneOf,
    askAllOneOf,
    askOneOf: 3,
    pushEvery: 5_000,
    built: true,
  },
  say: (line) => console.error(line),
});
console.log(JSON.stringify(report, null, 2));
const { held, counts, pushes } = report;
const isWhole =
  report.once === report.wanted &&
  report.retrieved === report.checked &&
  // The audit contains every answer, and some that were lost in transit.
  report.audited >= counts.calls &&
  report.leaked + pushes.lost.length + held.mixed + held.wentBack + held.unsaid + counts.unmended === 0;
process.exit(isWhole ? 0 : 1);
