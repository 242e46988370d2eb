/** Calls `act` every `ms` milliseconds, never twice at once, until the signal aborts. Errors go to `onFault`. */
export async function repeat(
  ms: number,
  signal: AbortSignal,
  act: () => Promise<void>,
  onFault: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await pause(ms, signal);
    if (signal.aborted) return;
    await act().catch(onFault);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
