/**
 * `node --conditions=memora-source packages/ingest/scripts/kill-soak.ts [KILLS]`: a document changes, a process ingests it and is ended by
 * SIGKILL at any moment. After each kill the note is whole: the version before or the one after, with the edit that somebody made in it, and no second
 * note beside it. Exits 1 where one is not.
 */
import { killIngests } from '../src/testing-fixtures/kill-ingests.ts';

const kills = Number(process.argv[2] ?? '100');
const { landed, faults } = await killIngests(kills);
for (const fault of faults) console.error(fault);
console.log(
  `${kills} kills, ${landed} behind the new note, ${kills - landed} before it, ${faults.length} failed`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
