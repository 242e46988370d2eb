import { readVector, similarity } from './vector-bytes.ts';

/** Compares a vector with many that lie one after another in bfloat16. */
export interface ScanKernel {
  /** The vectors' bytes, to be filled by the caller: `capacity` times `stride`. */
  readonly vectors: Uint8Array;
  /** Bytes from one vector to the next: components are padded with zeros to a multiple of 8. */
  readonly stride: number;
  /** The dot products of the first `count` vectors, the same to the last bit wherever a vector stands. Good until the next call. */
  readonly scan: (query: Float32Array, count: number) => Float32Array;
}

const LANES = 8;
const PAGE = 65_536;

/** Room for `capacity` vectors and what compares them: 128-bit instructions, which start fast and need no compiler to warm up. */
export function createScanKernel(capacity: number, dimensions: number): ScanKernel {
  const padded = Math.ceil(dimensions / LANES) * LANES;
  const stride = padded * 2;
  const scoresAt = padded * 4;
  const vectorsAt = scoresAt + Math.ceil((capacity * 4) / 16) * 16;
  const instance = instantiate(vectorsAt + capacity * stride);
  if (!instance) return createPlainKernel(capacity, padded);
  const { memory, scan } = instance;
  return {
    vectors: new Uint8Array(memory.buffer, vectorsAt, capacity * stride),
    stride,
    scan: (query, count) => {
      new Float32Array(memory.buffer, 0, padded).set(query);
      scan(vectorsAt, count, padded, 0, scoresAt);
      return new Float32Array(memory.buffer, scoresAt, count);
    },
  };
}

/** The same in JavaScript, for a runtime without WebAssembly. */
export function createPlainKernel(capacity: number, padded: number): ScanKernel {
  const stride = padded * 2;
  const vectors = new Uint8Array(capacity * stride);
  const vector = new Float32Array(padded);
  return {
    vectors,
    stride,
    scan: (query, count) =>
      Float32Array.from({ length: count }, (_, i) => {
        readVector(vectors.subarray(i * stride, (i + 1) * stride), vector);
        return similarity(query, vector, 0);
      }),
  };
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly scan: (vectors: number, count: number, dims: number, query: number, scores: number) => void;
}

/** What is used of the standard's interface, whose types come with the DOM only. */
interface WasmRuntime {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

const { WebAssembly: runtime } = globalThis as unknown as { readonly WebAssembly?: WasmRuntime };
let compiled: object | undefined;

function instantiate(bytes: number): KernelExports | null {
  if (!runtime) return null;
  try {
    compiled ??= new runtime.Module(Buffer.from(KERNEL, 'base64'));
    const exports = new runtime.Instance(compiled).exports as KernelExports;
    exports.memory.grow(Math.ceil(bytes / PAGE));
    return exports;
  } catch {
    return null;
  }
}

/** Built from `scripts/scan-vectors.wat` by `scripts/build-scan-kernel.ts`. */
const KERNEL =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcRAgZtZW1vcnkCAARzY2FuAAAK2AEB1QECA38DeyAEIAFBAnRqIQUgAyACQQJ0aiEHAkADQCAEIAVPDQEgAyEG/QwAAAAAAAAAAAAAAAAAAAAAIQj9DAAAAAAAAAAAAAAAAAAAAAAhCQNAIAD9AAAAIQogCCAG/QAEACAK/akBQRD9qwH95gH95AEhCCAJIAb9AAQQIAr9qgFBEP2rAf3mAf3kASEJIABBEGohACAGQSBqIQYgBiAHSQ0ACyAIIAn95AEhCCAEIAj9HwAgCP0fAZIgCP0fAiAI/R8DkpI4AgAgBEEEaiEEDAALCws=';
