import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioOptions } from './studio-server.ts';
import { findSerious } from './testing-fixtures/find-serious.ts';
import { openBrowser, openPage } from './testing-fixtures/open-browser.ts';
import { openStudio, type TestStudio } from './testing-fixtures/open-studio.ts';

const NOTES = {
  'bench/one.md': '# One\n\nThe rack count of Drift Bench is 3. See [[people/Ida]].\n',
  'bench/two.md': '# Two\n\nThe rack count of Drift Bench is 5.\n',
  'people/Ida.md': '# Ida\n\nIda likes tea. <!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->\n',
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openIndexed(options: StudioOptions = {}): Promise<TestStudio> {
  const studio = await openStudio(NOTES, options);
  await studio.memory.index({ writeNotes: false });
  return studio;
}

const go = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

it('finds a note as one types, opens it at the place, follows a link, and shows a secret only when asked', async () => {
  await using studio = await openIndexed();
  const { page, complaints, outside } = await openPage(browser, studio.server.url);
  await go(page, 'Notes');
  await page.getByRole('searchbox', { name: 'Search the notes' }).fill('rack count');
  await page.getByRole('list', { name: 'Found' }).getByRole('link', { name: 'One' }).click();
  const note = page.getByRole('region', { name: 'Note', exact: true });
  await note.locator('mark').first().waitFor();
  expect(await note.locator('mark').first().textContent()).toContain('The rack count of Drift Bench is 3');
  const margin = note.getByRole('complementary', { name: 'What other notes say' });
  await margin.getByText('The rack count of Drift Bench is 5.').waitFor();
  await note.getByRole('link', { name: 'Ida' }).click();
  await note.getByText('Ida likes tea.').first().waitFor();
  expect(await page.content()).not.toContain('qzwv8812');
  await note.getByRole('button', { name: 'Show what is secret, on this screen' }).click();
  await note.getByText('qzwv8812').waitFor();
  expect([complaints, outside]).toEqual([[], []]);
});

it('draws the notes of a folder once it is opened', async () => {
  const notes = [...Array(5).keys()].map((i) => [`old/year/note-${i}.md`, `Plan ${i} has a stair.\n`]);
  await using studio = await openStudio({
    ...Object.fromEntries(notes),
    ...NOTES,
    'top.md': 'Hello there.\n',
  });
  await studio.memory.index({ writeNotes: false });
  const { page, complaints } = await openPage(browser, `${studio.server.url}#/notes/`);
  const list = page.getByRole('region', { name: 'All notes' });
  const note = list.locator('a', { hasText: 'note-3' });
  await list.getByText('old').waitFor();
  expect(await note.count()).toBe(0);
  await list.getByText('old').click();
  await note.click();
  const shown = page.getByRole('group', { name: 'What the note says' });
  await shown.getByText('Plan 3 has a stair.').waitFor();
  expect(complaints).toEqual([]);
});

it('shows what was said about a thing as of a day, by a slider and by the keyboard', async () => {
  await using studio = await openStudio({
    'a.md': '---\ndate: 2026-01-05\n---\n# drift-bench\n\nlanguage:: Rust\n',
    'b.md': '---\ndate: 2026-03-07\n---\n# drift-bench\n\nlanguage:: Go\n',
  });
  await studio.memory.index({ writeNotes: false });
  const { page, complaints } = await openPage(browser, `${studio.server.url}#/notes/a.md`);
  const margin = page.getByRole('complementary', { name: 'What other notes say' });
  await margin.getByRole('link', { name: 'Timeline of drift-bench' }).first().click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('language:: Go').waitFor();
  await timeline.getByRole('slider', { name: /^As of/u }).press('Home');
  await timeline.getByText('Monday, 5 January 2026').first().waitFor();
  expect(await timeline.getByText('language:: Go').count()).toBe(0);
  await timeline.getByText('1 later line is not shown.').waitFor();
  expect(complaints).toEqual([]);
});

it('settles what is open with two presses, and undoes it', async () => {
  await using studio = await openIndexed({ undoMs: 60_000 });
  const { page, complaints } = await openPage(browser, studio.server.url);
  await go(page, 'Today');
  const card = page.getByRole('article').first();
  await card.getByRole('heading', { name: /: 3 or 5\?$/u }).waitFor();
  await card.getByRole('button', { name: '3', exact: true }).click();
  const confirm = card.getByRole('group', { name: 'Confirm' });
  expect(await confirm.textContent()).toMatch(
    /_ledger\.md.*resolve claim:\w{16} claim:\w{16} : decided on the page/u,
  );
  await confirm.getByRole('button', { name: 'Write the line' }).click();
  await page.getByText('Nothing is open.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('article').first().waitFor();
  await card.getByRole('button', { name: 'Both are right' }).click();
  await confirm.getByRole('button', { name: 'Write the line' }).click();
  await page.getByText('Nothing is open.').waitFor();
  await studio.server.close();
  const ledger = await readFile(join(studio.folder.root, '_ledger.md'), 'utf8');
  expect(ledger.match(/^- .*$/gmu)).toEqual([expect.stringContaining(' acknowledge claim:')]);
  // A stream that its server ended is not an error of the page.
  expect(complaints.filter((each) => !each.includes('ERR_'))).toEqual([]);
});

it('asks about dates that have passed: ticks a task off in its note, and forgets what is over', async () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const task = `- [ ] Pay the fine 📅 ${day(2)}`;
  await using studio = await openStudio(
    {
      'tasks.md': `# Tasks\n\n${task}\n- [x] Call Ida 📅 ${day(3)}\n- [ ] Paint 📅 ${day(400)}\n`,
      'ticket.md': `# Ticket\n\nThe ticket of Ida is valid until ${day(5)}.\n`,
    },
    { undoMs: 60_000 },
  );
  await studio.memory.index({ writeNotes: false });
  const { page, complaints } = await openPage(browser, studio.server.url);
  await go(page, 'Today');
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  expect(await cards.count()).toBe(2);
  const done = cards.filter({ hasText: 'Pay the fine' });
  await done.getByRole('button', { name: 'It is done' }).click();
  await done.getByRole('group', { name: 'Confirm' }).getByText('- [x] Pay the fine').waitFor();
  await done.getByRole('button', { name: 'Save to the note' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
  const file = join(studio.folder.root, 'tasks.md');
  expect(await readFile(file, 'utf8')).toContain(task.replace('[ ]', '[x]'));
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').first().waitFor({ state: 'detached' });
  expect(await readFile(file, 'utf8')).toContain(task);
  const over = cards.filter({ hasText: 'ticket' });
  await over.getByRole('button', { name: 'It is over' }).click();
  await over.getByRole('button', { name: 'Write the line' }).click();
  await over.waitFor({ state: 'detached' });
  await studio.server.close();
  expect(await readFile(join(studio.folder.root, '_ledger.md'), 'utf8')).toMatch(/^- \S+ forget claim:/mu);
  expect(complaints.filter((each) => !each.includes('ERR_'))).toEqual([]);
});

it('asks about an open task that was due months ago, and about no statement of that age', async () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await using studio = await openStudio({
    'tasks.md': `# Tasks\n\n- [ ] Renew the passport 📅 ${day(107)}\n- [ ] Paint 📅 ${day(400)}\n`,
    'ticket.md': `# Ticket\n\nThe ticket of Ida is valid until ${day(107)}.\n`,
  });
  await studio.memory.index({ writeNotes: false });
  const cards = await (await studio.api('today')).text();
  expect(cards).toContain('Renew the passport');
  expect(cards).not.toMatch(/Paint|ticket/u);
});

it('ticks nothing off where the place of a card holds another task by now', async () => {
  const due = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const task = `- [ ] Pay the fine 📅 ${due}`;
  await using studio = await openStudio({ 'tasks.md': `# Tasks\n\n${task}\n` });
  await studio.memory.index({ writeNotes: false });
  const { page } = await openPage(browser, studio.server.url);
  // The cards of a page that has not heard of the change yet.
  const cards = await (await studio.api('today')).text();
  await page.route('**/api/today*', (route) =>
    route.fulfill({ body: cards, contentType: 'application/json' }),
  );
  await go(page, 'Today');
  const card = page.getByRole('article').filter({ hasText: 'Pay the fine' });
  await card.waitFor();
  const edited = `# Tasks\n\n- [ ] Buy milk and bread, eggs, ham\n${task}\n`;
  await writeFile(join(studio.folder.root, 'tasks.md'), edited);
  await card.getByRole('button', { name: 'It is done' }).click();
  await card.getByText('The note has changed meanwhile.').waitFor();
  expect(await card.getByRole('button', { name: 'Save to the note' }).count()).toBe(0);
  expect(await readFile(join(studio.folder.root, 'tasks.md'), 'utf8')).toBe(edited);
});

it('shows what agents remembered, forgets it and brings it back', async () => {
  await using studio = await openIndexed();
  await using agent = await openAgentMemory({
    memory: studio.memory,
    agent: 'helper',
    env: studio.folder.env,
  });
  await agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
  const { page, complaints } = await openPage(browser, studio.server.url);
  await go(page, 'Memory');
  await page.getByText('The relay of Harbor runs in Lisbon.').waitFor();
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByText('No agent has remembered anything.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The relay of Harbor runs in Lisbon.').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'What it says' }).fill('The relay of Harbor runs in Porto.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The relay of Harbor runs in Porto.').waitFor();
  await page.getByRole('textbox', { name: 'A message to an agent' }).fill('Where does the relay run?');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^For this message/u }).waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  [390, 'light'],
  [1360, 'dark'],
] as const)(
  'has no serious finding of axe and no sideways scroll on any place, %d wide',
  async (width, scheme) => {
    await using studio = await openIndexed();
    const viewport = { width, height: 844 };
    // axe needs to run its script in the page. The content policy is tested elsewhere.
    const { page } = await openPage(browser, studio.server.url, {
      viewport,
      colorScheme: scheme,
      bypassCSP: true,
    });
    for (const name of ['Notes', 'Today', 'Memory', 'Activity', 'Graph', 'Setup']) {
      await go(page, name);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      expect([name, await findSerious(page)]).toEqual([name, []]);
      expect([name, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([
        name,
        true,
      ]);
    }
    await page.goto(`${studio.server.url}#/notes/bench/one.md`);
    await page.getByRole('complementary', { name: 'What other notes say' }).waitFor();
    expect(await findSerious(page)).toEqual([]);
  },
);
