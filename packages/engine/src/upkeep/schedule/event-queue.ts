/** Events of several sources as one stream, in order of arrival. */
interface EventQueue<Event> {
  readonly push: (event: Event) => void;
  /** The next event; null once the queue is closed and empty. */
  readonly next: () => Promise<Event | null>;
  readonly close: () => void;
}

/** Creates an {@link EventQueue}. */
export function createEventQueue<Event>(): EventQueue<Event> {
  const waiting: Event[] = [];
  let isClosed = false;
  let notify: () => void = () => undefined;
  return {
    push: (event) => {
      waiting.push(event);
      notify();
    },
    close: () => {
      isClosed = true;
      notify();
    },
    next: async () => {
      while (waiting.length === 0) {
        if (isClosed) return null;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return waiting.shift() as Event;
    },
  };
}
