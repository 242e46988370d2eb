/**
 * 200 clients of 20 principals in 8 processes capture 5,000 notes through a proxy, while servers and the worker are killed and the database is
 * restarted: `node --conditions=memora-source packages/mcp/scripts/run-many-clients.ts [CLIENTS] [NOTES] [CHECK ONE OF] [SECONDS]`. Prints what came of it; exits 1 where a note is missing,
 * there twice, or shown to somebody else.
 */
import { runManyClients } from '../src/testing-fixtures/many-clients.ts';

const [clients = 200, notes = 25, checkOneOf = 10, seconds = 120] = process.argv.slice(2).map(Number);
const report = await runManyClients({
  ...{
    principals: 20,
    clients,
    notes,
    processes: 8,
    servers: 3,
    killEveryMs: 5_000,
    databaseRestarts: 2,
    lasting: seconds * 1_000,
    checkOneOf,
  },
  say: (line) => console.error(line),
});
console.log(JSON.stringify(report, null, 2));
const isWhole =
  report.once === report.wanted &&
  report.retrieved === report.checked &&
  report.leaked + report.wentBack === 0;
process.exit(isWhole ? 0 : 1);
