import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSerious } from './testing-fixtures/find-serious.ts';
import { openBrowser, openPage } from './testing-fixtures/open-browser.ts';
import { openStudio } from './testing-fixtures/open-studio.ts';

const NOTES = {
  'pump.md':
    '# Pump\n\nThe cooling pump runs at 40 bar.\n\nIda serviced it. <!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->\n',
  'hostile.md': [
    '# The crane <script>window.hit = 1</script>',
    '',
    'The crane lifts 7 tonnes. <img src="http://evil.example/x.png" onerror="window.hit = 2">',
    '',
    '<style>* { display: none }</style> [run](javascript:window.hit=3) ![x](http://evil.example/y.png)',
    '',
    'Turned \u202e txet',
    '',
    `| ${'wide | '.repeat(60)}\n| ${'--- | '.repeat(60)}\n| ${'cell | '.repeat(60)}`,
  ].join('\n'),
  'سارة.md': '# سارة\n\nتعيش سارة في عمّان.\n',
  '田中.md': '# 田中さん\n\n田中さんは東京に住んでいます。\n',
};
const QUESTION = 'At how many bar does the cooling pump run?';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const source = (page: Page) => page.getByRole('region', { name: 'Source' });

async function ask(page: Page, question = QUESTION): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask' }).fill(question);
  await page.keyboard.press('Enter');
  await answer(page)
    .getByRole('button', { name: /^Source/u })
    .first()
    .waitFor();
}

