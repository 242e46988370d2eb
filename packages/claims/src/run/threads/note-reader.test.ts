import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readOffline } from '../../extract/offline/read-offline.ts';
import { loadBlake3 } from '../../prepare/load-blake3.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { type NoteReader, startNoteReader } from './note-reader.ts';
import { takeNote } from './take-note.ts';

const NOTE = `---
aliases: [Drift]
---
# Drift

Drift uses **MessagePack**. It was JSON before.

| Part | Owner |
|---|---|
| Parser | Ines |

- [ ] Ask 山田さん about it
`;

const hash = await loadBlake3();

async function whenThere(reader: NoteReader, path: string, bytes: Uint8Array) {
  for (;;) {
    const read = await reader.read(path, bytes, 'public');
    if (read !== null) return read;
    await setTimeout(20);
  }
}

it('gives on another thread exactly what is read on this one', async () => {
  await using reader = startNoteReader();
  if (reader === null) throw new Error('no second processor, or no file for the thread');
  const bytes = new TextEncoder().encode(NOTE);
  expect(await whenThere(reader, 'a/drift.md', bytes)).toEqual(
    readOffline('a/drift.md', bytes, 'public', hash),
  );
  expect(Buffer.from(bytes).toString()).toBe(NOTE);
});

it('lets either thread read what it comes to first, and leaves no note of many', async () => {
  await using reader = startNoteReader();
  if (reader === null) throw new Error('no second processor, or no file for the thread');
  await whenThere(reader, 'first.md', new TextEncoder().encode(NOTE));
  const notes = Array.from({ length: 1500 }, (_, i) => ({
    path: `${i}.md`,
    text: `${NOTE}\nRoom ${i} has ${i} chairs.\n`,
  }));
  const read = await Promise.all(
    notes.map(({ path, text }) => reader.read(path, new TextEncoder().encode(text), 'private')),
  );
  expect(read).toHaveLength(notes.length);
  const there = read.flatMap((each, i) =>
    each === null ? [] : [{ each, ...(notes[i] as (typeof notes)[0]) }],
  );
  expect(there.length).toBeGreaterThan(0);
  expect(there.length).toBeLessThan(notes.length);
  for (const { each, path, text } of there.filter((_, i) => i % 50 === 0))
    expect(each).toEqual(readOffline(path, new TextEncoder().encode(text), 'private', hash));
});

it('gives a note to whoever takes it first, once', () => {
  const free = new Int32Array(new SharedArrayBuffer(16));
  free[3] = 7;
  // An older note that had the same path.
  expect(takeNote(free, 3)).toBe(false);
  expect(takeNote(free, 7)).toBe(true);
  expect(takeNote(free, 7)).toBe(false);
});

it('computes of the claims what the store would, secret notes aside', async () => {
  const bytes = new TextEncoder().encode(NOTE);
  const { readings, extraction } = readOffline('a/drift.md', bytes, 'private', hash);
  expect(readings?.ids).toHaveLength(extraction.claims.length);
  expect(new Set(readings?.ids).size).toBe(extraction.claims.length);
  const secret = new TextEncoder().encode(`${NOTE}\nDrift is <!--privacy:secret-->late<!--/privacy-->.\n`);
  expect(readOffline('a/drift.md', secret, 'private', hash).readings).toBeNull();
});

it('makes the same claims of a vault that is worth a thread as of its notes one by one', async () => {
  const filler = `\`\`\`\n${'00 '.repeat(10_000)}\n\`\`\``;
  const notes = Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [
      `n${i}.md`,
      `# Room ${i}\n\nRoom${i} has ${i + 3} chairs.\n\nchairs:: ${i + 3}\n\n${filler}\n`,
    ]),
  );
  await using whole = await setupVault(notes);
  expect(await whole.index()).toMatchObject({ notes: 24, failed: 0 });
  await using single = await setupVault(notes);
  for (const path of Object.keys(notes)) await single.index({ paths: [path] });
  const rows = (vault: typeof whole) =>
    [
      'claim.id, span_start, fingerprint, said, context FROM claim',
      'name, place, value FROM slot JOIN claim ON claim = key',
    ].map((what) => vault.store.database.prepare(`SELECT ${what} ORDER BY claim.id`).all());
  expect(rows(whole)).toEqual(rows(single));
});
