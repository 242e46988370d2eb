import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './testing-fixtures/open-browser.ts';
import { openStudio } from './testing-fixtures/open-studio.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('serves the report beside the page, and reloads it when a note changes', async () => {
  await using studio = await openStudio({ 'pump.md': 'The pump runs at 40 bar.\n' });
  const page = await browser.newPage();
  const outside: string[] = [];
  const thrown: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(studio.server.url)) outside.push(request.url());
  });
  page.on('pageerror', (error) => thrown.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') thrown.push(message.text());
  });
  await page.goto(`${studio.server.url}report`);
  await page.locator('#list summary').click();
  await page.locator('#rows').getByText('The pump runs at 40 bar.').waitFor();
  await writeFile(join(studio.folder.root, 'crane.md'), 'The crane stands in Porto.\n');
  await expect
    .poll(async () => (await (await fetch(`${studio.server.url}report`)).text()).includes('Porto'), {
      timeout: 30_000,
    })
    .toBe(true);
  // The open page loads news by itself. While it loads, it has no content to read.
  await expect.poll(() => page.content().catch(() => ''), { timeout: 30_000 }).toContain('Porto');
  expect([thrown, outside]).toEqual([[], []]);
});

it('refuses a frame of another page, and knows nothing below it', async () => {
  await using studio = await openStudio({ 'pump.md': 'The pump runs at 40 bar.\n' });
  const response = await fetch(`${studio.server.url}report`);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect((await fetch(`${studio.server.url}report/x`)).status).toBe(404);
});
