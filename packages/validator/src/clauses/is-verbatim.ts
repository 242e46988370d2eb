import type { TextRange } from '@memora/language/sentences';

/** A statement that is a piece of its source needs no second look. */
export function isVerbatim(shown: string, spans: readonly string[]): boolean {
  const words = shown
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!?…。！？]+$/u, '')
    .trim();
  return words !== '' && spans.some((span) => span.includes(words));
}

/** The words of a statement that has one marker, at its end, without the stop; `null` for any other. */
export function wordsBeforeMarker(raw: string, markers: readonly TextRange[]): string | null {
  const [marker] = markers;
  if (markers.length !== 1 || marker === undefined) return null;
  let end = raw.length;
  while (end > marker.end && raw.charCodeAt(end - 1) === FULL_STOP) end--;
  if (end !== marker.end) return null;
  let at = marker.start;
  while (at > 0 && (raw.charCodeAt(at - 1) === SPACE || raw.charCodeAt(at - 1) === FULL_STOP)) at--;
  return at === 0 || raw.charCodeAt(0) === SPACE ? null : raw.slice(0, at);
}

/** The same as {@link isVerbatim} at a glance: words with one space between, nothing embedded. */
export function isPlainlyVerbatim(words: string, spans: readonly { readonly text: string }[]): boolean {
  return spans.some(({ text }) => text.includes(words)) && !NOT_PLAIN.test(words);
}

const SPACE = 0x20;
const FULL_STOP = 0x2e;
/** What may embed or refer, ends that are no full stop, and other spaces than single ones. */
const NOT_PLAIN = /[<[!]|:\/\/|www\.|[^\S ]| {2}|[!?…。！？]$/iu;
