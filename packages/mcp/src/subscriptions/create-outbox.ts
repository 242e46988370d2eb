/** Sends changes to a client. */
export interface ChangeSender {
  readonly listChanged: () => Promise<void>;
  readonly updated: (uri: string) => Promise<void>;
}

/** A sender that loses nothing while its client has no open stream. */
export interface Outbox extends ChangeSender {
  /** The client opened its stream: pending changes are sent. Call the returned function when that stream ends. */
  readonly streamOpened: () => () => void;
}

/**
 * Stores changes for a client over HTTP, which opens the notification stream separately from its requests,
 * and again after a broken connection; the transport drops what is sent in between. Kept are: that the list
 * changed, and which resources did, each once.
 */
export function createOutbox(send: ChangeSender): Outbox {
  const waiting = new Set<string>();
  let isListWaiting = false;
  let stream: symbol | null = null;
  return {
    listChanged: async () => {
      if (stream === null) isListWaiting = true;
      else await send.listChanged();
    },
    updated: async (uri) => {
      if (stream === null) waiting.add(uri);
      else await send.updated(uri);
    },
    streamOpened: () => {
      const opened = Symbol('stream');
      stream = opened;
      const drop = () => undefined;
      if (isListWaiting) send.listChanged().catch(drop);
      for (const uri of waiting) send.updated(uri).catch(drop);
      isListWaiting = false;
      waiting.clear();
      return () => {
        if (stream === opened) stream = null;
      };
    },
  };
}
