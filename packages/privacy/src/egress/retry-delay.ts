const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;
const TRANSIENT_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'OUTBOUND_TIMEOUT',
]);

/** True for replies that a retry may improve: 408, 425, 429 and 5xx except 501 and 505. */
export function isTransientStatus(status: number): boolean {
  return (
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

/** True for failures of the connection, false for the egress's own refusals. */
export function isTransientError(error: unknown): boolean {
  return error instanceof Error && TRANSIENT_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Milliseconds before attempt `attempt` (1 is the first retry): `Retry-After` if sent, otherwise exponential backoff with jitter. */
export function retryDelay(
  attempt: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const asked = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter ?? '') - Date.now();
  if (Number.isFinite(asked) && asked >= 0) return Math.min(asked, MAX_DELAY_MS);
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random()), MAX_DELAY_MS);
}

/** Waits; throws the signal's reason as soon as it is aborted. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
