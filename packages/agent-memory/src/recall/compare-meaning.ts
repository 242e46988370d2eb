import { openWordTable } from '@memora/engine';

/** What many texts have in common counts by how many they are: of a few, most of it stays. */
const FEW = 8;

/**
 * How near a text is to each of others by the built-in table of word vectors, from -1 to 1. What all of them have in common weighs nothing: where every memory
 * names one person, the name brings none of them nearer.
 */
export async function compareMeaning(text: string, others: readonly string[]): Promise<number[]> {
  const { embedNow } = await openWordTable();
  if (embedNow === undefined || others.length === 0) return others.map(() => 0);
  const [asked, ...vectors] = embedNow([text, ...others] as never);
  if (asked === undefined) return others.map(() => 0);
  const common = new Float64Array(asked.length);
  for (const vector of vectors)
    for (let i = 0; i < common.length; i++) common[i] = (common[i] ?? 0) + (vector[i] ?? 0);
  for (let i = 0; i < common.length; i++) common[i] = (common[i] ?? 0) / (vectors.length + FEW);
  return vectors.map((vector) => cosine(asked, vector, common));
}

function cosine(a: Float32Array, b: Float32Array, common: Float64Array): number {
  let [product, x, y] = [0, 0, 0];
  for (let i = 0; i < common.length; i++) {
    const [p, q] = [(a[i] ?? 0) - (common[i] ?? 0), (b[i] ?? 0) - (common[i] ?? 0)];
    product += p * q;
    x += p * p;
    y += q * q;
  }
  return x === 0 || y === 0 ? 0 : product / Math.sqrt(x * y);
}
