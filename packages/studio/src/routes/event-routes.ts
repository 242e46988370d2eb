import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Studio } from '../studio.ts';

/** How often a comment is sent to keep the stream open, in milliseconds. */
const KEEP_MS = 20_000;
/** Maximum number of open pages; nobody opens more. */
const MOST_PAGES = 40;

/** The stream of events for open pages. */
export function eventRoutes(
  { events, reading }: Pick<Studio, 'events' | 'reading'>,
  signal: AbortSignal,
): Hono {
  const app = new Hono();
  app.get('/events', (context) => {
    if (events.size() >= MOST_PAGES) return context.body(null, 503);
    return streamSSE(context, async (stream) => {
      const ended = Promise.withResolvers<void>();
      const tell: Parameters<typeof events.join>[0] = ({ type, data }) =>
        void stream.writeSSE({ event: type, data: JSON.stringify(data) });
      const leave = events.join(tell);
      // Repeats an event from before this page connected: the first notes may have been read by then, or all
      // of them.
      tell({ type: 'indexing', data: reading() ?? { done: true } });
      const keep = setInterval(() => void stream.write(': still here\n\n'), KEEP_MS);
      stream.onAbort(ended.resolve);
      signal.addEventListener('abort', () => ended.resolve(), { once: true });
      await stream.write('retry: 1000\n\n');
      await ended.promise;
      clearInterval(keep);
      leave();
    });
  });
  return app;
}
