import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiDocument, clientOf } from './client-of.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { openChatServer } from './open-chat-server.ts';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { binPath } from './run-memora.ts';

const NOTES = { 'pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n\nIt was serviced on 2026-03-04.\n' };
const QUESTION = 'At how many bar does the cooling pump run?';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Starts the installed `memora open`, and returns its address once it prints it. */
async function startOpen({ vault, env }: Workspace, more: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [binPath(), 'open', '--no-browser', '--vault', vault], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...env, ...more },
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      const [found] = /http:\S+/u.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.once('close', () => reject(new Error(said)));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.kill('SIGTERM');
    });
  return { url, [Symbol.asyncDispose]: close };
}

async function ask(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'Answer' })
    .getByRole('button', { name: /^Source/u })
    .first()
    .waitFor();
}

/** Calls the operations of `docs/reference/page-api.json` with a client made from it. Each response must match the document. */
async function callEveryRoute(url: string): Promise<void> {
  const page = new URL('../docs/reference/page-api.json', import.meta.url);
  const document = JSON.parse(await readFile(page, 'utf8')) as ApiDocument;
  const call = clientOf(document, `${url}api`);
  const [{ id = '', about = '' } = {}] = ((await call('facts', { path: 'pump.md' })) as Margin).facts;
  const takes: Readonly<Record<string, object>> = {
    note: { path: 'pump.md', at: '8-20' },
    link: { to: 'pump' },
    search: { q: 'pump' },
    facts: { path: 'pump.md' },
    history: { of: id },
    timeline: { about },
    names: { about },
  };
  const isRead = ([, item]: (typeof routes)[number]) => item['get'] !== undefined;
  const routes = Object.entries(document.paths);
  const read = routes
    .filter(isRead)
    .flatMap(([at, item]) => (at.includes('{') ? [] : [item['get']?.operationId ?? '']));
  expect(read.length).toBeGreaterThan(15);
  for (const name of read) await call(name, takes[name]);
  expect(await call('memoryNextPrompt', { question: QUESTION })).toMatchObject({ tokens: {} });
  await expect(call('note', { path: '../outside.md' })).rejects.toThrow('404');
}

interface Margin {
  readonly facts: readonly { readonly id: string; readonly about: string }[];
}

it('answers on the page from a vault that was never indexed, marks the words, and strikes out what changes', async () => {
  await using workspace = await openWorkspace(NOTES);
  await using served = await startOpen(workspace);
  const { page, complaints, requests } = await openPage(browser, served.url);
  await ask(page);
  await page
    .getByRole('button', { name: /^Source/u })
    .first()
    .click();
  const mark = page.getByRole('region', { name: 'Source' }).locator('mark').first();
  await mark.waitFor();
  expect(await mark.textContent()).toContain('40 bar');
  await writeFile(join(workspace.vault, 'pump.md'), NOTES['pump.md'].replace('40', '60'));
  await page.locator('[data-state="changed"]').first().waitFor();
  expect(await page.locator('s').first().textContent()).toContain('40 bar');
  const { origin } = new URL(served.url);
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
  await callEveryRoute(served.url);
});

it('shows the sentences of a model with their marks, and what was left out with its reason', async () => {
  await using model = await openChatServer((body) => {
    if (body.includes('{\\"statements\\":'))
      return '{"statements":[{"n":1,"verdict":"supported","quote":"40 bar","reason":"it says so"}]}';
    return 'Forty bar is what the cooling pump works at, 40 bar [1]. The cooling pump runs at 90 bar [1].';
  });
  await using workspace = await openWorkspace(NOTES);
  await using served = await startOpen(workspace, {
    MEMORA_LLM_PROVIDER: 'openai',
    MEMORA_LLM_MODEL: 'm',
    MEMORA_LLM_ENDPOINT: model.url,
    OPENAI_API_KEY: 'k',
  });
  const { page } = await openPage(browser, served.url);
  await ask(page);
  const answer = page.getByRole('region', { name: 'Answer' });
  expect(
    await answer
      .getByRole('button', { name: /^Source/u })
      .first()
      .textContent(),
  ).toMatch(/✓ judged/u);
  await answer.getByText(/left out/u).click();
  expect(await answer.locator('.left-out s').first().textContent()).toContain('90 bar');
  expect(await answer.locator('.left-out .reason').first().textContent()).toMatch(/\w+ .*\./u);
});
