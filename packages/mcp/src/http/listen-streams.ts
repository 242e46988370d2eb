import type { Subscriptions } from '../subscriptions/create-subscriptions.ts';

/** A request of the newest protocol for a stream of changes. */
interface ListenRequest {
  readonly id: string | number;
  /** The URIs of the requested resources. */
  readonly uris: readonly string[];
}

/** Places for the streams of changes that the protocol's router holds. */
export interface ListenStreams {
  /**
   * Resolves once the current state is known and each named resource is watched. Only then may the listen request be acknowledged; otherwise a change in
   * between would be lost. Throws the errors of reading the vault, and `TOO_MANY_SUBSCRIPTIONS`.
   */
  readonly open: (request: ListenRequest) => Promise<{ readonly close: () => void }>;
}

/** The listen request in a message; null for any other message, and for one that the router will refuse. */
export function parseListenRequest(message: unknown): ListenRequest | null {
  const { method, id, params } = asRecord(message);
  if (method !== 'subscriptions/listen' || (typeof id !== 'string' && typeof id !== 'number')) return null;
  const { resourceSubscriptions: uris } = asRecord(asRecord(params)['notifications']);
  return {
    id,
    uris: Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : [],
  };
}

/** Creates the places. The router itself is another listener, and is notified of all subscriptions. */
export function createListenStreams(subscriptions: Subscriptions): ListenStreams {
  return {
    open: async ({ uris }) => {
      const subscriber = subscriptions.join({ isRouted: false, listChanged: nothing, updated: nothing });
      try {
        await subscriptions.start();
        for (const uri of uris) await subscriber.subscribe(uri, true);
      } catch (error) {
        subscriber.leave();
        throw error;
      }
      return { close: subscriber.leave };
    },
  };
}

const nothing = async () => undefined;

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
