/**
 * Draws the pictures of `docs/`: `node e2e/pictures/draw-pictures.ts`, after a build. The vault is the demo
 * vault with a few more notes, which disagree, are stale or ask a question.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, whenReady } from '../open-browser.ts';
import { PICTURE_NOTES } from './picture-notes.ts';
import { renderNote } from './render-note.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictures = join(root, 'docs/pictures');

await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-pictures-'));
  const browser = await openBrowser();
  try {
    const vault = join(folder, 'harbour');
    // The machine may lack fonts for some scripts.
    const isDrawn = (path: string) => !/海計器|sato-megumi/u.test(path);
    await cp(join(root, 'packages/cli/assets/demo-vault'), vault, { recursive: true, filter: isDrawn });
    for (const [path, text] of Object.entries(PICTURE_NOTES)) {
      await mkdir(dirname(join(vault, path)), { recursive: true });
      await writeFile(join(vault, path), text);
    }
    const memora = (...args: string[]) =>
      execFileSync(
        process.execPath,
        [join(root, 'packages/cli/dist/bin.js'), ...args, '--vault', vault, '--quiet'],
        { env: { PATH: process.env['PATH'], MEMORA_CONFIG_DIR: join(folder, 'config') } },
      );
    const report = join(folder, 'report.html');
    const proof = join(folder, 'proof.html');
    memora('index', '--no-write');
    memora('consolidate', '--yes');
    memora('report', '--output', report);
    memora('demo', '--html', proof);
    await mkdir(pictures, { recursive: true });
    await drawReport(browser, pathToFileURL(report).href);
    await drawPage(browser, pathToFileURL(proof).href, 'proof', 700);
    for (const [page, name, height] of [
      ['world_map.md', 'world-map', 1150],
      ['semantic/projects/tidewatch/_atlas.md', 'atlas', 900],
    ] as const) {
      const drawn = join(folder, `${name}.html`);
      await writeFile(
        drawn,
        renderNote(await readFile(join(vault, page), 'utf8'), page.replace(/^.*\/|\.md$/gu, '')),
      );
      await drawPage(browser, pathToFileURL(drawn).href, name, height, 820);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawReport(browser: Browser, url: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openPage(browser, url, {
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 1360, height: 860 },
    });
    await whenReady(page);
    if (colorScheme === 'light') {
      await shoot(page, 'report-overview');
      await scrollTo(page, 'contradictions');
      await shoot(page, 'report-contradictions');
      await scrollTo(page, 'timelines');
      await shoot(page, 'report-timelines');
    }
    await page.locator('#search').fill('interval');
    await page.locator('#list summary').click();
    await page.locator('#rows button').first().click();
    await page.locator('#search').fill('');
    await page.locator('#list summary').click();
    await scrollTo(page, 'graph');
    await shoot(page, `report-graph-${colorScheme}`);
    await page.context().close();
  }
}

async function drawPage(
  browser: Browser,
  url: string,
  name: string,
  height: number,
  width = 1200,
): Promise<void> {
  const { page } = await openPage(browser, url, { colorScheme: 'light', viewport: { width, height } });
  await shoot(page, name);
  await page.context().close();
}

async function scrollTo(page: Page, id: string): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await page.evaluate(`document.getElementById('${id}').scrollIntoView({ behavior: 'instant' })`);
    await page.waitForTimeout(400);
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1_000);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 72 });
  await writeFile(join(pictures, `${name}.webp`), Buffer.from(data, 'base64'));
}
