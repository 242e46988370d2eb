import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In bytes: objects that were just made may take so much. */
const ENOUGH = 16 * 1024 * 1024;

let isBound = false;

/**
 * Limits the space for new objects to the size that indexing needs: V8 doubles it while some of them live, to over a hundred megabytes, and returns none of it
 * during the run. Its limit is set when the process starts; its growth is read at each step. Call it repeatedly during the work.
 */
export function boundYoungSpace(): void {
  if (isBound) return;
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (young !== undefined && young.space_size < ENOUGH) return;
  isBound = true;
  setFlagsFromString('--semi-space-growth-factor=1');
}
