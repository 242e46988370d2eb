import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countNoteReads } from '../../../../scripts/testing-fixtures/count-note-reads.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': 'The pump of the well runs at 40 bar.\n',
  'tea.md': 'The pump of the tea urn is new.\n',
  'mixed.md': 'The pump of the mill is old.\n\n<!--privacy:secret-->The pump costs 900 EUR.<!--/privacy-->\n',
};
const ASKED = { bands: ['public', 'private'], near: true, kept: true, behind: false } as const;

// What was written a moment ago is not kept: files are as old as they look from a later clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 }));
afterEach(() => void vi.useRealTimers());

async function openNotes() {
  const vault = await setupVault(NOTES);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const ask = async () => (await memory.query('Where is the pump?', ASKED)).hits.map(({ claim }) => claim);
  const texts = async () => (await memory.readSpans(await ask(), { again: true })).toSorted();
  return { vault, memory, ask, texts };
}

const ALL = [
  'The pump of the mill is old.',
  'The pump of the tea urn is new.',
  'The pump of the well runs at 40 bar.',
];

describe('notes that are kept for the next question', () => {
  it('reads none twice whose file is the same, and all again that are shown; one that holds a secret is not kept', async () => {
    const { vault, memory, ask, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    expect(await texts()).toEqual(ALL);
    using reads = countNoteReads(vault.root);
    const found = await ask();
    expect(reads.take()).toEqual({ 'mixed.md': 1 });
    expect((await memory.readSpans(found, { again: true })).toSorted()).toEqual(ALL);
    expect(reads.take()).toEqual({ 'pump.md': 1, 'tea.md': 1 });
    await memory.query('Where is the pump?', { ...ASKED, kept: false });
    expect(reads.take()).toEqual({ 'mixed.md': 1, 'pump.md': 1, 'tea.md': 1 });
  });

  it('sees what changed before a question, in a file of the same length too, and what was marked as secret', async () => {
    const { vault, memory, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    await texts();
    await writeFile(join(vault.root, 'pump.md'), 'The pump of the well runs at 41 bar.\n');
    expect(await texts()).toEqual(ALL.slice(0, 2));
    await writeFile(join(vault.root, 'tea.md'), `---\nprivacy: secret\n---\n${NOTES['tea.md']}`);
    expect(await texts()).toEqual(ALL.slice(0, 1));
  });

  it('sees what changes between a question and what is shown of it', async () => {
    const { vault, memory, ask, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    await texts();
    const found = await ask();
    const [of] = found.filter(({ notePath }) => notePath === 'pump.md');
    if (of === undefined) throw new Error('the pump was not found');
    const seen = () => memory.readNote('pump.md', { of, seen: true });
    const before = await seen();
    await writeFile(join(vault.root, 'pump.md'), 'The pump of the well runs at 41 bar.\n');
    expect(await seen()).toBe(before);
    expect(await memory.readSpans([of], { again: true })).toEqual([null]);
    expect(Buffer.from((await seen()) ?? []).toString()).toContain('41 bar');
  });

  it('forgets all of them where something is written', async () => {
    const { vault, memory, ask, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    await texts();
    await memory.index();
    using reads = countNoteReads(vault.root);
    await ask();
    expect(Object.keys(reads.take())).toEqual(['mixed.md', 'pump.md', 'tea.md']);
  });
});
