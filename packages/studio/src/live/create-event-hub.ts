/** What open pages are told. Holds codes, numbers, paths and lines of notes that are not secret. */
interface StudioEvent {
  readonly type: 'sources' | 'indexing' | 'notes' | 'activity' | 'settled';
  readonly data: object;
}

/** Tells every open page what happens. */
export interface EventHub {
  readonly tell: (event: StudioEvent) => void;
  /** Calls `hear` with each event until the returned function is called. */
  readonly join: (hear: (event: StudioEvent) => void) => () => void;
  /** How many pages listen. */
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
