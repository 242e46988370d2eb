import { createReport } from '@memora/report';
import { Hono } from 'hono';
import { keepWhile } from '../live/keep-while.ts';
import type { Studio } from '../studio.ts';

/** Serves the report of the vault as a page that reloads when notes change. It is regenerated when the index changed. */
export function reportRoutes({ memory, ready, house }: Studio, signal: AbortSignal): Hono {
  const app = new Hono();
  const report = keepWhile(memory.revision, () =>
    createReport(memory, { ...house.report, live: true, signal }),
  );
  app.get('/report', async (context) => {
    await ready(context.req.raw.signal);
    const { html, contentSecurityPolicy } = await report();
    return context.html(html, 200, {
      'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
    });
  });
  return app;
}
