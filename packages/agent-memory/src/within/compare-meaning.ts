import { meanOf, openMeaning, productOf, unitWithout } from './open-meaning.ts';

/**
 * The similarity of a text to each of the others, from -1 to 1. Their common part has no weight: if every
 * memory names one person, the name makes none of them more similar.
 */
export async function compareMeaning(text: string, others: readonly string[]): Promise<number[]> {
  const embed = await openMeaning();
  const vectors = others.map(embed);
  const common = meanOf(vectors);
  const asked = unitWithout(common, embed(text));
  return vectors.map((vector) => productOf(asked, unitWithout(common, vector)));
}
