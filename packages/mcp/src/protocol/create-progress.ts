/** One progress step for a client. */
export interface ProgressStep {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** The shortest time between two steps, which a client only displays. */
const PAUSE_MS = 100;

/** Limits the progress of a call: only rising figures, as the protocol requires, at most ten per second, and always the last one. */
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
