import { useEffect, useState } from 'preact/hooks';
import type { ReadRoutes } from '../src/api/page-routes.ts';
import { get, Refusal } from './server.ts';

/** The result of a route: null while it is loading, and the code of a refusal. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly fault: string | null;
  readonly reload: () => void;
}

/** Reads a route, and reads it again whenever `again` changes; the previous result stays meanwhile. Without arguments, reads nothing. */
export function useLoaded<At extends keyof ReadRoutes>(
  route: At,
  takes: ReadRoutes[At]['takes'] | null,
  again: unknown = null,
): Loaded<ReadRoutes[At]['gives']> {
  type Value = ReadRoutes[At]['gives'];
  const path = takes === null ? null : JSON.stringify(takes);
  const [state, setState] = useState<{ value: Value | null; fault: string | null; of: string | null }>({
    value: null,
    fault: null,
    of: null,
  });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (takes === null) return;
    const stop = new AbortController();
    get(route, takes, stop.signal).then(
      (value) => stop.signal.aborted || setState({ value, fault: null, of: path }),
      (error: unknown) =>
        stop.signal.aborted ||
        setState({ value: null, fault: error instanceof Refusal ? error.code : 'UNREACHABLE', of: path }),
    );
    // Cancels the previous request.
    return () => stop.abort();
  }, [path, again, times]);
  const isOwn = state.of === path;
  return {
    value: isOwn || route === 'search' ? state.value : null,
    fault: isOwn ? state.fault : null,
    reload: () => setTimes(times + 1),
  };
}