describe('Ask', () => {
  it('answers, marks the words in the note, and strikes the sentence out when the line changes', async () => {
    await using studio = await openStudio(NOTES);
    const { page, complaints, outside } = await openPage(browser, studio.server.url);
    await ask(page);
    await answer(page)
      .getByRole('button', { name: /^Source/u })
      .first()
      .click();
    expect(await source(page).locator('mark').first().textContent()).toContain('40 bar');
    await writeFile(join(studio.folder.root, 'pump.md'), '# Pump\n\nThe cooling pump runs at 60 bar.\n');
    const changed = answer(page).locator('[data-state="changed"]').first();
    await changed.waitFor();
    expect(await changed.textContent()).toContain('changed');
    expect(await answer(page).locator('s').first().textContent()).toContain('40 bar');
    expect(await answer(page).locator('.fallen').first().textContent()).toContain('60 bar');
    await rm(join(studio.folder.root, 'pump.md'));
    await answer(page).getByText('The note is gone.').first().waitFor();
    expect([complaints, outside, studio.problems]).toEqual([[], [], []]);
  });

  it('is used with the keyboard alone: ask, open, edit with a difference, save', async () => {
    await using studio = await openStudio(NOTES);
    const { page, complaints } = await openPage(browser, studio.server.url);
    // The box has the focus.
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await answer(page)
      .getByRole('button', { name: /^Source/u })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await source(page).locator('mark').first().waitFor();
    await page.keyboard.press('e');
    const box = page.getByRole('textbox', { name: /^Line 3/u });
    await box.waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('The cooling pump runs at 55 bar.');
    expect(await page.locator('.diff del').textContent()).toContain('40 bar');
    expect(await page.locator('.diff ins').textContent()).toContain('55 bar');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await answer(page).locator('[data-state="changed"]').first().waitFor();
    const text = await readFile(join(studio.folder.root, 'pump.md'), 'utf8');
    expect(text).toBe(NOTES['pump.md'].replace('40 bar', '55 bar'));
    await page.keyboard.press('Escape');
    await source(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('fills the box from the address and sends nothing', async () => {
    await using studio = await openStudio(NOTES);
    const { page } = await openPage(browser, `${studio.server.url}?q=${encodeURIComponent(QUESTION)}`);
    expect(await page.getByRole('textbox', { name: 'Ask' }).inputValue()).toBe(QUESTION);
    expect(await answer(page).count()).toBe(0);
  });

  it('runs nothing of a hostile note and asks no other machine', async () => {
    await using studio = await openStudio(NOTES);
    const { page, complaints, outside } = await openPage(browser, studio.server.url);
    await ask(page, 'How many tonnes does the crane lift?');
    await answer(page)
      .getByRole('button', { name: /^Source/u })
      .first()
      .click();
    await source(page).locator('mark').first().waitFor();
    expect(await source(page).locator('script, img, style, [href^="javascript"]').count()).toBe(0);
    expect(await source(page).locator('.control').textContent()).toBe('U+202E');
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect([complaints, outside]).toEqual([[], []]);
  });

  it('shows Arabic and Japanese notes in their own direction, and no secret', async () => {
    await using studio = await openStudio(NOTES);
    const { page } = await openPage(browser, studio.server.url);
    await ask(page, 'أين تعيش سارة؟');
    expect(await answer(page).locator('.words:dir(rtl)').count()).toBe(1);
    await ask(page, 'Who serviced the pump?');
    await answer(page)
      .getByRole('button', { name: /^Source/u })
      .first()
      .click();
    await source(page).locator('.secret').first().waitFor();
    expect(await page.content()).not.toContain('qzwv8812');
  });

  it('looks in secret notes once a person asks for it, and shows them there', async () => {
    await using studio = await openStudio(NOTES);
    const { page } = await openPage(browser, studio.server.url);
    const box = page.getByRole('textbox', { name: 'Ask' });
    await box.fill('What is the code of Ida?');
    await page.keyboard.press('Enter');
    await answer(page).getByText('1 secret place would answer this.').waitFor();
    const look = answer(page).getByRole('button', { name: 'Reveal' });
    expect(await page.content()).not.toContain('qzwv8812');
    await look.click();
    await answer(page).getByText('qzwv8812').first().waitFor();
    await answer(page)
      .getByRole('button', { name: /^Source/u })
      .first()
      .click();
    await source(page).locator('mark', { hasText: 'qzwv8812' }).first().waitFor();
  });

  it('gives the nearest line to a question without an answer no tick, and nothing to keep of it', async () => {
    await using studio = await openStudio(NOTES);
    const { page } = await openPage(browser, studio.server.url);
    await ask(page, 'Which pump did the harbour master of Trieste buy for his zeppelin?');
    await answer(page).getByText('Your notes do not say.').waitFor();
    expect(await answer(page).locator('.chip .mark').count()).toBe(0);
    for (const name of ['Save as a note', 'Receipt'])
      expect(await answer(page).getByRole('button', { name }).count()).toBe(0);
    await ask(page);
    await answer(page).getByRole('button', { name: 'Receipt' }).waitFor();
    expect(await answer(page).locator('.chip .mark').first().textContent()).toBe('✓ quoted');
  });

  it.each([
    ['phone', 390, 'light'],
    ['desk', 1360, 'dark'],
    ['wide', 2560, 'light'],
  ] as const)(
    'has no serious finding of axe and no sideways scroll on a %s',
    async (_name, width, scheme) => {
      const long = `${'A line before it.\n\n'.repeat(80)}${NOTES['pump.md']}`;
      await using studio = await openStudio({ ...NOTES, 'pump.md': long });
      const options = {
        viewport: { width, height: 844 },
        colorScheme: scheme,
        reducedMotion: 'reduce' as const,
      };
      // axe needs to run its script in the page. The content policy is tested elsewhere.
      const { page } = await openPage(browser, studio.server.url, { ...options, bypassCSP: true });
      expect(await findSerious(page)).toEqual([]);
      await ask(page);
      expect(await findSerious(page)).toEqual([]);
      await answer(page)
        .getByRole('button', { name: /^Source/u })
        .first()
        .click();
      await source(page).locator('mark').first().waitFor();
      // The note is scrolled to the cited words.
      await page.waitForFunction(
        "document.querySelector('.source mark').getBoundingClientRect().top < innerHeight",
      );
      expect(await findSerious(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      for (const name of ['Ask', 'Notes', 'Today', 'Memory', 'Activity', 'Graph', 'Setup'])
        expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1);
    },
  );
});

describe('the first paint', () => {
  it('shows the page before its script runs, and the script takes over what is there', async () => {
    await using studio = await openStudio({});
    const bare = await browser.newContext({ javaScriptEnabled: false });
    const still = await bare.newPage();
    await still.goto(studio.server.url);
    const parts = ['header nav', 'main form', 'main h1', '.brand'];
    const looks = (page: Page) => Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
    const before = await looks(still);
    const box = still.getByRole('textbox', { name: 'Ask' });
    expect([before.includes(null), await box.count()]).toEqual([false, 1]);
    const { page, complaints } = await openPage(browser, studio.server.url);
    const viewport = page.viewportSize();
    if (viewport !== null) await still.setViewportSize(viewport);
    expect(await looks(page)).toEqual(await looks(still));
    expect(await page.locator('main textarea, header, main').count()).toBe(3);
    expect(complaints).toEqual([]);
    await bare.close();
  });

  it('keeps what was typed before the script ran, and paints no other place than the one of the address', async () => {
    await using studio = await openStudio({});
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
      window.painted = getComputedStyle(document.querySelector('main')).visibility;
      document.querySelector('textarea').value = 'At how many';
    })`);
    await page.goto(studio.server.url);
    await page.locator('html[data-ready=true]').waitFor();
    expect(await page.getByRole('textbox', { name: 'Ask' }).inputValue()).toBe('At how many');
    expect(await page.evaluate('window.painted')).toBe('visible');
    await page.goto(`${studio.server.url}?#/notes`);
    await page.locator('html[data-ready=true]').waitFor();
    expect(await page.evaluate('window.painted')).toBe('hidden');
    expect(await page.evaluate("getComputedStyle(document.querySelector('main')).visibility")).toBe(
      'visible',
    );
    await context.close();
  });
});
