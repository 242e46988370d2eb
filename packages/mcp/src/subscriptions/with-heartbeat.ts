type Tell = (done: number, total: number | null, message: string) => void;

/** A client gives a call up after a minute in which it hears nothing. */
const BEAT_MS = 5_000;
const TINY = 1e-6;

/**
 * Progress of a call that may not tell any itself, such as one that waits for a model: until it does, the client hears every few seconds
 * how long it has taken. Call `stop` when the call is over.
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
    // Rising, as the protocol wants it, and below whatever the call may tell later.
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
