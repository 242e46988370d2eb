/* What verifies answers, as the main entry has it: its code is loaded when one of these is first called. */
import type { Answer } from '../contract/answer.ts';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { readOptions, type VerificationOptions } from '../contract/verification-options.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import type { SpanCheck } from '../evidence/verify-spans.ts';
import type { StreamOptions, StreamVerifier, VerifiedPart } from './verify-stream.ts';

/**
 * Verifies every citation of an answer against the notes as they are at this moment, and gives the answer without what is not
 * supported. Takes a text with markers, or what an SDK gave (see `Answer`). One status for each citation, whatever happens to its note; never throws for a bad citation.
 *
 * Each note is read once, and what is hashed is what is returned. Throws `MemoraError` for options that can't be read,
 * `CitationError` under `mode: 'throw'`, the signal's reason when aborted, and whatever `claims` throws.
 */
export async function verifyCitations(
  answer: Answer,
  options: VerificationOptions,
): Promise<VerificationReport> {
  return (await import('./verification-ends.ts')).verifyCitations(answer, options);
}

/**
 * Verifies an answer while it is written: text goes in as it comes, verified text comes out statement by statement. At most one
 * statement is held back (of one longer than 1,024 units a sixteenth more), with the headings and lead-ins over it and up to eight sentences without a
 * citation before it. However the text is cut, the report and the text are those
 * of `verifyCitations`. Errors the stream as `verifyCitations` throws; under `mode: 'throw'` at the end.
 */
export function verifyStream(options: StreamOptions): TransformStream<string, VerifiedPart> {
  // Bad options are refused at once.
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

/** Re-reads and re-hashes the spans of claims, each note once, with no answer about. The checks come in the order of the claims. */
export async function verifySpans(
  claims: Iterable<CitableClaim>,
  options: Omit<VerificationOptions, 'claims'>,
): Promise<SpanCheck[]> {
  return (await import('./verification-ends.ts')).verifySpans(claims, options);
}
