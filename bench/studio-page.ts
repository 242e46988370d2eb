import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '@memora/e2e/open-browser';
import type { Browser } from 'playwright-core';
import { type Report, type Suite, toSample } from './report.ts';

const COMMAND = fileURLToPath(new URL('../packages/cli/dist/bin.js', import.meta.url));
const NOTES = 20_000;
const ROUNDS = 5;
/** The text that somebody types, letter by letter. */
const TYPED = ['cooling pump', 'valve 1743', 'who built hall 99', 'pressure in march', 'ida likes tea'];

/** The page of `memora open` over a large vault: its server in a separate process, opened in headless Chromium. */
export const suite: Suite = { name: 'studio-page', run };

async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-studio-bench-'));
  const env = { ...process.env, MEMORA_CONFIG_DIR: join(folder, 'config') };
  const vault = await writeVault(join(folder, 'vault'));
  const started = performance.now();
  execFileSync(process.execPath, [COMMAND, 'index', '--no-write', '--quiet', '--vault', vault], { env });
  report.note(
    `${NOTES.toLocaleString('en')} notes, indexed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  const server = spawn(process.execPath, [COMMAND, 'open', '--no-browser', '--vault', vault], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const browser = await openBrowser();
  try {
    const url = await addressOf(server);
    const html = await (await fetch(url)).text();
    report.budget('the page, minified and compressed', gzipSync(html).length / 1024, {
      max: 150,
      unit: ' KB',
    });
    // Warm: the page was requested once, and the index was checked.
    await (await fetch(`${url}api/search?q=pump`)).text();
    const opened: { readonly paint: number; readonly ready: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) opened.push(await openTimed(browser, url));
    const median = (times: readonly number[]) => toSample(times).median;
    const paint = median(opened.map((each) => each.paint));
    const empty = join(folder, 'empty.html');
    await writeFile(empty, '<!doctype html><title>x</title><p>x');
    const blanks: number[] = [];
    for (let i = 0; i < ROUNDS; i++) blanks.push((await openTimed(browser, pathToFileURL(empty).href)).paint);
    report.budget('first paint', paint, {
      max: 300,
      unit: ' ms',
      baseline: `${median(blanks).toFixed(0)} ms of an empty page`,
    });
    report.budget('interactive', median(opened.map((each) => each.ready)), { max: 600, unit: ' ms' });
    const keys = await typeTimed(url);
    report.note(`${keys.length} keystrokes of a search, one request each`);
    report.budget('a keystroke in search, p95', percentile(keys, 0.95), {
      max: 100,
      unit: ' ms',
      baseline: `${percentile(keys, 0.5).toFixed(0)} ms p50`,
    });
    for (const place of ['notes', 'today', 'activity', 'graph', 'setup']) {
      const began = performance.now();
      await (await fetch(`${url}api/${place}`)).text();
      report.note(`${place}: ${(performance.now() - began).toFixed(0)} ms`);
    }
    const question = JSON.stringify({ question: 'At how many bar does the cooling pump run?' });
    for (let i = 0; i < ROUNDS; i++)
      await (
        await fetch(`${url}api/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: question,
        })
      ).text();
    report.budget('memory of the server after all of that', residentOf(server), { max: 200, unit: ' MB' });
  } finally {
    await browser.close();
    server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeVault(vault: string): Promise<string> {
  for (let i = 0; i < NOTES; i++) {
    const folder = join(vault, `year-${i % 40}`);
    if (i < 40) await mkdir(folder, { recursive: true });
    const pump = i === 777 ? 'The cooling pump runs at 40 bar.' : `The pump ${i} runs at ${i % 90} bar.`;
    await writeFile(
      join(folder, `note-${i}.md`),
      `---\ndate: 2026-0${1 + (i % 9)}-1${i % 9}\n---\n# Note ${i}\n\n${pump} It stands in hall ${i % 300}. See [[note-${(i * 7) % NOTES}]].\n`,
    );
  }
  return vault;
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const line = /^(http:\S+)\n/u.exec(said)?.[1];
      if (line !== undefined) resolve(line);
    });
    server.on('exit', () => reject(new Error('memora open ended')));
  });
}

/** Opens the page in a new context; times are from the navigation to the first paint, and until its box accepts typing. */
async function openTimed(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  if (url.startsWith('http')) await page.locator('html[data-ready=true] #ask').waitFor();
  const ready = await page.evaluate<number>('performance.now()');
  // The browser reports a paint some time after it, and may not have done so yet.
  const paint = await page.evaluate<number>(`new Promise((done) => {
    const look = () => {
      const [entry] = performance.getEntriesByName('first-contentful-paint');
      if (entry === undefined) setTimeout(look, 20);
      else done(entry.startTime);
    };
    look();
  })`);
  await context.close();
  return { paint, ready };
}

async function typeTimed(url: string): Promise<number[]> {
  const times: number[] = [];
  for (const text of TYPED)
    for (let end = 1; end <= text.length; end++) {
      const began = performance.now();
      await (await fetch(`${url}api/search?q=${encodeURIComponent(text.slice(0, end))}`)).text();
      times.push(performance.now() - began);
    }
  return times;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** The megabytes of memory that a process uses now. */
function residentOf({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}
