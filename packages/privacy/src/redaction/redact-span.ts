import { decodeText } from '@memora/core';
import type { TextRange } from '../detect/merge-spans.ts';
import { REDACTED } from './redact-claim.ts';

/**
 * The text of a byte range, with `[redacted]` in place of the byte ranges inside it that are listed: these
 * are ascending and do not overlap.
 */
export function redactSpan(
  bytes: Uint8Array,
  span: Readonly<TextRange>,
  secret: readonly Readonly<TextRange>[],
): string {
  let text = '';
  let at = span.start;
  for (const { start, end } of secret) {
    if (end <= span.start || start >= span.end) continue;
    text += decodeText(bytes.subarray(at, Math.max(at, start))).text + REDACTED;
    at = Math.max(at, end);
  }
  return text + decodeText(bytes.subarray(Math.min(at, span.end), span.end)).text;
}
