export { maskSpans, type RedactedRegion } from './mask-spans.ts';
export {
  type BandedText,
  joinWire,
  toExtractionText,
  toWireClaim,
  toWireText,
  type WirePlace,
  wire,
} from './mint.ts';
export {
  type MarkerDiagnostic,
  type MarkerDiagnosticCode,
  type PrivacyMarkers,
  type PrivacyRegion,
  parsePrivacyMarkers,
} from './parse-privacy-markers.ts';
export { REDACTED, type RedactableClaim, type RedactedClaim, redactClaim } from './redact-claim.ts';
export type { SecretCodec } from './secret-codec.ts';
export { type Place, type Visibility, type VisibilityPolicy, visibilityOf } from './visibility.ts';
