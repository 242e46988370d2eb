/** The file of the thread, started from source. */
import { runTeamRounds } from './run-team-rounds.ts';

await runTeamRounds();
