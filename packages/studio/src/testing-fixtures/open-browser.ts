import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** A page, and a record of its forbidden actions. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors and warnings, dialogs, and thrown errors. */
  readonly complaints: readonly string[];
  /** Requested addresses of other origins. */
  readonly outside: readonly string[];
}

/** Opens the system's browser. Throws if there is none: no other test proves the same. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(
    existsSync,
  );
  if (executablePath === undefined)
    throw new Error('no browser: install chromium (Debian package "chromium")');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Opens an address in a new context, and waits until its script runs. */
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
