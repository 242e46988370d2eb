import { parseNote } from '@memora/vault';
import { expect, test } from 'vitest';
import { parseBounded } from './parse-bounded.ts';
import { parseInSlices } from './parse-in-slices.ts';

const long = (word: string): Uint8Array =>
  Buffer.from(Array.from({ length: 6000 }, (_, i) => `${word} ${i} is in [[Lyon]]. #tea`).join('\n\n'));
const NO_TIME = { msPerMegabyte: 1, megabytes: 1024 };

test('any note is parsed to what it is parsed to here', async () => {
  for (const bytes of [long('Mill'), Buffer.from('---\nprivacy: secret\n---\nTea is hot.'), long('Quay')]) {
    for (const options of [{ path: 'a.md' }, { path: 'a.md', defaultBand: 'public' as const }]) {
      expect(await parseBounded(bytes, options)).toEqual(parseNote(bytes, options));
    }
  }
});

test('a note that takes too long is told of by its path, at once when it is asked for again, and others are read', async () => {
  const costly = parseBounded(long('Ida'), { path: 'ida.md', budget: NO_TIME });
  await expect(costly).rejects.toMatchObject({ code: 'NOTE_TOO_COSTLY' });
  await expect(costly).rejects.not.toThrow(/Lyon/);
  const before = await costly.catch((error: unknown) => error);
  // The budget is not used again, because these bytes of this note are known.
  await expect(parseBounded(long('Ida'), { path: 'ida.md' })).rejects.toBe(before);
  expect((await parseBounded(long('Ida'), { path: 'b.md' })).segments.length).toBeGreaterThan(5000);
  expect((await parseBounded(long('Ben'), { path: 'ida.md' })).segments.length).toBeGreaterThan(5000);
});

test('other work goes on while a long note is parsed', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await parseBounded(long('Harbour'), { path: 'harbour.md' });
  isOver = true;
  // If it were parsed at once, there would be one turn.
  expect(turns).toBeGreaterThan(3);
});

test('a note is parsed on a thread if a block of it, its frontmatter or all of it is long', async () => {
  const limits = { ms: 60_000 };
  const inSlices = (text: string) => parseInSlices(Buffer.from(text), { path: 'a.md' }, limits);
  const words = 'Mill 1 is in Lyon. '.repeat(3_500);
  expect(await inSlices(words)).toBeNull();
  expect(await inSlices(`- Ida\n\n${words}`)).toBeNull();
  expect(await inSlices(`---\n${'mill: Lyon\n'.repeat(6_500)}---\nTea.`)).toBeNull();
  // A long list of items is many blocks.
  const items = Buffer.from(
    `${'- Mill 1 is in [[Lyon]]\n'.repeat(3_500)}\n| a | b |\n|---|---|\n| 1 | 2 |\n`,
  );
  const read = await parseInSlices(items, { path: 'a.md' }, limits);
  expect(JSON.stringify(read) === JSON.stringify(parseNote(items, { path: 'a.md' }))).toBe(true);
});

test('what takes too long in slices is parsed on a thread, to the same', async () => {
  const bytes = long('Reef');
  expect(await parseInSlices(bytes, { path: 'reef.md' }, { ms: 0 })).toBeNull();
  const stop = new AbortController();
  stop.abort(new Error('enough'));
  const stopped = parseInSlices(bytes, { path: 'reef.md' }, { ms: 60_000, signal: stop.signal });
  await expect(stopped).rejects.toThrow('enough');
  const larger = Buffer.concat([bytes, bytes]);
  expect(larger.length).toBeGreaterThan(256 * 1024);
  const there = await parseBounded(larger, { path: 'reef.md' });
  expect(JSON.stringify(there) === JSON.stringify(parseNote(larger, { path: 'reef.md' }))).toBe(true);
});

test('an abort ends the parsing, and the note is no costly one', async () => {
  const stop = new AbortController();
  const parsing = parseBounded(long('Coast'), { path: 'coast.md', signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(parsing).rejects.toThrow('enough');
  expect((await parseBounded(long('Coast'), { path: 'coast.md' })).segments.length).toBeGreaterThan(5000);
});
