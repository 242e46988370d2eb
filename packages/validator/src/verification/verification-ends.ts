/* What verifies answers, in one file: nearly all of it is needed for any of them. */
export { verifySpans } from '../evidence/verify-spans.ts';
export { verifyCitations } from './verify-citations.ts';
export { createStreamVerifier } from './verify-stream.ts';
