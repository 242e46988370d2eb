/** Text of invented words, the same for the same seed: `sentence(12)` has twelve words and, in a third of the cases, a number. */
export function createRandomText(
  seed: number,
  alphabet: string,
): { readonly sentence: (words: number) => string } {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  const syllables = alphabet.split(' ');
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const vocabulary = Array.from({ length: 8_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables)).join(''),
  );
  return {
    sentence: (words) => {
      const text = Array.from({ length: words }, () => pick(vocabulary)).join(' ');
      return random() < 1 / 3 ? `${text} ${Math.floor(random() * 1e7)}.` : `${text}.`;
    },
  };
}
