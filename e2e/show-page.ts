import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBrowser } from './open-browser.ts';

/** The text that a page shows, and the addresses that it requested. */
export interface ShownPage {
  readonly text: string;
  readonly asked: readonly string[];
}

/**
 * Opens a page that loads `/page.js` in a headless browser, from a loopback server with the given files, and
 * waits until it shows text.
 */
export async function showPage(files: ReadonlyMap<string, Uint8Array>): Promise<ShownPage> {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const script = files.get(url);
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(
      script ?? '<!doctype html><meta charset="utf-8"><body><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const failed = new Promise<never>((_, reject) => page.on('pageerror', reject));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const shown = page.waitForFunction("document.body.innerText.trim() !== ''", null, { timeout: 60_000 });
    await Promise.race([shown, failed]);
    return { text: (await page.textContent('body')) ?? '', asked };
  } finally {
    await browser.close();
    server.close();
  }
}
