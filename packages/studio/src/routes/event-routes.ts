import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Studio } from '../studio.ts';

/** A comment sometimes keeps the stream open. */
const KEEP_MS = 20_000;
/** More pages than a person has open. */
const MOST_PAGES = 40;

/** The stream of what happens, for open pages. */
export function eventRoutes({ events }: Pick<Studio, 'events'>, signal: AbortSignal): Hono {
  const app = new Hono();
  app.get('/events', (context) => {
    if (events.size() >= MOST_PAGES) return context.body(null, 503);
    return streamSSE(context, async (stream) => {
      const ended = Promise.withResolvers<void>();
      const leave = events.join(({ type, data }) => {
        void stream.writeSSE({ event: type, data: JSON.stringify(data) });
      });
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
