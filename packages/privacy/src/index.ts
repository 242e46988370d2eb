export { MemoraError } from '@memora/core';
export {
  createDetector,
  type Detection,
  type Detector,
  type DetectorMode,
  type DetectorOptions,
} from './detect/create-detector.ts';
export type { DataClass, Finding, Rule } from './detect/finding.ts';
export type { TextRange } from './detect/merge-spans.ts';
export { createEgress } from './egress/create-egress.ts';
export type {
  Call,
  CallReply,
  Egress,
  EgressOptions,
  Fetch,
  Locality,
  OutboundOptions,
  RehearsedRequest,
} from './egress/egress.ts';
export { createLeakGuard, type LeakGuardSource } from './guard/create-leak-guard.ts';
export { distinctiveTokens } from './guard/distinctive-tokens.ts';
export {
  LeakError,
  type LeakGuard,
  type OutgoingPart,
  type ScanOptions,
  type SecretText,
} from './guard/leak-guard.ts';
export type { SecretCodec } from './keys/secret-codec.ts';
export { type CallEntry, openCallLog } from './logs/call-log.ts';
export { type EgressEntry, type EgressLog, openEgressLog } from './logs/egress-log.ts';
export {
  type MarkerDiagnostic,
  type MarkerDiagnosticCode,
  type PrivacyMarkers,
  type PrivacyRegion,
  parsePrivacyMarkers,
} from './markers/parse-privacy-markers.ts';
export { resemblesPrivacy } from './markers/resembles-privacy.ts';
export { PrivacyError, type PrivacyErrorCode } from './privacy-error.ts';
export { maskSpans, type RedactedRegion } from './redaction/mask-spans.ts';
export {
  type BandedText,
  joinWire,
  toExtractionText,
  toWireClaim,
  toWireText,
  type WirePlace,
  wire,
} from './redaction/mint.ts';
export { type RedactableClaim, type RedactedClaim, redactClaim } from './redaction/redact-claim.ts';
export { type Place, type Visibility, type VisibilityPolicy, visibilityOf } from './redaction/visibility.ts';
