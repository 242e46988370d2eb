import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from '@memora/e2e/open-browser';
import { openMemory } from '@memora/engine';
import { createReport } from '@memora/report';
import type { Browser, Page } from 'playwright-core';
import { type Report, type Suite, toSample } from './report.ts';
import { createNotes } from './report-runs/create-notes.ts';

const NODES = 5_000;
const ROUNDS = 5;

/** The report of a large vault, opened in headless Chromium with software rendering. */
export const suite: Suite = { name: 'report-page', run };

async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-report-'));
  const browser = await openBrowser();
  try {
    report.heading(`the page of a vault, ${NODES.toLocaleString('en')} nodes`);
    const full = await makePage(folder, NODES * 0.915, NODES);
    report.note(
      `${full.claims} claims, each a node; ${(full.bytes / 1e6).toFixed(1)} MB; made in ${(full.ms / 1000).toFixed(2)} s`,
    );
    const empty = join(folder, 'empty.html');
    await writeFile(empty, '<!doctype html><title>x</title><p>x');
    await openTimed(browser, empty, false);
    const rounds: Timing[] = [];
    const blanks: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      blanks.push((await openTimed(browser, empty, false)).paint);
      rounds.push(await openTimed(browser, full.path, true));
    }
    const median = (key: keyof Timing) => toSample(rounds.map((round) => round[key])).median / 1000;
    const blank = toSample(blanks).median / 1000;
    report.note('medians of five openings; a prototype of this page took .6, .3 and 1.3 s');
    report.budget('first paint of the graph', median('paint'), {
      max: 3,
      unit: ' s',
      baseline: `${blank.toFixed(2)} s of an empty page`,
    });
    report.note(`something to read: ${median('text').toFixed(2)} s`);
    report.budget('a filter', median('filter'), { max: 1, unit: ' s' });
    report.budget('clearing it', median('clear'), { max: 2, unit: ' s' });
    report.budget('a filter, zoomed in', median('filterNear'), { max: 1, unit: ' s' });
    report.budget('clearing it, zoomed in', median('clearNear'), { max: 2, unit: ' s' });
    report.note(`choosing a claim: ${median('choose').toFixed(2)} s`);

    report.heading('beyond that, gathered');
    const big = await makePage(folder, 30_000, NODES);
    const { paint } = await openTimed(browser, big.path, true);
    report.note(
      `${big.claims} claims, ${big.shown} of them alone; ${(big.bytes / 1e6).toFixed(1)} MB; made in ${(big.ms / 1000).toFixed(2)} s`,
    );
    report.budget('first paint of the graph, 30,000 claims', paint / 1000, { max: 3, unit: ' s' });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makePage(folder: string, claims: number, maxNodes: number) {
  const vault = join(folder, `vault-${claims}`);
  for (const [path, text] of createNotes(claims, 7)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
  await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  await memory.index({ writeNotes: false });
  const started = performance.now();
  const { html, figures } = await createReport(memory, { maxNodes });
  const ms = performance.now() - started;
  const path = join(folder, `report-${claims}.html`);
  await writeFile(path, html);
  return { path, ms, bytes: html.length, claims: figures.claims, shown: figures.claimsShown };
}

interface Timing {
  /** Time until the graph is visible. */
  readonly paint: number;
  /** Time until some text is readable. */
  readonly text: number;
  readonly filter: number;
  readonly clear: number;
  readonly choose: number;
  /** The same in the part of the graph that selecting a claim shows. */
  readonly filterNear: number;
  readonly clearNear: number;
}

/** Opens a page in a fresh context; times are from the navigation, or the input, to the frame after the change was painted. */
async function openTimed(browser: Browser, path: string, act: boolean): Promise<Timing> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(path).href, { waitUntil: 'commit' });
  if (act) await page.locator('html[data-ready=true]').waitFor({ state: 'attached', timeout: 60_000 });
  const paint = await page.evaluate<number>(`${PAINTED}.then(() => performance.now())`);
  const text = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  );
  if (act) {
    await page.evaluate(`document.getElementById('graph').scrollIntoView({ behavior: 'instant' })`);
    await page.waitForTimeout(1_000);
  }
  const none = { paint, text, filter: 0, clear: 0, choose: 0, filterNear: 0, clearNear: 0 };
  const timing = act
    ? {
        paint,
        text,
        filter: await timed(page, FILTER),
        clear: await timed(page, CLEAR),
        choose: await timed(page, `press(document.querySelector('#canvas'), 'ArrowRight')`),
        // The transition is animated; only its target, a part of the graph, is measured.
        filterNear: await page.waitForTimeout(2_000).then(() => timed(page, FILTER)),
        clearNear: await timed(page, CLEAR),
      }
    : none;
  await context.close();
  return timing;
}

const FILTER = `type(document.querySelector('#search'), 'pump')`;
const CLEAR = `document.querySelector('#filters').reset()`;
/** Two frames: after the second one, the drawing of the first is visible. */
const PAINTED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`;

async function timed(page: Page, action: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const press = (to, key) => { to.focus(); to.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); };
    const type = (to, text) => { to.value = text; to.dispatchEvent(new Event('input', { bubbles: true })); };
    const before = document.querySelector('#count').textContent;
    const started = performance.now();
    ${action};
    while (${action.startsWith('press') ? 'false' : `document.querySelector('#count').textContent === before`})
      await new Promise((done) => setTimeout(done));
    await ${PAINTED};
    return performance.now() - started;
  })()`);
}
