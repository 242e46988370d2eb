/** For other Memora packages only. Anything here may change in any release. */
export {
  type HiddenCredentials,
  hideCredentials,
  placeholderFor,
} from './detect/credentials/hide-credentials.ts';
export {
  findLabelledRanges,
  findSecretRanges,
  findSecretSpans,
} from './detect/markdown/find-secret-ranges.ts';
export { mergeSpans } from './detect/merge-spans.ts';
export { isSafeAddress } from './egress/address/is-safe-address.ts';
export { askJson } from './egress/issuer/ask-json.ts';
export { type Metadata, readIssuer, readMetadata } from './egress/issuer/read-issuer.ts';
export { type JoinedCall, joinCall, runInCall, type SharedCall, textsOfUser } from './guard/shared-call.ts';
export { findHeadLookalikes, findLookalikes } from './markers/find-lookalikes.ts';
export { resemblesBand } from './markers/resembles-privacy.ts';
export { REDACTED } from './redaction/redact-claim.ts';
export { redactSpan } from './redaction/redact-span.ts';
