/** For the other packages of Memora alone: what stands here may change in any release. */
export { mergeSpans } from './detect/merge-spans.ts';
export { resemblesBand } from './read-marker.ts';
export { REDACTED } from './redact-claim.ts';
