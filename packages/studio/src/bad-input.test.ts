import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { IndexProgress } from '@memora/claims';
import type { Memory } from '@memora/engine';
import { isWhole } from '@memora/testing-fixtures/every-nth';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerView } from './ask/answer-view.ts';
import type { NoteView } from './notes/note-view.ts';
import { openBrowser, openPage } from './testing-fixtures/open-browser.ts';
import { openStudio, type TestStudio } from './testing-fixtures/open-studio.ts';
import { readEvents } from './testing-fixtures/read-events.ts';

const PUMP = '# Pump\n\nThe cooling pump runs at 40 bar.\n';
const QUESTION = 'At how many bar does the cooling pump run?';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function ask({ post }: TestStudio, question = QUESTION) {
  const events = await readEvents(await post('ask', { question }));
  const found = (name: string) => events.find(({ event }) => event === name)?.data;
  return {
    answer: found('answer') as AnswerView | undefined,
    fault: (found('fault') as { code: string } | undefined)?.code,
  };
}

it('survives a vault that vanishes, says so, and goes on when it is back', async () => {
  await using studio = await openStudio({ 'pump.md': PUMP });
  const { page } = await openPage(browser, studio.server.url);
  await page.getByRole('textbox', { name: 'Ask' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  const chip = page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: /^Source/u });
  await chip.first().waitFor();
  const away = `${studio.folder.root}-away`;
  await rename(studio.folder.root, away);
  await page.getByText('The note is gone.').first().waitFor();
  for (const path of ['notes', 'today', 'activity', 'graph', 'setup', 'note?path=pump.md']) {
    const response = await studio.api(path);
    expect([path, response.status, await response.json()]).toMatchObject([
      path,
      404,
      { code: 'VAULT_NOT_FOUND' },
    ]);
  }
  // Another folder can be chosen.
  expect((await studio.api('vaults')).status).toBe(200);
  await page.getByRole('textbox', { name: 'Ask' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page.getByText('The folder of these notes is not there.').first().waitFor();
  expect(studio.problems).toEqual([]);
  await rename(away, studio.folder.root);
  const again = page.locator('[data-state="quoted"]');
  await again.first().waitFor();
  expect((await ask(studio)).answer?.sources[0]?.path).toBe('pump.md');
});

/** A memory that reports the first notes that it reads, and reports their end when it may. The speed of the machine decides nothing. */
function holdBack(memory: Memory, end: PromiseWithResolvers<void>): Memory {
  return {
    ...memory,
    async *watch({ signal, onProgress, ...options } = {}) {
      signal?.addEventListener('abort', () => end.resolve());
      const tell = (progress: IndexProgress) => {
        if (progress.done < 100) onProgress?.(progress);
      };
      const held = { ...options, ...(signal === undefined ? {} : { signal }), onProgress: tell };
      for await (const event of memory.watch(held)) {
        if (event.type === 'indexed') await end.promise;
        yield event;
      }
    },
  };
}

it('answers while the notes are being read, and says how far that is', async () => {
  const notes: Record<string, string> = { 'a/pump.md': PUMP };
  for (let i = 0; i < 500; i++)
    notes[`z/${i}.md`] = `# Note ${i}\n\nThe valve ${i} opens at ${i} degrees. It was built in hall ${i}.\n`;
  const end = Promise.withResolvers<void>();
  await using studio = await openStudio(notes, {}, undefined, (memory) => holdBack(memory, end));
  const { page, complaints } = await openPage(browser, studio.server.url);
  await page.getByRole('textbox', { name: 'Ask' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page.getByText(/of [\d,]+ notes read\. You can ask already\./u).waitFor();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText('40 bar').first().waitFor();
  // It was written from only part of the notes, and says so.
  await answer.getByText(/^Asked when [\d,]+ of 501 notes were read\./u).waitFor();
  // A page that connects later also gets the progress so far.
  const later = await openPage(browser, studio.server.url);
  await later.page.getByText(/^[\d,]+ of 501 notes read\./u).waitFor();
  end.resolve();
  await answer.getByRole('button', { name: 'All are read now: ask again' }).click();
  await page
    .getByText(/^Asked when/u)
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Answer' }).getByText('40 bar').first().waitFor();
  expect(await answer.getByText(/^Asked when/u).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('reads on beside a program that holds the database, and says where it can not write', async () => {
  await using studio = await openStudio({ 'pump.md': PUMP });
  await studio.memory.index({ writeNotes: false });
  await ask(studio);
  const database = new DatabaseSync(join(studio.folder.root, '.memora', 'memora.db'));
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const path of ['notes', 'search?q=pump', 'today', 'note?path=pump.md', 'setup'])
      expect([path, (await studio.api(path)).status]).toEqual([path, 200]);
    expect((await ask(studio)).answer?.sources[0]?.path).toBe('pump.md');
  } finally {
    database.exec('ROLLBACK');
    database.close();
  }
});

/** Ten megabytes, or one in the short check. */
const LINES = isWhole ? 145_000 : 14_500;

it('shows a part of a long note, around the place that is asked for', async () => {
  const filler = `\`\`\`\n${'0101 0202 0303 0404 0505 0606 0707\n'.repeat(LINES)}\`\`\`\n\n`;
  const text = `# Long\n\n${filler}${PUMP}\n${filler}`;
  await using studio = await openStudio({ 'pump.md': PUMP, 'long.md': text });
  const start = text.indexOf('The cooling');
  const response = await studio.api(`note?path=long.md&at=${start}-${start + 32}`);
  const shown = await response.text();
  expect(shown.length).toBeLessThan(200_000);
  const note = JSON.parse(shown) as NoteView;
  expect(note.cut).toBe(true);
  expect(JSON.stringify(note.nodes)).toContain('["mark",{},["The cooling pump runs at 40 bar."]]');
  expect(note.line?.text).toBe('The cooling pump runs at 40 bar.');
});

it('refuses bodies that are too large, no JSON, or of the wrong kind, and stays up', async () => {
  await using studio = await openStudio({ 'pump.md': PUMP });
  const send = (path: string, body: string) =>
    studio.api(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (const path of ['ask', 'edit', 'today/settle', 'memory/edit', 'models/use', 'vaults/open'])
    for (const body of ['', '{', '[]', '"x"', `{"question":"${'x'.repeat(300_000)}"}`]) {
      const { status } = await send(path, body);
      expect([path, body.slice(0, 20), status]).toEqual([path, body.slice(0, 20), 400]);
    }
  expect((await send('ask', JSON.stringify({ question: 'x'.repeat(5_000) }))).status).toBe(400);
  for (const q of ['"', '(', '\0', '%', "a' OR 1=1 --", '*'.repeat(399), '\u202e', '🫖'])
    expect([q, (await studio.api(`search?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200]);
  expect((await ask(studio)).answer?.sources[0]?.path).toBe('pump.md');
  expect(studio.problems).toEqual([]);
});

it('ends while a page listens and a question is open, and the page says that it is gone', async () => {
  await using studio = await openStudio({ 'pump.md': PUMP });
  const { page } = await openPage(browser, studio.server.url);
  await page.getByRole('textbox', { name: 'Ask' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'Answer' })
    .getByRole('button', { name: /^Source/u })
    .first()
    .waitFor();
  await studio.server.close();
  await wait(50);
  await page.getByRole('textbox', { name: 'Ask' }).fill('Who built it?');
  await page.keyboard.press('Enter');
  await page.getByText('Memora is not running any more.').waitFor();
});
