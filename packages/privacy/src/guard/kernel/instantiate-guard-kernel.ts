import { GUARD_KERNEL } from './guard-kernel-code.ts';

/** The loops of `scripts/guard-kernel.wat`. All numbers except keys, masks and lengths are byte offsets into its memory. */
export interface GuardKernel {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly canonicalise: (at: number, end: number, last: number, out: number, starts: number) => number;
  readonly findShingles: (
    codes: number,
    last: number,
    keyA: number,
    keyB: number,
    keyC: number,
    filter: number,
    mask: number,
    places: number,
  ) => number;
  readonly findTokens: (
    codes: number,
    length: number,
    seed: number,
    keyD: number,
    keyE: number,
    bits: number,
    places: number,
  ) => number;
  readonly findRuns: (from: number, end: number, first: number, places: number) => number;
}

/** The part of the standard interface that is used here; its types come only with the DOM. */
interface WasmRuntime {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

const { WebAssembly: runtime } = globalThis as unknown as { readonly WebAssembly?: WasmRuntime };
let compiled: object | undefined;

/** A kernel with its own memory; null if the runtime has no WebAssembly or no 128-bit instructions, or forbids them. */
export function instantiateGuardKernel(): GuardKernel | null {
  if (runtime === undefined) return null;
  try {
    compiled ??= new runtime.Module(Buffer.from(GUARD_KERNEL, 'base64'));
    return new runtime.Instance(compiled).exports as GuardKernel;
  } catch {
    return null;
  }
}
