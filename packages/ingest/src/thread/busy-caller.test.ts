import { afterAll, expect, it } from 'vitest';
import type { Document } from '../document.ts';
import { utf8 } from '../testing-fixtures/make-attacks.ts';
import { makePdf } from '../testing-fixtures/make-pdf.ts';
import { createBoundedReader, type ReadBoundedOptions } from './read-bounded.ts';

const reader = createBoundedReader();
afterAll(() => reader[Symbol.asyncDispose]());

async function readAll(bytes: Uint8Array, options: ReadBoundedOptions = {}): Promise<Document[]> {
  const documents: Document[] = [];
  for await (const document of reader.read(bytes, options)) documents.push(document);
  return documents;
}

/** Keeps this thread busy for this many milliseconds of its own processor time. */
function beBusy(ms: number): void {
  const begun = process.cpuUsage().user;
  while (process.cpuUsage().user - begun < ms * 1_000);
}

/** Keeps this thread busy once, after the first page. Not in the message itself, because this thread's timers run before its next messages. */
function busyAtFirst(ms: number): (done: number) => void {
  let isBusy = false;
  return (done) => {
    if (done === 0 || isBusy) return;
    isBusy = true;
    setImmediate(() => beBusy(ms));
  };
}

const PAGES = 200;
const pdf = makePdf(
  Array.from({ length: PAGES }, (_, page) => [
    { x: 72, y: 700, text: `The crane ${page} lifts twelve tons.` },
  ]),
);

it('a page is not left out because its caller was busy while it was read', async () => {
  // The libraries are loaded before the measurement.
  await readAll(pdf);
  // A page may cost 200 ms, a thirtieth of the budget, plus the usual allowance per megabyte.
  const [document] = await readAll(pdf, { limits: { ms: 6_000 }, onPage: busyAtFirst(1_500) });
  expect(document?.meta.notices).toEqual([]);
  expect(document?.markdown.match(/crane \d+/g)).toHaveLength(PAGES);
});

it('pages that the caller names in any order are left out, and the others are read', async () => {
  const [document] = await readAll(pdf, { costlyPages: [30, 2, 5] });
  expect(document?.meta.notices[0]).toContain('pages 2, 5, 30.');
  expect(document?.markdown).toContain('The crane 28 lifts');
  expect(document?.markdown).not.toContain('The crane 30 lifts');
});

it('a caller that stops in the middle of a feed can read the next source, and an entry that fails comes after those before it', async () => {
  const entries = Array.from(
    { length: 300 },
    (_, i) => `<item><title>Crane ${i}</title><description>It lifts.</description></item>`,
  );
  const feed = utf8(`<rss><channel>${entries.join('')}</channel></rss>`);
  const seen: string[] = [];
  for await (const { title } of reader.read(feed, { name: 'a.rss' })) {
    seen.push(title);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual(['Crane 0', 'Crane 1', 'Crane 2']);
  expect((await readAll(feed, { name: 'a.rss' })).map(({ title }) => title)).toEqual(
    entries.map((_, i) => `Crane ${i}`),
  );
});
