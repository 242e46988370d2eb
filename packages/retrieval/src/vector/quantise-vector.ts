/**
 * A vector with one byte per component: `components[i] * scale` is the original to within half a step of 1/127 of its largest component. An eighth of an
 * embedding's precision is noise, and a quarter of the bytes takes a quarter of the scan time.
 */
export interface QuantisedVector {
  /** 0 for a zero vector. */
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

/**
 * Quantises a question's vector to two bytes per component: the maximum precision at which its products with
 * bytes can be summed in 32 bits.
 */
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
