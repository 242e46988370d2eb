import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { driveMcp, startPiped } from './canary/drive-mcp.ts';
import { makePlacedDocuments, type PlacedDocument } from './ingest/documents-with-places.ts';
import { openBrowser } from './open-browser.ts';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { runJson, runMemora } from './run-in-host.ts';
import { binPath } from './run-memora.ts';

const PROOF = 'proof.html';
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.pdf': 'application/pdf' };
/** A web page, where a citation has only the words to find its place by. */
const FETCHED = 'The crane Quasar weighs 88 tons.';

interface Checked {
  readonly source_text: string | null;
  readonly anchor?: { readonly label: string; readonly href: string };
}

/** A page may be slow on a busy machine. No test checks how slow. */
const LONG = { timeout: 60_000 };

let workspace: Workspace;
let folder: string;
let site: string;
let documents: readonly PlacedDocument[];
let checks: readonly Checked[];
let browser: Browser;
const server = createServer((request, response) => {
  const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
  void readFile(join(folder, name)).then(
    (bytes) =>
      response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain; charset=utf-8').end(bytes),
    () => response.writeHead(404).end(),
  );
});

const at = () => ({ env: { ...workspace.env, MEMORA_VAULT: workspace.vault } });

// The documents are ingested and indexed once, and one answer that cites them all is verified once.
beforeAll(async () => {
  workspace = await openWorkspace();
  folder = join(workspace.folder, 'documents');
  await mkdir(folder);
  documents = await makePlacedDocuments();
  for (const { name, bytes } of documents) await writeFile(join(folder, name), bytes);
  await runMemora(['ingest', folder, '--index'], at());
  const filler = Array.from({ length: 80 }, (_, i) => `<p>The log of day ${i + 1} is closed.</p>`).join('');
  await writeFile(
    join(folder, 'fetched.html'),
    `<!doctype html><title>Log</title><article><h1>Log</h1>${filler}<p id="said">${FETCHED}</p>${filler}</article>`,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await runJson(['ingest', `${site}/fetched.html`, '--allow-local', '--index'], at());
  const { claims } = await runJson<{ claims: { claim_id: string; source_text: string | null }[] }>(
    ['claims', 'list', '--limit', '1000'],
    at(),
  );
  const facts = [...documents.map(({ fact }) => fact), FETCHED];
  const draft = facts.map((fact) => {
    const claim = claims.find(({ source_text }) => source_text?.includes(fact) === true);
    return `${fact.slice(0, -1)} [claim:${claim?.claim_id ?? 'none'}].`;
  });
  const told = await runJson<{ checks: Checked[] }>(['verify', '--html', join(folder, PROOF)], {
    ...at(),
    stdin: draft.join('\n'),
  });
  checks = told.checks;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.close();
  await workspace?.[Symbol.asyncDispose]();
});

it('names the place of the original in JSON, for every format', () => {
  const placeOf = (fact: string) => checks.find(({ source_text }) => source_text?.includes(fact))?.anchor;
  expect(documents.map(({ name, fact }) => [name, placeOf(fact)])).toEqual(
    documents.map(({ name, label, href }) => [name, { label, href }]),
  );
});

it('names it in the answers of the command line and of MCP', async () => {
  const stdin = `${documents.map(({ question }) => question).join('\n')}\n`;
  const { stdout } = await runMemora(['chat', '--proof'], { ...at(), stdin });
  const { stdout: mcp } = await driveMcp(
    () =>
      startPiped(process.execPath, [binPath(), 'serve', '--vault', workspace.vault], {
        PATH: process.env['PATH'] ?? '',
        ...workspace.env,
      }),
    documents.map(({ question }) => ({
      method: 'tools/call',
      params: { name: 'memora_query', arguments: { query: question, k: 3 } },
    })),
  );
  const lines = stdout.split('\n').map((line) => line.trim());
  const shown = mcp.split('\n');
  const missed = documents.filter(
    ({ fact, label }) =>
      !lines.some((line) => isPlace(line, label)) ||
      !shown.some((line) => line.includes(fact) && line.includes(label.split('#')[0] ?? label)),
  );
  expect(missed.map(({ name }) => name)).toEqual([]);
});

/** A passage of a page may begin under an earlier heading than the searched words. */
function isPlace(line: string, label: string): boolean {
  return line === label || (label.includes('#') && line.startsWith(`${label.split('#')[0]}#`));
}

async function follow(label: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.goto(`${site}/${PROOF}`);
  await page.getByRole('link', { name: label, exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(PROOF));
  return page;
}

it('is a link of the proof page that opens the document there, for every format', async () => {
  const page = await browser.newPage();
  await page.goto(`${site}/${PROOF}`);
  for (const { label, href } of documents)
    expect(await page.getByRole('link', { name: label, exact: true }).getAttribute('href')).toBe(href);
  const answers = await Promise.all(
    documents.map(({ href }) => fetch(new URL(href, `${site}/`)).then(({ status }) => status)),
  );
  expect(answers).toEqual(documents.map(() => 200));
  await page.close();
});

it('is on the page of the report, for every format', async () => {
  const file = join(folder, 'report.html');
  await runMemora(['report', '--output', file], at());
  const page = await readFile(file, 'utf8');
  const missed = documents.filter(
    ({ label, href }) => ![label, href].every((said) => page.includes(JSON.stringify(said))),
  );
  expect(missed.map(({ name }) => name)).toEqual([]);
});

it.each([
  ['a page that was kept, at its heading', 'page.html#weights', '#weights + p'],
  ['a page that was fetched, at its words', null, '#said'],
])('scrolls the browser to the cited place: %s', async (_, label, selector) => {
  const page = await follow(label ?? `${site}/fetched.html`);
  const cited = page.locator(selector);
  await expect.poll(() => page.evaluate('window.scrollY'), LONG).toBeGreaterThan(100);
  const box = await cited.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeLessThan(700);
  await page.close();
});

it('opens a file that is shown as text at the cited words: the second note of an Evernote export', async () => {
  const page = await follow('evernote.enex, part 2');
  await expect.poll(() => page.evaluate('window.scrollY'), LONG).toBeGreaterThan(100);
  await page.close();
});

it('names the second to which the browser seeks', async () => {
  const recording = documents.find(({ name }) => name.endsWith('.vtt'));
  const followed = await follow(recording?.label ?? '');
  const second = Number(new URL(followed.url()).searchParams.get('t'));
  await followed.close();
  const page = await browser.newPage();
  await page.goto(`${site}/fetched.html`);
  // The cues that Chromium itself shows in the cited second.
  const shown = await page.evaluate(
    `new Promise((resolve, reject) => {
      const video = document.body.appendChild(document.createElement('video'));
      const track = video.appendChild(document.createElement('track'));
      track.onerror = reject;
      track.onload = () => resolve(Array.from(track.track.cues)
        .filter(({ startTime, endTime }) => startTime <= ${second} && ${second} < endTime)
        .map(({ text }) => text));
      track.track.mode = 'hidden';
      track.src = '${recording?.name}';
    })`,
  );
  expect(shown).toEqual([recording?.fact]);
  await page.close();
});

it('opens a PDF at the cited page', async () => {
  const page = await follow('works.pdf, page 2');
  const viewer = () => page.frames().find((frame) => frame.url().startsWith('chrome-extension:'));
  await expect.poll(() => viewer()?.locator('#pageSelector').inputValue(), LONG).toBe('2');
  await page.close();
});
