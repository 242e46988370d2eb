import type { Band, WireClaim, WireText } from '@memora/core';
import { maskSpans, type RedactedRegion } from './mask-spans.ts';
import { REDACTED, type RedactableClaim, redactClaim } from './redact-claim.ts';
import { type Place, type VisibilityPolicy, visibilityOf } from './visibility.ts';

/** The places that a request can reach. */
export type WirePlace = Extract<Place, 'loopback' | 'cloud-model' | 'cloud-embedder' | 'mcp'>;

/** Text with its band, which the mint needs to know before it lets text out. */
export interface BandedText {
  readonly text: string;
  readonly band: Band;
}

/** True for a literal of the program; false for a wide string, a pattern or a branded string. */
type Literal<T extends string> = Record<never, never> extends Record<T, 1> ? never : T;

// The only file that creates WireText. Everything below redacts first; scripts/check-outbound.ts keeps casts out of every other file.
const mint = (text: string): WireText => text as WireText;

/**
 * Wire text for a place: the text itself if its band may be seen there, otherwise `[redacted]`, or null if the place may not get a replacement either (a cloud
 * embedder).
 */
export function toWireText(
  { text, band }: BandedText,
  place: WirePlace,
  policy: VisibilityPolicy = {},
): WireText | null {
  const visibility = visibilityOf(band, place, policy);
  if (visibility === 'full') return mint(text);
  return visibility === 'nothing' ? null : mint(REDACTED);
}

/** A claim for a place, with each text minted separately, or null if the place may not get the claim at all. */
export function toWireClaim(
  claim: RedactableClaim & { readonly id: string },
  place: WirePlace,
  policy: VisibilityPolicy = {},
): WireClaim | null {
  const seen = redactClaim(claim, place, policy);
  if (seen === null) return null;
  const text = seen.text ?? seen.sourceText ?? null;
  return {
    claimId: mint(claim.id),
    subject: mint(seen.subject),
    predicate: mint(seen.predicate),
    object: seen.object === null ? null : mint(seen.object),
    text: text === null ? null : mint(text),
    noteTitle: seen.noteTitle === undefined ? null : mint(seen.noteTitle),
    headingPath: (seen.headingPath ?? []).map(mint),
    band: claim.band,
    redacted: seen.bodyRedacted,
  };
}

/**
 * The bytes of a note as an extraction prompt may hold them: secret spans are masked, keeping every byte offset and line (see {@link maskSpans}). Null if only
 * secret text would be left: such a note is not sent at all.
 */
export function toExtractionText(
  note: { readonly bytes: Uint8Array; readonly band: Band; readonly regions: readonly RedactedRegion[] },
  place: WirePlace,
  policy: VisibilityPolicy = {},
): WireText | null {
  const sees = (band: Band): boolean => visibilityOf(band, place, policy) === 'full';
  if (!sees(note.band)) return null;
  const masked = maskSpans(
    note.bytes,
    note.regions.filter((region) => !sees(region.band)),
  );
  return masked === null ? null : mint(new TextDecoder('utf-8', { ignoreBOM: true }).decode(masked));
}

/**
 * Wire text from a template: constant text of the program with wire texts and numbers inserted. The types
 * refuse a plain string.
 *
 * @example const line = wire`- ${claim.subject} ${claim.predicate} [claim:${claim.claimId}]`;
 */
export function wire(words: TemplateStringsArray, ...values: readonly (WireText | number)[]): WireText {
  return mint(String.raw({ raw: words }, ...values));
}

/** Wire texts joined by a literal of the program. */
export function joinWire<const Separator extends string>(
  parts: readonly WireText[],
  separator: Literal<Separator>,
): WireText {
  return mint(parts.join(separator));
}
