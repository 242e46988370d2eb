/**
 * Runs `work` over the items, at most `limit` at once, and yields the results in the order of the items, or with `ordered: false` as they arrive. Starts no new
 * work after an abort, but still yields running work.
 */
export async function* mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
  options: {
    readonly ordered?: boolean;
    readonly signal?: AbortSignal | undefined;
    /** With `weigh`, at most `mostWeight` runs at once, unless a single item is heavier. */
    readonly weigh?: (item: Item) => number;
    readonly mostWeight?: number;
  } = {},
): AsyncGenerator<Result> {
  const ordered = options.ordered ?? true;
  const running = new Map<number, Promise<{ readonly index: number; readonly result: Result }>>();
  const weigh = options.weigh ?? (() => 0);
  const mostWeight = options.mostWeight ?? 0;
  let next = 0;
  let weight = 0;
  const hasRoom = (item: Item): boolean =>
    running.size === 0 || (running.size < limit && weight + weigh(item) <= mostWeight);
  const start = (): void => {
    while (next < items.length && hasRoom(items[next] as Item) && options.signal?.aborted !== true) {
      const index = next++;
      weight += weigh(items[index] as Item);
      const promise = work(items[index] as Item).then((result) => ({ index, result }));
      // A rejection is thrown at its turn; until then it must not count as unhandled.
      promise.catch(() => {});
      running.set(index, promise);
    }
  };
  start();
  while (running.size > 0) {
    const first = running.keys().next().value as number;
    const { index, result } = await (ordered ? running.get(first) : Promise.race(running.values()))!;
    running.delete(index);
    weight -= weigh(items[index] as Item);
    start();
    yield result;
  }
}
