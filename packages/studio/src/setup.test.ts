import { setTimeout as wait } from 'node:timers/promises';
import { openCallLog } from '@memora/privacy';
import { memoraPlace } from '@memora/privacy/files';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveStudio } from './serve-studio.ts';
import type { StudioDesk } from './studio-desk.ts';
import { findSerious } from './testing-fixtures/find-serious.ts';
import { openBrowser, openPage } from './testing-fixtures/open-browser.ts';
import { openModel } from './testing-fixtures/open-model.ts';
import { openStudio } from './testing-fixtures/open-studio.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const NOTES = { 'pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A desk that knows some folders and one agent. */
function createTestDesk(vaults: readonly string[]): StudioDesk & { readonly connected: string[] } {
  const connected: string[] = [];
  return {
    connected,
    vaults: async () => vaults,
    agents: async () => [
      {
        id: 'helper',
        title: 'Helper',
        state: connected.length === 0 ? 'absent' : 'connected',
        edits: connected.length === 0 ? [{ file: '/home/ida/helper.json', lines: ['+ "memora": {}'] }] : [],
        isNamed: (client) => client.startsWith('helper'),
      },
    ],
    connect: async (_vault, id) => void connected.push(id),
  };
}

it('asks for a folder where none is named, opens it, and answers', async () => {
  await using vault = await setupVault(NOTES);
  await using studio = await serveStudio(null, { env: vault.env, desk: createTestDesk([vault.root]) });
  const { page, complaints } = await openPage(browser, studio.url, { bypassCSP: true });
  await page.getByRole('heading', { name: 'Which notes?' }).waitFor();
  expect(await findSerious(page)).toEqual([]);
  const api = (path: string) => fetch(`${studio.url}api/${path}`);
  for (const path of ['notes', 'setup', 'activity']) expect((await api(path)).status).toBe(404);
  await page.getByRole('textbox', { name: 'A folder of notes' }).fill('notes');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('There is no such folder.').waitFor();
  await page.getByRole('button', { name: /vault/u }).click();
  await page.getByRole('textbox', { name: 'Ask' }).fill('At how many bar does the pump run?');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Answer' }).getByText('40 bar').first().waitFor();
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
});

it('opens a cited line in the editor that was chosen', async () => {
  await using studio = await openStudio({ 'a/pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n' });
  const { page, complaints } = await openPage(browser, `${studio.server.url}#/setup`);
  await page.getByRole('combobox', { name: 'A cited line can be opened in' }).selectOption('zed');
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await page.getByRole('textbox', { name: 'Ask' }).fill('At how many bar does the cooling pump run?');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /^Source/u })
    .first()
    .click();
  const link = page.getByRole('region', { name: 'Source' }).getByRole('link', { name: /^Editor/u });
  expect(await link.getAttribute('href')).toBe(`zed://file${studio.folder.root}/a/pump.md:3`);
  // Only known editors have an address.
  expect((await studio.post('editor', { editor: 'javascript:alert(1)' })).status).toBe(400);
  expect(complaints).toEqual([]);
});

it('goes from one vault to another, and each keeps its own address', async () => {
  await using other = await setupVault({ 'crane.md': '# Crane\n\nThe crane lifts 7 tonnes.\n' });
  await using studio = await openStudio(NOTES, { desk: createTestDesk([other.root]) });
  const { page } = await openPage(browser, studio.server.url);
  await page.getByRole('combobox', { name: 'Vault' }).selectOption(other.root);
  await page.getByRole('textbox', { name: 'Ask' }).waitFor();
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByRole('link', { name: 'crane' }).waitFor();
  const address = new URL(page.url());
  expect(address.pathname).not.toBe(new URL(studio.server.url).pathname);
  // Each folder is opened only once.
  const again = await studio.post('vaults/open', { folder: `${other.root}/.` });
  expect(await again.json()).toEqual({ address: address.pathname });
  for (const folder of ['relative', `${other.root}/none`, `${other.root}/crane.md`, ''])
    expect((await studio.post('vaults/open', { folder })).status).toBeGreaterThanOrEqual(400);
});

it('finds the models of this machine, uses one with a press, and tests it', async () => {
  await using model = await openModel(() => 'NO ANSWER');
  await using studio = await openStudio(NOTES);
  await using served = await serveStudio(studio.memory, {
    env: { ...studio.folder.env, OLLAMA_HOST: model.host },
  });
  const { page, complaints } = await openPage(browser, `${served.url}#/setup`);
  await page.getByRole('button', { name: 'little-model' }).click();
  await page.getByText('Answers are written by little-model').waitFor();
  await page.getByRole('button', { name: 'Test it' }).click();
  await page.getByText('✗ not for judging').waitFor();
  expect(await page.getByText(/✗ not for answering: \d+ of 10 questions right/u).count()).toBe(1);
  await page.getByRole('button', { name: 'Answer without a model' }).click();
  await page.getByText('No model is set').waitFor();
  expect(complaints.filter((each) => !each.includes('ERR_'))).toEqual([]);
  expect((await studio.post('models/use', { provider: 'ollama', model: '' })).status).toBe(400);
  const wrong = { provider: 'openai-compatible', model: 'x', endpoint: 'nowhere' };
  expect((await studio.post('models/use', wrong)).status).toBe(400);
});

it('shows what connecting an agent writes, connects it, and says when it has called', async () => {
  const desk = createTestDesk([]);
  await using studio = await openStudio(NOTES, { desk });
  await studio.memory.index({ writeNotes: false });
  const { page } = await openPage(browser, `${studio.server.url}#/setup`);
  const agent = page.getByRole('listitem').filter({ hasText: 'Helper' });
  await agent.getByText('not connected').waitFor();
  await agent.getByText('Connect', { exact: true }).click();
  await agent.getByText('"memora": {}').waitFor();
  expect(desk.connected).toEqual([]);
  await agent.getByRole('button', { name: 'Write these lines for Helper' }).click();
  await agent.getByText('connected; start it again').waitFor();
  expect(desk.connected).toEqual(['helper']);
  const call = { tool: 'memora_query', code: null, size: 10, redacted: 0, claimIds: [] };
  // The page polls the log. Entries from before its first poll are not news.
  await wait(1_000);
  openCallLog(memoraPlace(studio.memory.vault, 'calls.jsonl')).append({
    at: '2026-11-28T01:02:03Z',
    client: 'helper-cli',
    ...call,
  });
  await agent.getByText('called on 28 Nov 2026').waitFor();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('cell', { name: 'helper-cli' }).waitFor();
});
