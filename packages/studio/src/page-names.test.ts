import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findSerious } from './testing-fixtures/find-serious.ts';
import { openBrowser, openPage } from './testing-fixtures/open-browser.ts';
import { openStudio } from './testing-fixtures/open-studio.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('joins two names of one thing and parts them again, by lines in _entities.md', async () => {
  await using studio = await openStudio({
    'Pump Nine.md': '---\ndate: 2026-01-05\n---\n# Pump Nine\n\ncolour:: red\n',
    'Pump IX.md': '---\ndate: 2026-03-07\n---\n# Pump IX\n\ncolour:: blue\n',
  });
  await studio.memory.index({ writeNotes: false });
  const { page, complaints } = await openPage(browser, `${studio.server.url}#/notes/about:Pump%20Nine`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('colour:: red').waitFor();
  expect(await timeline.getByText('colour:: blue').count()).toBe(0);
  await timeline.getByText('Other names').click();
  await timeline.getByRole('textbox', { name: 'Another name of Pump Nine' }).fill('Pump IX');
  await page.keyboard.press('Enter');
  await timeline.getByText('colour:: blue').waitFor();
  const file = join(studio.folder.root, '_entities.md');
  expect(await readFile(file, 'utf8')).toContain('## Pump Nine\n\n- Pump IX\n');
  expect(await findSerious(page)).toEqual([]);
  await timeline.getByRole('button', { name: 'Is somebody or something else' }).click();
  await timeline.getByText('colour:: blue').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
