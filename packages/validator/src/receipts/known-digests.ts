import { type Blake3, fingerprint } from '@memora/core';

/** Notes are cached up to this many bytes in total, the most recently used last. */
const LIMIT = 8 * 1024 * 1024;
const kept = new Map<string, { readonly bytes: Uint8Array; readonly blake3: Blake3 | undefined }>();
let held = 0;

/**
 * True if `bytes` hash to `digest`. Bytes equal to those that matched the last time are compared instead of
 * hashed, which is as safe and faster.
 */
export function hasDigest(bytes: Uint8Array, digest: string, blake3: Blake3 | undefined): boolean {
  const known = kept.get(digest);
  if (known !== undefined && known.blake3 === blake3 && isSame(known.bytes, bytes)) return true;
  if (fingerprint(bytes, blake3) !== digest) return false;
  remember(digest, bytes.slice(), blake3);
  return true;
}

function remember(digest: string, bytes: Uint8Array, blake3: Blake3 | undefined): void {
  if (bytes.length > LIMIT / 4) return;
  held += bytes.length - (kept.get(digest)?.bytes.length ?? 0);
  kept.delete(digest);
  kept.set(digest, { bytes, blake3 });
  for (const [oldest, { bytes: old }] of kept) {
    if (held <= LIMIT) break;
    kept.delete(oldest);
    held -= old.length;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
