import type { Memory } from '../memory.ts';

/**
 * Counts the secret places that would answer a question at least as well as the best open place, and reveals
 * nothing else about them. Only for the owner at this machine. Calls no model.
 */
export async function countSecretPlaces(
  { ask }: Pick<Memory, 'ask'>,
  question: string,
  signal?: AbortSignal,
): Promise<number> {
  // Among secret places alone, one that shares a word with the question would be the best.
  const { passages, abstained } = await ask(question, {
    bands: ['public', 'private', 'secret'],
    useModel: false,
    behind: false,
    ...(signal === undefined ? {} : { signal }),
  });
  if (abstained) return 0;
  const [secret = [], open = []] = [true, false].map((isSecret) =>
    passages.filter(({ passage }) => (passage.band === 'secret') === isSecret),
  );
  const best = Math.max(0, ...open.map(({ coverage }) => coverage));
  return secret.filter(({ coverage }) => coverage >= best).length;
}
