import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepSettings } from '@memora/engine/config';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerView, DraftSentence } from './ask/answer-view.ts';
import { openBrowser, openPage } from './testing-fixtures/open-browser.ts';
import { openModel, type TestModel } from './testing-fixtures/open-model.ts';
import { openStudio } from './testing-fixtures/open-studio.ts';
import { readEvents } from './testing-fixtures/read-events.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md':
    '# Pump\n\nThe cooling pump runs at 40 bar.\n\nIda serviced it. <!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->\n',
};
const QUESTION = 'At how many bar does the cooling pump run?';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

async function ask(page: Page, question = QUESTION): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask' }).fill(question);
  await page.keyboard.press('Enter');
}

/** Answers with a true and a false sentence, and judges by the note's text. */
function replyTo(prompt: string): string {
  if (prompt.includes('{"words":"…"}')) return '{"words":"pressure"}';
  const nonce = /<statement-(\w+) n="(\d+)"/gu;
  const verdict = { verdict: 'supported', quote: '40 bar' };
  const statements = [...prompt.matchAll(nonce)].map(([, , n]) => ({ n: Number(n), ...verdict }));
  if (statements.length > 0) return JSON.stringify({ statements });
  const handle = /\[(\d+)\][^\n]*\n(?:[^[]|\[(?!\d+\]))*?40 bar/u.exec(prompt)?.[1] ?? '1';
  return `The pump for cooling works at 40 bar [${handle}]. The pump for cooling works at 900 bar [${handle}]. The pump is blue [${handle}: "painted sky blue"].`;
}

async function openWithModel(
  model: TestModel,
  judge: Readonly<Record<string, string>> = {},
  notes: Readonly<Record<string, string>> = NOTES,
) {
  const folder = await setupVault(notes);
  const endpoint = `http://${model.host}/v1`;
  await keepSettings(
    { 'llm.provider': 'openai-compatible', 'llm.model': 'little-model', 'llm.endpoint': endpoint, ...judge },
    folder.env,
  );
  return openStudio(notes, {}, folder);
}

it('shows a judged sentence with its source, and below it what was left out and why', async () => {
  await using model = await openModel(replyTo);
  await using studio = await openWithModel(model);
  const { page, complaints } = await openPage(browser, studio.server.url);
  await ask(page);
  const chip = answer(page).getByRole('button', { name: /^Source/u });
  await chip.first().waitFor();
  // The supporting line appears next to the answer while the reader goes on typing.
  const beside = page.getByRole('region', { name: 'Source' }).locator('mark');
  await beside.first().waitFor();
  expect(await beside.first().textContent()).toContain('The cooling pump runs at 40 bar.');
  expect(await page.evaluate('document.activeElement.id')).toBe('ask');
  expect(await chip.first().getAttribute('data-state')).toBe('judged');
  expect(await chip.first().getAttribute('title')).toContain('the sentence follows from the passage');
  expect(await answer(page).locator('.words').first().textContent()).toBe(
    'The pump for cooling works at 40 bar.',
  );
  await answer(page).getByText('2 sentences were left out').click();
  expect(await answer(page).locator('.left-out s').allTextContents()).toEqual([
    'The pump for cooling works at 900 bar.',
    'The pump is blue.',
  ]);
  const [figure, quote] = await answer(page).locator('.left-out .reason').allTextContents();
  expect(figure).toContain('It says “900” where the cited note says “40”.');
  expect(quote).toContain('It quotes “painted sky blue”, and the passage that it names does not say that.');
  await answer(page).getByRole('button', { name: 'Show the line in Pump' }).click();
  await page.getByRole('region', { name: 'Source' }).locator('mark').first().waitFor();
  // A follow-up question is read with the questions before it.
  await ask(page, 'And who serviced it?');
  await answer(page).getByRole('heading', { name: 'And who serviced it?' }).waitFor();
  await answer(page).locator('.words').first().waitFor();
  expect(
    model.asked.some((prompt) => prompt.includes('And who serviced it?') && prompt.includes(QUESTION)),
  ).toBe(true);
  for (const prompt of model.asked) expect(prompt).not.toContain('qzwv8812');
  expect(complaints).toEqual([]);
});

it('puts a tick beside the line on which the judge rests, where the sentence cites another', async () => {
  const bar = 'The cooling pump runs at 40 bar.';
  await using model = await openModel((prompt) => {
    if (prompt.includes('{"words":"…"}')) return '{"words":"pump"}';
    const [, n] = /<statement-\w+ n="(\d+)"/u.exec(prompt) ?? [];
    const verdict = { n: Number(n), verdict: 'supported', quote: 'Ida serviced it.' };
    if (n !== undefined) return JSON.stringify({ statements: [verdict] });
    const handle = /\[(\d+)\][^\n]*\n(?:[^[]|\[(?!\d+\]))*?40 bar/u.exec(prompt)?.[1] ?? '1';
    return `Somebody looked after the machine [${handle}: "${bar}"].`;
  });
  await using studio = await openWithModel(model);
  const events = await readEvents(await studio.post('ask', { question: 'Who looked after the pump?' }));
  const view = events.find(({ event }) => event === 'answer')?.data as AnswerView;
  const [sentence] = view.sentences;
  const words = sentence?.citations.map(({ source, mark }) => [
    view.sources.find(({ number }) => number === source)?.words,
    mark,
  ]);
  expect(words).toEqual([
    ['Ida serviced it.', 'judged'],
    [bar, 'judged'],
  ]);
});

it.each([
  ['## 2020-05-05 Old story', ['2020-05-05 Old story'], '2020-05-05'],
  ['## Old story', ['Old story'], null],
])('shows the line on which the judge rests under its own heading: %s', async (heading, headings, date) => {
  const cited = 'The cooling pump runs at 40 bar.';
  const decides = 'Ines serviced it.';
  const notes = {
    'pump.md': `# Pump\n\n## 2026-01-01 Pressure\n\n${cited}\n\n${heading}\n\n${decides}\n`,
  };
  await using model = await openModel((prompt) => {
    if (prompt.includes('{"words":"…"}')) return '{"words":"pump"}';
    const [, n] = /<statement-\w+ n="(\d+)"/u.exec(prompt) ?? [];
    const verdict = { n: Number(n), verdict: 'supported', quote: decides };
    if (n !== undefined) return JSON.stringify({ statements: [verdict] });
    const handle = /\[(\d+)\][^\n]*\n(?:[^[]|\[(?!\d+\]))*?40 bar/u.exec(prompt)?.[1] ?? '1';
    return `Somebody looked after the machine [${handle}: "${cited}"].`;
  });
  await using studio = await openWithModel(model, {}, notes);
  const question = 'Who looked after the cooling pump of 40 bar?';
  const events = await readEvents(await studio.post('ask', { question }));
  const view = events.find(({ event }) => event === 'answer')?.data as AnswerView;
  expect(view.sources.find(({ words }) => words === decides)).toMatchObject({ headings, date });
  expect(view.sources.find(({ words }) => words === cited)).toMatchObject({
    headings: ['2026-01-01 Pressure'],
    date: '2026-01-01',
  });
});

it('settles nothing while a judge still reads, and says that nobody has tested the judge', async () => {
  const judged = Promise.withResolvers<void>();
  await using model = await openModel(async (prompt) => {
    if (/<statement-/u.test(prompt)) await judged.promise;
    return replyTo(prompt);
  });
  await using studio = await openWithModel(model);
  const { page } = await openPage(browser, studio.server.url);
  await ask(page);
  const chip = answer(page).locator('.chip').first();
  await chip.waitFor();
  expect([await chip.getAttribute('data-state'), await chip.textContent()]).toEqual([
    'judging',
    'pump … judging',
  ]);
  for (const name of ['Copy with footnotes', 'Save as a note', 'Receipt'])
    expect(await answer(page).getByRole('button', { name }).count()).toBe(0);
  await page.keyboard.press('Escape');
  judged.resolve();
  await ask(page);
  await answer(page).getByText('Nobody has tested how well').waitFor();
  expect(await answer(page).locator('[data-state="judging"]').count()).toBe(0);
  await answer(page).getByRole('button', { name: 'Copy with footnotes' }).waitFor();
});

it('says of a sentence that is written that nobody judges it, where no judge is set', async () => {
  const marksOf = async (judge: Readonly<Record<string, string>>) => {
    await using model = await openModel(replyTo);
    await using studio = await openWithModel(model, judge);
    const events = await readEvents(await studio.post('ask', { question: QUESTION }));
    return events.flatMap(({ event, data }) => (event === 'sentence' ? [(data as DraftSentence).mark] : []));
  };
  expect(new Set(await marksOf({ 'judge.provider': 'none' }))).toEqual(new Set(['unjudged']));
  expect(new Set(await marksOf({}))).toEqual(new Set(['judging']));
});

it('can be stopped where a model never ends, and asked again', async () => {
  let isStuck = true;
  await using model = await openModel((prompt) => (isStuck ? null : replyTo(prompt)));
  await using studio = await openWithModel(model);
  const { page } = await openPage(browser, studio.server.url);
  await ask(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await answer(page).getByText('Stopped.').waitFor();
  isStuck = false;
  await ask(page);
  await answer(page)
    .getByRole('button', { name: /^Source/u })
    .first()
    .waitFor();
  expect(studio.problems).toEqual([]);
});

it('saves an answer as a note with footnotes, and a receipt that can be checked', async () => {
  await using studio = await openStudio(NOTES);
  const { page, complaints } = await openPage(browser, studio.server.url);
  await ask(page);
  await answer(page)
    .getByRole('button', { name: /^Source/u })
    .first()
    .waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    answer(page).getByRole('button', { name: 'Receipt' }).click(),
  ]);
  const receipt = JSON.parse(await readFile(await download.path(), 'utf8')) as object;
  expect(receipt).toMatchObject({ version: 'memora-receipt-1' });
  await answer(page).getByRole('button', { name: 'Save as a note' }).click();
  const link = answer(page).getByRole('status').getByRole('link');
  await link.waitFor();
  const path = (await link.textContent()) ?? '';
  const note = await readFile(join(studio.folder.root, path), 'utf8');
  expect(note).toContain('The cooling pump runs at 40 bar.[^1]');
  expect(note).toMatch(
    /^\[\^1\]: \[\[pump\]\]: “The cooling pump runs at 40 bar\.” \[claim:[0-9a-z]{16}\]$/mu,
  );
  await link.click();
  await page.getByRole('region', { name: 'Note', exact: true }).getByText('40 bar').first().waitFor();
  expect(complaints).toEqual([]);
});

it('saves what rests on secret notes as a secret note, and gives no receipt of it', async () => {
  await using studio = await openStudio(NOTES);
  const { page } = await openPage(browser, studio.server.url);
  await ask(page, 'What is the code of Ida?');
  await answer(page).getByRole('button', { name: 'Reveal' }).click();
  await answer(page).getByText('qzwv8812').first().waitFor();
  await answer(page).getByRole('button', { name: 'Receipt' }).click();
  await answer(page).getByText('This note is secret.').waitFor();
  await answer(page).getByRole('button', { name: 'Save as a note' }).click();
  const link = answer(page).getByRole('status').getByRole('link');
  await link.waitFor();
  const note = await readFile(join(studio.folder.root, (await link.textContent()) ?? ''), 'utf8');
  expect(note).toMatch(/^privacy: secret$/mu);
});

it.each([
  ['a plain note', ''],
  ['a note with a secret in it', '\n<!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->\n'],
])('gives no receipt once %s has changed', async (_, more) => {
  const text = `# Pump\n\nThe cooling pump runs at 40 bar.\n${more}`;
  await using studio = await openStudio({ 'pump.md': text });
  const events = await readEvents(await studio.post('ask', { question: QUESTION }));
  const [{ id } = { id: '' }] = events.flatMap(({ event, data }) =>
    event === 'answer' ? [data as { id: string }] : [],
  );
  const receipt = await studio.api(`answers/${id}/receipt`);
  expect([receipt.status, await receipt.json()]).toMatchObject([200, { omitted: 0 }]);
  await writeFile(join(studio.folder.root, 'pump.md'), text.replace('40', '60'));
  const refused = await studio.api(`answers/${id}/receipt`);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'SOURCE_CHANGED' }]);
});

