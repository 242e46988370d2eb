/** How long work may hold the thread before timers, signals and messages get their turn, in milliseconds. */
const TURN_MS = 15;

/** By the wall clock: reading the other one loads a module of Node's that takes longer than most of what is timed here. */
let since = Date.now();

/**
 * Lets everything that waits have its turn, where nothing had for a while. Work that calls the system synchronously in a long loop
 * awaits this between two calls, so that Ctrl-C, a server's other requests and progress are heard.
 */
export async function giveWay(): Promise<void> {
  if (Math.abs(Date.now() - since) < TURN_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  since = Date.now();
}
