import { toSpan } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { ParsedNote } from '@memora/vault';
import type { ExtractedClaim } from '../../../model/extractor.ts';
import { type PreparedClaim, prepareClaims } from '../../../prepare/prepare-claims.ts';
import { type JoinedClaimRow, toClaim } from '../../read/claim-rows.ts';

/** A live claim that was found by its bytes, prepared as if an extractor had just returned it. */
interface AnchoredClaim {
  readonly key: number;
  readonly claim: PreparedClaim;
}

/**
 * Finds live claims again in segments with unchanged bytes, wherever they have moved. The k-th place of a text among the old claims goes to the k-th such
 * segment. `standing` are the segments whose old claims stay.
 */
export function reanchorClaims(
  live: readonly JoinedClaimRow[],
  note: ParsedNote,
  bytes: Uint8Array,
  standing: ReadonlySet<number>,
  segmentFingerprints: readonly (string | null)[],
  codec: SecretCodec | undefined,
): AnchoredClaim[] {
  const placesByText = new Map<string, number[]>();
  for (const index of standing) {
    const text = segmentFingerprints[index];
    if (typeof text === 'string') append(placesByText, text, index);
  }
  const oldPlacesByText = new Map<string, number[]>();
  for (const row of live) {
    const places = oldPlacesByText.get(textOf(row));
    if (places === undefined) oldPlacesByText.set(textOf(row), [placeOf(row)]);
    else if (!places.includes(placeOf(row))) places.push(placeOf(row));
  }
  const anchored: AnchoredClaim[] = [];
  for (const row of live) {
    const rank = oldPlacesByText.get(textOf(row))?.indexOf(placeOf(row)) ?? -1;
    const segment = placesByText.get(textOf(row))?.[rank];
    if (segment !== undefined)
      anchored.push({ key: row.key, claim: prepareAgain(row, note, bytes, segment, codec) });
  }
  return anchored;
}

/** Rows of an incremental extractor name their segment; those of other extractors fill it completely. */
function textOf(row: JoinedClaimRow): string {
  return (row.segment ?? row.fingerprint).toString('hex');
}

function placeOf(row: JoinedClaimRow): number {
  return row.span_start - (row.segment_offset ?? 0);
}

function prepareAgain(
  row: JoinedClaimRow,
  note: ParsedNote,
  bytes: Uint8Array,
  segment: number,
  codec: SecretCodec | undefined,
): PreparedClaim {
  const old = toClaim(row, codec);
  const start = (note.segments[segment]?.span.start ?? 0) + (row.segment_offset ?? 0);
  const dated = old.precision !== 'unknown';
  const extracted: ExtractedClaim = {
    segment,
    span: toSpan(start, start + row.span_end - row.span_start),
    subject: old.subject,
    inherited: row.inherited === 1,
    predicate: old.predicate,
    object: old.object,
    kind: old.kind,
    assertion: old.assertion,
    confidence: row.confidence,
    validFrom: dated ? old.validFrom : null,
    validUntil: dated ? old.validUntil : null,
    precision: old.precision,
    extractor: old.extractor,
    ...(row.metadata === null ? {} : { metadata: old.metadata }),
  };
  const [prepared] = prepareClaims(note, bytes, [extracted]);
  return { ...(prepared as PreparedClaim), confidence: row.confidence };
}

function append<Key>(map: Map<Key, number[]>, key: Key, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
