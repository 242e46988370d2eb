/** For the other packages of Memora alone: what stands here may change in any release. */
export { mergeSpans } from './detect/merge-spans.ts';
export { findHeadLookalikes, findLookalikes } from './find-lookalikes.ts';
export { REDACTED } from './redact-claim.ts';
export { resemblesBand } from './resembles-privacy.ts';
