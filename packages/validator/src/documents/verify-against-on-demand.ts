import type { VerificationReport } from '../verification-report.ts';
import type { VerifyAgainstInput } from './verify-against.ts';

/** {@link import('./verify-against.ts').verifyAgainst}, whose code a page loads when it is first called. */
export async function verifyAgainst(input: VerifyAgainstInput): Promise<VerificationReport> {
  return (await import('./verify-against.ts')).verifyAgainst(input);
}
