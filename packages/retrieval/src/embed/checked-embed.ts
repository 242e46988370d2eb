import { MemoraError, type WireText } from '@memora/core';
import { RetrievalError } from '../retrieval-error.ts';
import type { Embedder, EmbeddingRole } from './embedder.ts';

/** The reason an embedder's answer was rejected. */
export type EmbedderErrorCode =
  | 'EMBEDDER_FAILED'
  | 'EMBEDDER_REFUSED'
  | 'EMBEDDER_TIMEOUT'
  | 'EMBEDDER_WRONG_COUNT'
  | 'EMBEDDER_WRONG_DIMENSIONS'
  | 'EMBEDDER_NOT_FINITE';

/** A service's status codes for a text that it does not accept: malformed, too large, or unprocessable. */
const OF_A_TEXT = new Set([400, 413, 422]);

interface CheckedEmbedOptions {
  readonly role: EmbeddingRole;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before the embedder is abandoned. */
  readonly timeout: number;
}

/**
 * Calls an embedder and checks its answer: one vector per text, with the stated dimensions, every number finite, in time. Returns vectors of
 * length 1, except that a zero vector (a text without meaning to the model) stays zero.
 * Throws a `MemoraError` with an {@link EmbedderErrorCode}, or the signal's reason.
 */
export async function checkedEmbed(
  embedder: Embedder,
  texts: readonly WireText[],
  { role, signal, timeout }: CheckedEmbedOptions,
): Promise<Float32Array[]> {
  const deadline = AbortSignal.timeout(timeout);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  let vectors: readonly (Float32Array | readonly number[])[];
  try {
    vectors = await raceAbort(embedder.embed(texts, { role, signal: either }), either);
  } catch (cause) {
    signal?.throwIfAborted();
    if (deadline.aborted)
      throw refuse('EMBEDDER_TIMEOUT', `the embedder did not answer within ${timeout} ms`);
    // The cause may quote the text it failed on, so it is dropped.
    const { statusCode } = (cause ?? {}) as { readonly statusCode?: unknown };
    // A text that the guard stops does not count as refused by the embedder, because setting it aside would
    // reveal that it matches somebody's secret.
    const isRefused = OF_A_TEXT.has(Number(statusCode));
    throw refuse(
      isRefused ? 'EMBEDDER_REFUSED' : 'EMBEDDER_FAILED',
      isRefused ? 'the embedder refused a text' : 'the embedder failed',
      MemoraError.isInstance(cause) ? cause.code : undefined,
    );
  }
  return checkVectors(vectors, texts.length, embedder.dimensions);
}

/** Checks and normalises vectors without calling an embedder. */
export function checkVectors(
  vectors: readonly (Float32Array | readonly number[])[],
  count: number,
  dimensions: number,
): Float32Array[] {
  if (!Array.isArray(vectors) || vectors.length !== count) {
    throw refuse(
      'EMBEDDER_WRONG_COUNT',
      `the embedder returned ${vectors?.length ?? 0} vectors for ${count} texts`,
    );
  }
  return vectors.map((vector) => {
    if (vector?.length !== dimensions) {
      throw refuse(
        'EMBEDDER_WRONG_DIMENSIONS',
        `the embedder returned ${vector?.length ?? 0} dimensions and says it has ${dimensions}`,
      );
    }
    return toUnit(vector);
  });
}

function toUnit(vector: Float32Array | readonly number[]): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] as number) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length))
    throw refuse('EMBEDDER_NOT_FINITE', 'the embedder returned a number that is not finite');
  const unit = new Float32Array(vector.length);
  if (length > 0) for (let i = 0; i < vector.length; i++) unit[i] = (vector[i] as number) / length;
  return unit;
}

function refuse(
  code: EmbedderErrorCode,
  message: string,
  because?: string,
): RetrievalError<EmbedderErrorCode> {
  return new RetrievalError(because ? `${message} (${because})` : message, {
    code,
    hint: 'Check the embedder. Full-text search works without it.',
  });
}

/** Waits for work until a signal aborts, so that work which ignores its signal does not hold up a query. */
export function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
