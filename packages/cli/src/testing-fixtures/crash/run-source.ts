/** The `memora` command from source: `node --conditions=memora-source run-source.ts ARGUMENTS`. */
import { runBin } from '../../run-bin.ts';

await runBin();
