import { openWordTable } from '@memora/engine';

/** What texts have in common counts by how many they are: of so few, most of it stays. */
export const FEW = 8;

/** What a text means, by the built-in table of word vectors. Nothing leaves the process. */
export async function openMeaning(): Promise<(text: string) => Float32Array> {
  const { embedNow } = await openWordTable();
  return (text) => embedNow?.([text as never])[0] ?? new Float32Array();
}

/** What vectors have in common. */
export function meanOf(vectors: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0);
  for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) / (vectors.length + FEW);
  return mean;
}

/** The cosine of two vectors, without what is common to all. */
export function cosineWithout(common: Float64Array, a: Float32Array, b: Float32Array): number {
  let [product, x, y] = [0, 0, 0];
  for (let i = 0; i < common.length; i++) {
    const [p, q] = [(a[i] ?? 0) - (common[i] ?? 0), (b[i] ?? 0) - (common[i] ?? 0)];
    product += p * q;
    x += p * p;
    y += q * q;
  }
  return x === 0 || y === 0 ? 0 : product / Math.sqrt(x * y);
}
