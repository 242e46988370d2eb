import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './open-browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'site/.vitepress/dist');
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
};

const server = createServer(async ({ url = '/' }, response) => {
  const path = decodeURIComponent(url.replace(/[?#].*$/, '')).replace(/\/$/, '/index.html');
  try {
    const bytes = await readFile(join(dist, path));
    response
      .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
      .end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
let browser: Browser;
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  const { code, output } = await build();
  expect(code, output).toBe(0);
  expect(output).toContain('site: 0 dead links');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

it.each(['/', '/playground.html', '/reference/cli.html', '/comparison.html', '/api/validator.html'])(
  '%s requests only this site, logs no error, and axe finds nothing in light and dark',
  async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, requests } = await openPage(browser, at(path), { colorScheme });
      await page.locator('h1').first().waitFor();
      expect(await violationsOf(page), colorScheme).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(at('/')))).toEqual([]);
      await page.context().close();
    }
  },
);

it('search finds pages without another machine, and a guide before the API', async () => {
  const { page, requests } = await openPage(browser, at('/'));
  await page.locator('.VPNavBarSearchButton, #local-search button').first().click();
  await page.locator('.VPLocalSearchBox input').fill('receipt');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  expect(await page.locator('.VPLocalSearchBox .result').count()).toBeGreaterThan(2);
  await page.locator('.VPLocalSearchBox input').fill('install');
  await page.locator('.VPLocalSearchBox a.result[href*="/start/vault"]').first().waitFor();
  expect(await page.locator('.VPLocalSearchBox a.result').first().getAttribute('href')).toContain('/start/');
  expect(requests.filter((url) => !url.startsWith(at('/')))).toEqual([]);
  await page.context().close();
});

it('the playground strikes out what its source contradicts, and says why', async () => {
  const { page, requests } = await openPage(browser, at('/playground.html'));
  await page.getByRole('button', { name: 'Check' }).click();
  const result = page.locator('.playground .result');
  await result.locator('ul').waitFor();
  expect(await result.textContent()).toContain('partial');
  const struck = await result.locator('del').allTextContents();
  expect(struck.map((text) => text.replace(/ ?\[.*$/, '').trim())).toEqual([
    'The pump runs at 60 bar',
    'A visitor may enter the control room',
    'Everybody is happy.',
  ]);
  expect(await result.textContent()).toContain('token mismatch');
  expect(await violationsOf(page)).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(at('/')))).toEqual([]);
  await page.context().close();
});

async function violationsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: { run: () => Promise<Found> } }).axe.run;
    interface Found {
      readonly violations: { readonly id: string; readonly nodes: { readonly html: string }[] }[];
    }
    const { violations } = await run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`,
    );
  });
}

function build(): Promise<{ code: number | null; output: string }> {
  const args = ['--conditions=memora-source', 'site/build-site.ts'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}
