import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** A page, and what it did that it must not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, dialogs, and what was thrown. */
  readonly complaints: readonly string[];
  /** Addresses of other origins that were asked for. */
  readonly outside: readonly string[];
}

/** The system's browser. Throws where there is none: what a browser proves, nothing else does. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(
    existsSync,
  );
  if (executablePath === undefined)
    throw new Error('no browser: install chromium (Debian package "chromium")');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Opens an address in a context of its own, and waits until its script runs. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(new URL(url).origin) || /^(?:data|blob):/u.test(request.url());
    if (!isOwn) outside.push(request.url());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  await page.locator('html[data-ready=true]').waitFor();
  return { page, complaints, outside };
}
