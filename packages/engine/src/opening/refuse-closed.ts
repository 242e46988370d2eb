import { memoryClosed } from '../memory-error.ts';

/** Methods that return a value directly. They throw; all others return a promise, which rejects. */
const AT_ONCE = new Set(['verifyStream', 'invalidate']);
/** Methods that return an iterable. It rejects when the iteration begins. */
const ITERATED = new Set(['watch', 'follow', 'importConversations', 'ingest', 'refreshSources']);

type Method = (...given: unknown[]) => unknown;

/**
 * Returns the memory with methods that fail with `MEMORY_CLOSED` once it is closed. This includes its parts,
 * such as `claims`. Closing again does nothing.
 */
export function refuseClosed<Closing extends { readonly close: () => Promise<void> }>(
  memory: Closing,
): Closing {
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await memory.close();
  };
  const refuse = (name: string): unknown => {
    if (AT_ONCE.has(name)) throw memoryClosed();
    return ITERATED.has(name) ? refuseIterating() : Promise.reject(memoryClosed());
  };
  const guard =
    (name: string, method: Method): Method =>
    (...given) =>
      isClosed ? refuse(name) : method(...given);
  const guardAll = (part: object): object =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => {
        if (typeof value === 'function') return [name, guard(name, value as Method)];
        return [name, hasMethods(value) ? guardAll(value) : value];
      }),
    );
  return { ...memory, ...guardAll(memory), close, [Symbol.asyncDispose]: close };
}

function hasMethods(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((each) => typeof each === 'function')
  );
}

async function* refuseIterating(): AsyncGenerator<never> {
  yield await Promise.reject(memoryClosed());
}
