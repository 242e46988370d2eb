import { SCAN_KERNEL } from './scan-kernel-code.ts';

/** Compares a vector with many consecutive ones. Uses integers only, so every machine gives the same result. */
export interface ScanKernel {
  /** The vectors' components, filled by the caller: `capacity` times `stride`. */
  readonly vectors: Int8Array;
  /** Bytes from one vector to the next: components are padded with zeros to a multiple of 16. */
  readonly stride: number;
  /** Returns the dot products of the first `count` vectors with a query of at most `stride` components. Valid until the next call. */
  readonly scan: (query: Int16Array, count: number) => Int32Array;
}

function paddedDimensions(dimensions: number): number {
  return Math.ceil(dimensions / LANES) * LANES;
}

const LANES = 16;
const PAGE = 65_536;

/** Allocates space for `capacity` vectors and a kernel of 128-bit instructions, which start fast and need no warm-up. */
export function createScanKernel(capacity: number, dimensions: number): ScanKernel {
  const stride = paddedDimensions(dimensions);
  const dotsAt = stride * 2;
  const vectorsAt = dotsAt + Math.ceil((capacity * 4) / 16) * 16;
  const exports = instantiate(vectorsAt + capacity * stride);
  if (!exports) return createPlainKernel(capacity, dimensions);
  const { memory, scan } = exports;
  return {
    vectors: new Int8Array(memory.buffer, vectorsAt, capacity * stride),
    stride,
    scan: (query, count) => {
      new Int16Array(memory.buffer, 0, stride).set(query);
      scan(vectorsAt, count, stride, 0, dotsAt);
      return new Int32Array(memory.buffer, dotsAt, count);
    },
  };
}

/** The same kernel in JavaScript, for a runtime without WebAssembly. */
export function createPlainKernel(capacity: number, dimensions: number): ScanKernel {
  const stride = paddedDimensions(dimensions);
  const vectors = new Int8Array(capacity * stride);
  return {
    vectors,
    stride,
    scan: (query, count) =>
      Int32Array.from({ length: count }, (_, i) => {
        let sum = 0;
        for (let at = 0; at < query.length; at++)
          sum += (query[at] as number) * (vectors[i * stride + at] as number);
        return sum;
      }),
  };
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly scan: (vectors: number, count: number, dims: number, query: number, dots: number) => void;
}

/** The parts of the WebAssembly interface used here; the full types come only with the DOM. */
interface WasmRuntime {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

const { WebAssembly: runtime } = globalThis as unknown as { readonly WebAssembly?: WasmRuntime };
let compiled: object | undefined;

function instantiate(bytes: number): KernelExports | null {
  if (!runtime) return null;
  try {
    compiled ??= new runtime.Module(Buffer.from(SCAN_KERNEL, 'base64'));
    const exports = new runtime.Instance(compiled).exports as KernelExports;
    exports.memory.grow(Math.ceil(bytes / PAGE));
    return exports;
  } catch {
    return null;
  }
}
