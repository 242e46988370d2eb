import { useEffect, useState } from 'preact/hooks';
import { get, Refusal } from './server.ts';

/** What a route gives: null while it is read, and the code of a refusal. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly fault: string | null;
  readonly reload: () => void;
}

/** Reads a route, and again whenever `again` changes; what was read before stays meanwhile. A null path reads nothing. */
export function useLoaded<T>(path: string | null, again: unknown = null): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; fault: string | null; of: string | null }>({
    value: null,
    fault: null,
    of: null,
  });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    get<T>(path, stop.signal).then(
      (value) => stop.signal.aborted || setState({ value, fault: null, of: path }),
      (error: unknown) =>
        stop.signal.aborted ||
        setState({ value: null, fault: error instanceof Refusal ? error.code : 'UNREACHABLE', of: path }),
    );
    // What was asked for before this is not read to its end.
    return () => stop.abort();
  }, [path, again, times]);
  const isOwn = state.of === path;
  return {
    value: isOwn || path?.startsWith('search') === true ? state.value : null,
    fault: isOwn ? state.fault : null,
    reload: () => setTimes(times + 1),
  };
}
