import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Maximum bytes of recently created objects. */
const ENOUGH = 16 * 1024 * 1024;

let isBound = false;

/**
 * Limits V8's space for new objects to the size that indexing needs. V8 doubles it while some objects
 * survive, to over a hundred megabytes, and returns none of it during the run. The limit is fixed when the
 * process starts, but the growth setting is read at each step. Call it repeatedly during the work.
 */
export function boundYoungSpace(): void {
  if (isBound) return;
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (young !== undefined && young.space_size < ENOUGH) return;
  isBound = true;
  setFlagsFromString('--semi-space-growth-factor=1');
}
