/* The verification functions in one file, because each of them needs nearly all of it. */
export { verifySpans } from '../evidence/verify-spans.ts';
export { verifyCitations } from './verify-citations.ts';
export { createStreamVerifier } from './verify-stream.ts';
