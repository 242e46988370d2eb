/** How long work may hold the thread before timers, signals and messages run, in milliseconds. */
const TURN_MS = 15;

/**
 * `Date.now`, because `performance` loads a Node module, which takes longer than most of the work that is
 * timed here.
 */
let since = Date.now();

/**
 * Lets the event loop run if it has not run for a while. Long loops of synchronous system calls await this between calls, so Ctrl-C, other requests of a server
 * and progress are handled.
 */
export async function giveWay(): Promise<void> {
  if (Math.abs(Date.now() - since) < TURN_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  since = Date.now();
}
