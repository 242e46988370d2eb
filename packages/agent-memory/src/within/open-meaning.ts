import { openWordTable } from '@memora/engine';

/** If there are fewer texts than this, most of their common part is kept. */
export const FEW = 8;

/** Returns the meaning of a text as a vector, from the built-in table of word vectors. Nothing leaves the process. */
export async function openMeaning(): Promise<(text: string) => Float32Array> {
  const { embedNow } = await openWordTable();
  return (text) => embedNow?.([text as never])[0] ?? new Float32Array();
}

/** The mean of vectors. */
export function meanOf(vectors: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0);
  for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) / (vectors.length + FEW);
  return mean;
}

/** A vector without the common part, of length 1, so the product of two is their cosine. Zero if nothing is left. */
export function unitWithout(common: Float64Array, vector: Float32Array): Float32Array {
  const unit = Float32Array.from(common, (shared, i) => (vector[i] ?? 0) - shared);
  const length = Math.sqrt(productOf(unit, unit));
  return length === 0 ? unit : unit.map((each) => each / length);
}

export function productOf(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] ?? 0) * (b[i] ?? 0);
  return product;
}
