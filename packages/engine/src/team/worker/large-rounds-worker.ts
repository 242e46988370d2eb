/** The file of the thread, started from source. */
import { runLargeRounds } from './run-large-rounds.ts';

await runLargeRounds();
