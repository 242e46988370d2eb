import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In bytes: objects that were just made may take so much. */
const ENOUGH = 16 * 1024 * 1024;

let isBound = false;

/**
 * Keeps the space for objects that were just made from growing past what indexing needs: V8 doubles it for as long as some of them live, to over
 * a hundred megabytes, and gives none back while it runs. Its limit is set when the process starts; how fast it grows is read at each step. Call it
 * as the work goes on.
 */
export function boundYoungSpace(): void {
  if (isBound) return;
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (young !== undefined && young.space_size < ENOUGH) return;
  isBound = true;
  setFlagsFromString('--semi-space-growth-factor=1');
}
