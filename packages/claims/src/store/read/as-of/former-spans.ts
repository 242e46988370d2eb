import { parsePrivacyMarkers } from '@memora/privacy';

/** Maximum number of windows tried in one note: enough for some forty marked sentences. */
const MAX_WINDOWS = 400_000;

/**
 * Yields the byte ranges that sentences with a secret may have had before they were marked: for each length every place, in the note without its markers, that
 * touches secret bytes and stays within their paragraph.
 */
export function* formerSpans(bytes: Uint8Array, lengths: ReadonlySet<number>): Iterable<Uint8Array> {
  const { text, secrets } = withoutMarkers(bytes);
  let left = MAX_WINDOWS;
  for (const { start, end } of secrets) {
    const from = paragraphStart(text, start);
    const to = paragraphEnd(text, end);
    for (const length of lengths) {
      const last = Math.min(end - 1, to - length);
      for (let at = Math.max(from, start - length + 1); at <= last; at++) {
        if (left-- <= 0) return;
        yield text.subarray(at, at + length);
      }
    }
  }
}

function withoutMarkers(bytes: Uint8Array) {
  const { markers, regions } = parsePrivacyMarkers(bytes);
  const kept: Uint8Array[] = [];
  let at = 0;
  for (const { start, end } of markers) {
    kept.push(bytes.subarray(at, Math.max(at, start)));
    at = Math.max(at, end);
  }
  kept.push(bytes.subarray(at));
  const toPlace = (offset: number): number =>
    offset - markers.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, offset) - start), 0);
  const secrets = regions.flatMap((region) =>
    region.band === 'secret' ? [{ start: toPlace(region.start), end: toPlace(region.end) }] : [],
  );
  return { text: Buffer.concat(kept), secrets };
}

function paragraphStart(text: Buffer, at: number): number {
  return Math.max(0, text.lastIndexOf('\n\n', at), text.lastIndexOf('\r\n\r\n', at));
}

function paragraphEnd(text: Buffer, at: number): number {
  const found = [text.indexOf('\n\n', at), text.indexOf('\r\n\r\n', at)].filter((each) => each >= 0);
  return found.length === 0 ? text.length : found.reduce((a, b) => Math.min(a, b));
}
