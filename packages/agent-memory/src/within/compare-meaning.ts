import { meanOf, openMeaning, productOf, unitWithout } from './open-meaning.ts';

/**
 * How near a text is to each of others, from -1 to 1. What all of them have in common weighs nothing: where every memory names one person, the name brings none of
 * them nearer.
 */
export async function compareMeaning(text: string, others: readonly string[]): Promise<number[]> {
  const embed = await openMeaning();
  const vectors = others.map(embed);
  const common = meanOf(vectors);
  const asked = unitWithout(common, embed(text));
  return vectors.map((vector) => productOf(asked, unitWithout(common, vector)));
}
