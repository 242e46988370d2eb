/**
 * Vectors are kept as bfloat16, the upper half of a float32: half the size, and nothing lost that a ranking would notice.
 * Little-endian whatever the machine.
 */
export function toBytes(vector: Float32Array): Buffer {
  const bits = new Uint32Array(vector.buffer, vector.byteOffset, vector.length);
  const bytes = Buffer.allocUnsafe(vector.length * 2);
  for (let i = 0; i < bits.length; i++) {
    const value = bits[i] ?? 0;
    // Round half to even.
    bytes.writeUInt16LE(((value + 0x7fff + ((value >>> 16) & 1)) >>> 16) & 0xffff, i * 2);
  }
  return bytes;
}

/** Writes the vector of `bytes` into `target` from `at` on. */
export function readVector(bytes: Uint8Array, target: Float32Array, at = 0): void {
  const bits = new Uint32Array(target.buffer, target.byteOffset, target.length);
  for (let i = 0; i * 2 < bytes.length; i++) {
    bits[at + i] = (((bytes[i * 2] ?? 0) | ((bytes[i * 2 + 1] ?? 0) << 8)) << 16) >>> 0;
  }
}

/** The dot product of two vectors of length 1: their cosine. */
export function similarity(query: Float32Array, vectors: Float32Array, at: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = query.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    a += (query[i] as number) * (vectors[at + i] as number);
    b += (query[i + 1] as number) * (vectors[at + i + 1] as number);
    c += (query[i + 2] as number) * (vectors[at + i + 2] as number);
    d += (query[i + 3] as number) * (vectors[at + i + 3] as number);
  }
  for (let i = whole; i < query.length; i++) a += (query[i] as number) * (vectors[at + i] as number);
  return Math.fround(a + b + c + d);
}
