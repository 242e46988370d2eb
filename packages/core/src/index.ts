export { BANDS, type Band, compareBands, isBand, parseBand, strictestBand } from './band.ts';
export { type ClaimId, type ClaimIdentity, createClaimId, isClaimId } from './claim-id.ts';
export {
  type Blake3,
  type Fingerprint,
  fingerprint,
  hasFingerprint,
  isFingerprint,
  keyedFingerprint,
} from './fingerprint.ts';
export { MemoraError, type MemoraErrorOptions } from './memora-error.ts';
export { normaliseTerm } from './normalise-term.ts';
export {
  type ByteOffset,
  type BytePosition,
  toByteOffset,
  toUtf16Offset,
  type Utf16Offset,
  type Utf16Position,
} from './offset.ts';
export { createOffsetTable, type DecodedText, decodeText, type OffsetTable } from './offset-table.ts';
export type { SdkModel } from './sdk-model.ts';
export { Secret } from './secret.ts';
export { isSpanWithin, type Span, type SpanLike, sliceSpan, toSpan } from './span.ts';
export { toInstant, toInstantText } from './to-instant.ts';
export type { Destination, OutboundPort, OutboundReply, WireClaim, WireSafe, WireText } from './wire.ts';