it('keeps two tabs alike: an edit in one strikes the sentence out in the other', async () => {
  await using studio = await openStudio(NOTES);
  const first = (await openPage(browser, studio.server.url)).page;
  const second = (await openPage(browser, studio.server.url)).page;
  for (const page of [first, second]) {
    await ask(page);
    await answer(page)
      .getByRole('button', { name: /^Source/u })
      .first()
      .click();
  }
  for (const page of [first, second]) await page.getByRole('button', { name: 'Edit this line' }).click();
  await first.getByRole('textbox', { name: /^Line 3/u }).fill('The cooling pump runs at 55 bar.');
  await first.getByRole('button', { name: 'Save to the note' }).click();
  for (const page of [first, second]) await answer(page).locator('[data-state="changed"]').first().waitFor();
  // The other tab began to edit a version of the note that has since changed.
  await second.getByRole('textbox', { name: /^Line 3/u }).fill('The cooling pump runs at 1 bar.');
  await second.getByRole('button', { name: 'Save to the note' }).click();
  await second.getByText('The note has changed meanwhile.').waitFor();
  expect(await readFile(join(studio.folder.root, 'pump.md'), 'utf8')).toContain('55 bar');
});

it('marks nothing where the note changed between the answer and the click', async () => {
  await using studio = await openStudio(NOTES);
  const { page } = await openPage(browser, studio.server.url);
  await ask(page);
  const chip = answer(page)
    .getByRole('button', { name: /^Source/u })
    .first();
  await chip.waitFor();
  await writeFile(join(studio.folder.root, 'pump.md'), '# Pump\n\nThe cooling pump runs at 70 bar.\n');
  await chip.click();
  const source = page.getByRole('region', { name: 'Source' });
  await source.getByText('The cited words are not in the note any more.').waitFor();
  expect(await source.locator('mark').count()).toBe(0);
});
