import { toToolError } from '../protocol/to-tool-error.ts';
import { type ListenStreams, parseListenRequest } from './listen-streams.ts';

type Answer = (id: string | number, error: { readonly code: string; readonly message: string }) => void;

/**
 * Delivers messages in order, and a listen request only once its stream has a place: the router behind
 * `deliver` acknowledges it at once. `refuse` answers a request for which there is no place; the router
 * does not get that request.
 */
export function holdListenRequests<Message>(
  streams: ListenStreams,
  deliver: (message: Message) => void,
  refuse: Answer,
): (message: Message) => void {
  const openById = new Map<string | number, { readonly close: () => void }>();
  let turn: Promise<void> = Promise.resolve();

  const take = async (message: Message): Promise<void> => {
    const request = parseListenRequest(message);
    if (request !== null) {
      try {
        const stream = await streams.open(request);
        openById.get(request.id)?.close();
        openById.set(request.id, stream);
      } catch (error) {
        refuse(request.id, toToolError(error));
        return;
      }
    }
    const cancelled = cancelledBy(message);
    if (cancelled !== null) {
      openById.get(cancelled)?.close();
      openById.delete(cancelled);
    }
    deliver(message);
  };
  return (message) => {
    turn = turn.then(() => take(message));
  };
}

function cancelledBy(message: unknown): string | number | null {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } };
  const id = params?.requestId;
  if (method !== 'notifications/cancelled') return null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
