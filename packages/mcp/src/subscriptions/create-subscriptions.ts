import type { ToolService } from '../protocol/tool-service.ts';
import { createResourceMonitor } from './resource-monitor.ts';

/** A connection that receives changes. */
interface Listener {
  readonly listChanged: () => Promise<void>;
  readonly updated: (uri: string) => Promise<void>;
  /** True if the protocol's own router knows all subscriptions: it gets every change that anybody subscribed to. */
  readonly isRouted: boolean;
}

/** The subscriptions of one connection. */
interface Subscriber {
  /** Subscribes to a resource; to a missing one only with `mayBeAbsent`. Throws `RESOURCE_NOT_FOUND` and `TOO_MANY_SUBSCRIPTIONS`. */
  readonly subscribe: (uri: string, mayBeAbsent?: boolean) => Promise<void>;
  readonly unsubscribe: (uri: string) => void;
  readonly leave: () => void;
}

/** The connections of one process, and their subscriptions. */
export interface Subscriptions {
  readonly join: (listener: Listener) => Subscriber;
  /** Starts to look for changes, and resolves once the current state is known. Nothing is read before the first call. */
  readonly start: () => Promise<void>;
  /** Checks for changes now, because this process wrote. */
  readonly look: () => void;
  readonly close: () => void;
}

/** Creates the subscriptions of a service. */
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
          // The client may have left, or subscribed twice, while the resource was read.
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
