import { createBLAKE3 } from 'hash-wasm';

/** BLAKE3 of bytes that arrive in pieces. */
export interface OriginalHash {
  readonly update: (piece: Uint8Array) => void;
  /** The hash in hexadecimal digits. */
  readonly digest: () => string;
}

/** Starts a hash of an original: the one that its notes name as `origin_hash`. */
export async function createOriginalHash(): Promise<OriginalHash> {
  const hasher = (await createBLAKE3()).init();
  return { update: (piece) => void hasher.update(piece), digest: () => hasher.digest('hex') };
}
