type Tell = (done: number, total: number | null, message: string) => void;

/** A client gives up on a call after a minute of silence. */
const BEAT_MS = 5_000;
const TINY = 1e-6;

/**
 * Progress for a call that may not report any itself, such as one that waits for a model: until the call
 * reports, the client learns every few seconds how long it has taken. Call `stop` when the call is over.
 */
export function withHeartbeat(
  tell: Tell,
  name: string,
  beatMs: number = BEAT_MS,
): { readonly progress: Tell; readonly stop: () => void } {
  const started = performance.now();
  let beats = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    // Rising, as the protocol requires, and below anything that the call may report later.
    tell(++beats * TINY, null, `${name}: ${seconds} s`);
  }, beatMs).unref();
  const stop = () => clearInterval(timer);
  return {
    progress: (done, total, message) => {
      stop();
      tell(done, total, message);
    },
    stop,
  };
}
