import { createReport, type VaultReport } from '@memora/report';
import { Hono } from 'hono';
import type { Studio } from '../studio.ts';

/** The report of the vault as a page, which reloads while notes change. It is made again when the index is another. */
export function reportRoutes({ memory, ready, house }: Studio, signal: AbortSignal): Hono {
  const app = new Hono();
  let made: { readonly revision: string | null; readonly page: Promise<VaultReport> } | null = null;
  app.get('/report', async (context) => {
    await ready(context.req.raw.signal);
    const revision = await memory.revision();
    if (made === null || made.revision !== revision) {
      const page = createReport(memory, { ...house.report, live: true, signal });
      // A page that was not made is made again by the next request.
      page.catch(() => {
        made = null;
      });
      made = { revision, page };
    }
    const { html, contentSecurityPolicy } = await made.page;
    return context.html(html, 200, {
      'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
    });
  });
  return app;
}
