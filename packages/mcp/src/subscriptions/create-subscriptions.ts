import type { ToolService } from '../protocol/tool-service.ts';
import { createResourceMonitor } from './resource-monitor.ts';

/** One connection that hears of changes. */
interface Listener {
  readonly listChanged: () => Promise<void>;
  readonly updated: (uri: string) => Promise<void>;
  /** True if the protocol's own router knows who subscribed to what: it is told whatever anybody subscribed to. */
  readonly isRouted: boolean;
}

/** What a connection may do in its room. */
interface Subscriber {
  /** To what is not there yet only where `mayBeAbsent`. Throws `RESOURCE_NOT_FOUND` and `TOO_MANY_SUBSCRIPTIONS`. */
  readonly subscribe: (uri: string, mayBeAbsent?: boolean) => Promise<void>;
  readonly unsubscribe: (uri: string) => void;
  readonly leave: () => void;
}

/** The connections of one process: who hears of changes, and what each subscribed to. */
export interface Subscriptions {
  readonly join: (listener: Listener) => Subscriber;
  /** Begins to look for changes, and resolves when what there is now is known; nothing is read before somebody asks. */
  readonly start: () => Promise<void>;
  /** Looks at once: this process wrote. */
  readonly look: () => void;
  readonly close: () => void;
}

/** Makes the room of a face. */
export function createSubscriptions(service: ToolService): Subscriptions {
  const subscribedBy = new Map<Listener, Set<string>>();
  const ignore = () => undefined;
  const monitor = createResourceMonitor(service.memory, {
    listChanged: () => {
      for (const listener of subscribedBy.keys()) listener.listChanged().catch(ignore);
    },
    updated: (uri) => {
      for (const [listener, uris] of subscribedBy)
        if (listener.isRouted || uris.has(uri)) listener.updated(uri).catch(ignore);
    },
  });
  return {
    join: (listener) => {
      const uris = new Set<string>();
      subscribedBy.set(listener, uris);
      return {
        subscribe: async (uri, mayBeAbsent) => {
          if (uris.has(uri)) return;
          await monitor.subscribe(uri, mayBeAbsent);
          // It may have left, or asked twice, while the resource was read.
          if (uris.has(uri) || !subscribedBy.has(listener)) monitor.unsubscribe(uri);
          else uris.add(uri);
        },
        unsubscribe: (uri) => {
          if (uris.delete(uri)) monitor.unsubscribe(uri);
        },
        leave: () => {
          subscribedBy.delete(listener);
          for (const uri of uris) monitor.unsubscribe(uri);
          uris.clear();
        },
      };
    },
    start: monitor.start,
    look: monitor.look,
    close: monitor.stop,
  };
}
