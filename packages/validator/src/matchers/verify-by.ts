import { MemoraError } from '@memora/core';
import type { Answer } from '../contract/answer.ts';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { ValidatorError } from '../contract/validator-error.ts';
import type { VerificationOptions } from '../contract/verification-options.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import type { VerifyAgainstInput } from '../documents/verify-against.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

/** Anything that verifies a text, such as the memory of `@memora/engine`. */
export interface AnswerVerifier {
  readonly verify: (answer: string) => Promise<VerificationReport>;
  /** Pass `strip` if `verify` does: a heading or a lead-in that no note has then fails too. */
  readonly policy?: VerificationOptions['policy'];
}

/** A memory that also accepts answers of providers as objects. */
export interface CitedMemory extends Partial<AnswerVerifier> {
  readonly claims: { readonly getClaims: (ids: readonly string[]) => unknown };
  readonly readNote: (notePath: string) => Promise<Uint8Array | null>;
}

/** The evidence for an answer: a memory, documents, or the options of `verifyCitations`. */
export type CitedBy = AnswerVerifier | CitedMemory | VerificationOptions | Omit<VerifyAgainstInput, 'answer'>;

/**
 * Verifies an answer against any of these. Throws `MemoraError` `INVALID_OPTION` for anything else. A runner shows only the message of an error, so the hint is
 * added to it.
 */
export async function verifyBy(answer: Answer, by: CitedBy): Promise<VerificationReport> {
  try {
    return await verify(answer, by);
  } catch (error) {
    if (MemoraError.isInstance(error) && error.hint !== undefined) error.message += `. ${error.hint}`;
    throw error;
  }
}

async function verify(answer: Answer, by: CitedBy): Promise<VerificationReport> {
  if (typeof by !== 'object' || by === null) throw invalid();
  // A memory has `documents` too: its document operations.
  if ('documents' in by && !('claims' in by))
    return (await import('../documents/verify-against.ts')).verifyAgainst({ ...by, answer });
  if (
    'verify' in by &&
    by.verify !== undefined &&
    typeof by.verify === 'function' &&
    typeof answer === 'string'
  )
    return by.verify(answer);
  if ('readNote' in by) {
    return verifyCitations(answer, {
      claims: async (ids) => (await by.claims.getClaims(ids)) as ReadonlyMap<string, CitableClaim>,
      sources: (notePath) => by.readNote(notePath),
    });
  }
  if ('sources' in by) return verifyCitations(answer, { ...by, mode: 'strip' });
  throw invalid();
}

function invalid(): MemoraError {
  return new ValidatorError('there is nothing to check the answer against', {
    code: 'INVALID_OPTION',
    hint: 'Pass a memory, { documents }, or { claims, sources }.',
  });
}

/** True if the caller passes the policy `strip`. */
export function isStrictBy(by: CitedBy): boolean {
  return typeof by === 'object' && by !== null && 'policy' in by && by.policy === 'strip';
}
