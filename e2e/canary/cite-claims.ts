/** Builds an answer that misuses every claim that it cites. */
export const citeClaims = (ids: readonly string[]): string =>
  ids
    .slice(0, 60)
    .map((id) => `Ida's door code is 7 and "Bo said" so. [claim:${id}]`)
    .join('\n');

/** Picks items that are spread over a list. */
export function pick<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}
