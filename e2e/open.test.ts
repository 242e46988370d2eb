import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

/** Starts the installed `memora open`, and gives its address once it prints it. */
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
