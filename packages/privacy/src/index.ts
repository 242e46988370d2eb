export {
  type MarkerDiagnostic,
  type MarkerDiagnosticCode,
  type PrivacyMarkers,
  type PrivacyRegion,
  parsePrivacyMarkers,
} from './parse-privacy-markers.ts';
export type { SecretCodec } from './secret-codec.ts';
