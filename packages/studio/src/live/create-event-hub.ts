/** An event for open pages. Holds codes, numbers, paths, and lines of notes that are not secret. */
interface StudioEvent {
  readonly type: 'sources' | 'indexing' | 'notes' | 'activity' | 'settled';
  readonly data: object;
}

/** Sends events to every open page. */
export interface EventHub {
  readonly tell: (event: StudioEvent) => void;
  /** Calls `hear` for each event until the returned function is called. */
  readonly join: (hear: (event: StudioEvent) => void) => () => void;
  /** The number of listening pages. */
  readonly size: () => number;
}

/** Makes a hub without listeners. */
export function createEventHub(): EventHub {
  const listeners = new Set<(event: StudioEvent) => void>();
  return {
    tell: (event) => {
      for (const hear of listeners) hear(event);
    },
    join: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    size: () => listeners.size,
  };
}
