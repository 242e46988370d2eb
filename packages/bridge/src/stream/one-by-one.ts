/**
 * Returns the values of lists one by one. Written without a generator: of the three microtasks that `yield`
 * takes for each value, only one remains, and there are millions of values.
 */
export function oneByOne<T extends object>(read: AsyncGenerator<T | readonly T[]>): AsyncGenerator<T> {
  let list: readonly T[] = [];
  let at = 0;
  /** The latest request, while it is pending. */
  let pending: Promise<unknown> | null = null;
  const advance = async (): Promise<IteratorResult<T, undefined>> => {
    while (at >= list.length) {
      const next = await read.next();
      if (next.done === true) return DONE;
      if (!isList(next.value)) return { done: false, value: next.value };
      list = next.value;
      at = 0;
    }
    return { done: false, value: list[at++] as T };
  };
  /** Runs requests one after the other, in order. */
  const inOrder = <R>(act: () => Promise<R>): Promise<R> => {
    const acting = pending === null ? act() : pending.then(act, act);
    const settled = (): void => {
      if (pending === acting) pending = null;
    };
    pending = acting;
    acting.then(settled, settled);
    return acting;
  };
  const leave = (): void => {
    list = [];
    at = 0;
  };
  return {
    next: () =>
      pending === null && at < list.length
        ? Promise.resolve({ done: false, value: list[at++] as T })
        : inOrder(advance),
    return: (value: unknown) =>
      inOrder(async () => {
        leave();
        await read.return(undefined);
        return { done: true, value: await value };
      }),
    throw: (error: unknown) =>
      inOrder(async () => {
        leave();
        await read.return(undefined);
        throw error;
      }),
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return(undefined);
    },
  };
}

const DONE = { done: true, value: undefined } as const;

function isList<T>(given: T | readonly T[]): given is readonly T[] {
  return Array.isArray(given);
}
