import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { type NoteReader, startNoteReader } from './note-reader.ts';
import { readOffline } from './read-offline.ts';

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
  expect(await whenThere(reader, 'a/drift.md', bytes)).toEqual(readOffline('a/drift.md', bytes, 'public'));
  expect(Buffer.from(bytes).toString()).toBe(NOTE);
});

it('makes the same claims of a vault that is worth a thread as of its notes one by one', async () => {
  const filler = `\`\`\`\n${'00 '.repeat(10_000)}\n\`\`\``;
  const notes = Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [
      `n${i}.md`,
      `# Room ${i}\n\nRoom${i} has ${i + 3} chairs.\n\n${filler}\n`,
    ]),
  );
  await using whole = await setupVault(notes);
  expect(await whole.index()).toMatchObject({ notes: 24, failed: 0 });
  await using single = await setupVault(notes);
  for (const path of Object.keys(notes)) await single.index({ paths: [path] });
  const ids = async (vault: typeof whole) => (await vault.claims()).map(({ id, span }) => [id, span]).sort();
  expect(await ids(whole)).toEqual(await ids(single));
});
