import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** A page and all of its actions that a report must not take. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors and warnings, and thrown errors. */
  readonly complaints: readonly string[];
  /** Every requested address, the page itself included. */
  readonly requests: readonly string[];
}

/** The system's browser. Throws if there is none, because nothing else can replace a real browser in these tests. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(
    existsSync,
  );
  if (executablePath === undefined)
    throw new Error('no browser: install chromium (Debian package "chromium")');
  return chromium.launch({
    executablePath,
    // Pixels are rendered in software: the same on every machine, and slower than with any graphics card.
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      ...more,
    ],
  });
}

/** Opens a page and waits until its script reports that it is ready. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, complaints, requests };
}

/** Waits until a report's script has painted and listens for events. */
export async function whenReady(page: Page): Promise<void> {
  await page.locator('html[data-ready=true]').waitFor({ timeout: 60_000 });
}
