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
    let isWanted = true;
    get<T>(path).then(
      (value) => isWanted && setState({ value, fault: null, of: path }),
      (error: unknown) =>
        isWanted &&
        setState({ value: null, fault: error instanceof Refusal ? error.code : 'UNREACHABLE', of: path }),
    );
    return () => {
      isWanted = false;
    };
  }, [path, again, times]);
  const isOwn = state.of === path;
  return {
    value: isOwn || path?.startsWith('search') === true ? state.value : null,
    fault: isOwn ? state.fault : null,
    reload: () => setTimes(times + 1),
  };
}
