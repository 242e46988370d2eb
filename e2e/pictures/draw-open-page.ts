/**
 * Draws the pictures of `memora open`: `node e2e/pictures/draw-open-page.ts`, without a build. A model on
 * loopback returns the draft below. One of its sentences contradicts the note.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, whenReady } from '../open-browser.ts';
import { citeOf, openChatServer } from '../open-chat-server.ts';
import { HOME_NOTES } from './picture-notes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictures = join(root, 'docs/pictures');
const QUESTION = 'What may the heat pump cost, and when is it installed?';
const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  wide: { width: 2560, height: 1440 },
};

await main();

/** The model's draft and its verdicts. */
function reply(body: string): string {
  if (body.includes('You check statements')) {
    const cited = /<statement-\w+ n=\\"(\d+)\\".*?It cites these words: (.*?)\\n/gu;
    const statements = [...body.matchAll(cited)].map(([, n, quote]) => ({ n: Number(n), quote }));
    return JSON.stringify({ statements: statements.map((each) => ({ ...each, verdict: 'supported' })) });
  }
  return [
    `With the buffer tank it comes to 14,000 euros; on 2 June you raised the budget to that ${citeOf(body, 'With the buffer tank the [[heat-pump]] comes to 14,000 euros. We raise the budget to that.')}.`,
    `Kessler can install it in the second week of September ${citeOf(body, 'Kessler can install it in the second week of September.')}.`,
    `The city pays a grant of 3,500 euros ${citeOf(body, 'if it approves our application.')}.`,
  ].join('\n');
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-pictures-'));
  const browser = await openBrowser();
  try {
    await using model = await openChatServer(reply);
    const vault = join(folder, 'home');
    for (const [path, text] of Object.entries(HOME_NOTES)) {
      await mkdir(dirname(join(vault, path)), { recursive: true });
      await writeFile(join(vault, path), text);
    }
    const config = join(folder, 'config');
    await mkdir(config);
    await writeFile(
      join(config, 'config.toml'),
      `[llm]\nprovider = "openai-compatible"\nmodel = "qwen3:8b"\nendpoint = "${model.url}"\n`,
    );
    // The page after `memora model test`.
    const tested = {
      version: 1,
      testedAt: '2026-06-01T08:00:00.000Z',
      trueKept: 0.98,
      liesKept: 0.02,
      good: true,
    };
    await writeFile(
      join(config, 'tested-models.json'),
      JSON.stringify({ [`openai-compatible/qwen3:8b at ${model.url}`]: tested }),
    );
    await using server = await openServer(vault, config);
    await drawAnswers(browser, server.url);
    await drawPlaces(browser, server.url);
    await drawChange(browser, server.url, join(vault, 'daily/2026-06-02.md'));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `memora open` of this clone. */
async function openServer(vault: string, config: string) {
  const source = ['--conditions=memora-source', '--import', join(root, 'packaging/from-source/resolve.ts')];
  const command = [join(root, 'packaging/from-source/run.ts'), 'open', '--no-browser', '--vault', vault];
  const child = spawn(process.execPath, [...source, ...command], {
    env: { PATH: process.env['PATH'], MEMORA_CONFIG_DIR: config },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const url = /http:\S+/u.exec(said)?.[0];
    if (url !== undefined) return { url, [Symbol.asyncDispose]: async () => void child.kill() };
  }
  throw new Error(`memora open ended: ${said}`);
}

async function drawAnswers(browser: Browser, url: string): Promise<void> {
  for (const [name, size, colorScheme] of [
    ['page-ask', 'desk', 'light'],
    ['page-ask-dark', 'desk', 'dark'],
    ['page-ask-wide', 'wide', 'light'],
    ['page-ask-wide-dark', 'wide', 'dark'],
    ['page-ask-phone', 'phone', 'light'],
    ['page-ask-phone-dark', 'phone', 'dark'],
  ] as const) {
    const page = await openAnswer(browser, url, size, colorScheme);
    await page.getByText('1 sentence was left out').click();
    await shoot(page, name);
    await page.context().close();
  }
}

async function drawPlaces(browser: Browser, url: string): Promise<void> {
  for (const [name, place] of [
    ['page-notes', 'notes/daily/2026-06-02.md'],
    ['page-today', 'today'],
    ['page-graph', 'graph'],
  ] as const) {
    const page = await openAt(browser, `${url}#/${place}`, 'desk', 'light');
    await shoot(page, name);
    await page.context().close();
  }
}

/** The same answer after its line was edited in another program. */
async function drawChange(browser: Browser, url: string, note: string): Promise<void> {
  const page = await openAnswer(browser, url, 'desk', 'light');
  const text = await readFile(note, 'utf8');
  await writeFile(
    note,
    text.replace('We raise the budget to that.', 'We wait for a second offer before we raise the budget.'),
  );
  await page.locator('[data-state="changed"]').first().waitFor({ timeout: 60_000 });
  await shoot(page, 'page-changed');
  await page.context().close();
}

async function openAnswer(
  browser: Browser,
  url: string,
  size: keyof typeof SIZES,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const page = await openAt(browser, url, size, colorScheme);
  await page.getByRole('textbox', { name: 'Ask' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page.getByText('notes were read').waitFor({ timeout: 60_000 });
  return page;
}

async function openAt(
  browser: Browser,
  url: string,
  size: keyof typeof SIZES,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const { page } = await openPage(browser, url, {
    colorScheme,
    reducedMotion: 'reduce',
    viewport: SIZES[size],
    deviceScaleFactor: size === 'wide' ? 1 : 1.5,
  });
  await whenReady(page);
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(2_500);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(join(pictures, `${name}.webp`), Buffer.from(data, 'base64'));
}
