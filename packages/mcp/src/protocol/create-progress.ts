/** One step that a client is told of. */
export interface ProgressStep {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** At most so often; a client draws, it does not count. */
const PAUSE_MS = 100;

/**
 * Thins out what a call says of itself: only rising figures, as the protocol wants them, ten a second at most, and the last one in any
 * case.
 */
export function createProgress(
  send: (step: ProgressStep) => void,
  now: () => number = () => performance.now(),
): (done: number, total: number | null, message: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    if (!(done > last)) return;
    const at = now();
    if (at - sentAt < PAUSE_MS && done !== total) return;
    last = done;
    sentAt = at;
    send({ progress: done, message, ...(total === null ? {} : { total }) });
  };
}
