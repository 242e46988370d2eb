import { decodeText, type SpanLike } from '@memora/core';
import { locateFrontmatter } from '@memora/vault/internal';

/** Frontmatter is looked for in this many bytes. */
const HEAD = 64 * 1024;
const DASH = 0x2d;
const BOM = 0xef;

/** True where a span of a note stands in its frontmatter. */
export function isInFrontmatter(bytes: Uint8Array, span: SpanLike): boolean {
  if (bytes[0] !== DASH && bytes[0] !== BOM) return false;
  const head = decodeText(bytes.subarray(0, HEAD)).text;
  const location = locateFrontmatter(head);
  return location !== null && span.end <= Buffer.byteLength(head.slice(0, location.bodyStart));
}
