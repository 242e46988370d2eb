/**
 * Finds which of the turns that a host sends are new. A host sends the whole history again, the end of it
 * after a summary, or only what was said since. Turns that begin like the record, or contain its end, are
 * history: each of them is new as often as the record lacks it. All other turns were said since. Both
 * arguments are lists of keys; the result are indexes of `sent`. `isWhole` says explicitly which case it is.
 */
export function findNewTurns(
  recorded: readonly string[],
  sent: readonly string[],
  isWhole: boolean = isHistory(recorded, sent),
): number[] {
  const all = sent.map((_, i) => i);
  if (!isWhole) return all;
  const counts = new Map<string, number>();
  for (const key of recorded) counts.set(key, (counts.get(key) ?? 0) + 1);
  return all.filter((i) => {
    const key = sent[i] ?? '';
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** More equal turns in the same order than this are no coincidence. */
const NO_CHANCE = 2;

function isHistory(recorded: readonly string[], sent: readonly string[]): boolean {
  const last = recorded.at(-1);
  if (last === undefined || sent.length === 0) return false;
  const same = commonStart(recorded, sent);
  if (same >= Math.min(NO_CHANCE, recorded.length)) return true;
  // The end of the record, wherever it is in the sent turns.
  for (let at = sent.lastIndexOf(last); at >= 0; at = at === 0 ? -1 : sent.lastIndexOf(last, at - 1)) {
    let run = 1;
    while (run <= at && recorded.length > run && recorded.at(-1 - run) === sent[at - run]) run++;
    if (run >= Math.min(NO_CHANCE, recorded.length) || run === at + 1) return true;
  }
  return false;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
  return same;
}
