/**
 * A vector in one byte a component: `components[i] * scale` is what it was, to within half a step of 1/127 of its largest. An
 * eighth of the precision of an embedding is noise; a quarter of the bytes is what a scan takes a quarter of the time for.
 */
export interface QuantisedVector {
  /** 0 for a vector of zeros. */
  readonly scale: number;
  readonly components: Int8Array;
}

const MOST = 127;

export function quantiseVector(vector: Float32Array): QuantisedVector {
  const scale = Math.fround(largest(vector) / MOST);
  const components = new Int8Array(vector.length);
  if (scale > 0)
    for (let i = 0; i < vector.length; i++)
      components[i] = Math.round(Math.min(MOST, Math.max(-MOST, (vector[i] as number) / scale)));
  return { scale, components };
}

export function restoreVector({ scale, components }: QuantisedVector): Float32Array {
  return Float32Array.from(components, (component) => component * scale);
}

/** A question's vector in two bytes a component, as fine as its products with bytes can be summed in 32 bits. */
export function quantiseQuery(vector: Float32Array): {
  readonly scale: number;
  readonly components: Int16Array;
} {
  const most = Math.min(32_767, Math.floor((2 ** 31 - 1) / (MOST * Math.max(1, vector.length))));
  const scale = largest(vector) / most;
  const components = new Int16Array(vector.length);
  if (scale > 0)
    for (let i = 0; i < vector.length; i++) components[i] = Math.round((vector[i] as number) / scale);
  return { scale, components };
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i] as number));
  return most;
}
