/* The verification functions of the main entry; their code is loaded on first use. */
import type { Answer } from '../contract/answer.ts';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { readOptions, type VerificationOptions } from '../contract/verification-options.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import type { SpanCheck } from '../evidence/verify-spans.ts';
import type { StreamOptions, StreamVerifier, VerifiedPart } from './verify-stream.ts';

/**
 * Verifies every citation of an answer against the current notes, and returns the answer without unsupported text. Takes a text with
 * markers, or an SDK's result (see `Answer`). Each citation gets one status, whatever happens to its note; a bad citation never throws.
 *
 * Each note is read once, and the hashed bytes are the returned ones. Throws `MemoraError` for options that can't be read,
 * `CitationError` under `mode: 'throw'`, the signal's reason when aborted, and whatever `claims` throws.
 */
export async function verifyCitations(
  answer: Answer,
  options: VerificationOptions,
): Promise<VerificationReport> {
  return (await import('./verification-ends.ts')).verifyCitations(answer, options);
}

/**
 * Verifies an answer while it is written: text goes in as it arrives, verified text comes out statement by
 * statement. At most one statement is held back (of one longer than 1,024 units, a sixteenth more), with the
 * headings and lead-ins above it and up to eight uncited sentences before it. However the text is divided,
 * the report and the text are those of `verifyCitations`. Errors the stream if `verifyCitations` would throw;
 * under `mode: 'throw'` at the end.
 */
export function verifyStream(options: StreamOptions): TransformStream<string, VerifiedPart> {
  // Invalid options are refused immediately.
  const settings = readOptions(options);
  let verifier: StreamVerifier;
  return new TransformStream<string, VerifiedPart>({
    start: async (controller) => {
      const { createStreamVerifier } = await import('./verification-ends.ts');
      verifier = createStreamVerifier(settings, options.collect ?? true);
      verifier.start(controller);
    },
    transform: (chunk, controller) => verifier.transform(chunk, controller),
    flush: (controller) => verifier.flush(controller),
  });
}

/**
 * Re-reads and re-hashes the spans of claims, each note once, without an answer. The checks are in the order
 * of the claims.
 */
export async function verifySpans(
  claims: Iterable<CitableClaim>,
  options: Omit<VerificationOptions, 'claims'>,
): Promise<SpanCheck[]> {
  return (await import('./verification-ends.ts')).verifySpans(claims, options);
}
