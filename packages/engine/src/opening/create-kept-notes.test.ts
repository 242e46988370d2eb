import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countNoteReads } from '@memora/testing-fixtures/count-note-reads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueryResult } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': 'The pump of the well runs at 40 bar.\n',
  'tea.md': 'The pump of the tea urn is new.\n',
  'mixed.md': 'The pump of the mill is old.\n\n<!--privacy:secret-->The pump costs 900 EUR.<!--/privacy-->\n',
};
const ASKED = { bands: ['public', 'private'], near: true, kept: true, behind: false } as const;

// A file that was written a moment ago is not kept, because only a later clock reading can prove its age.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 }));
afterEach(() => void vi.useRealTimers());

async function openNotes() {
  const vault = await setupVault(NOTES);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const ask = () => memory.query('Where is the pump?', ASKED);
  const readAgain = async (of: QueryResult) => {
    const claims = of.hits.map(({ claim }) => claim);
    return (await memory.readSpans(claims, { again: true, of })).toSorted();
  };
  return { vault, memory, ask, readAgain, texts: async () => readAgain(await ask()) };
}

const ALL = [
  'The pump of the mill is old.',
  'The pump of the tea urn is new.',
  'The pump of the well runs at 40 bar.',
];

describe('notes that are kept for the next question', () => {
  it('reads none twice whose file is the same, and all again that are shown; one that holds a secret is not kept', async () => {
    const { vault, memory, ask, readAgain, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    expect(await texts()).toEqual(ALL);
    using reads = countNoteReads(vault.root);
    const found = await ask();
    expect(reads.take()).toEqual({ 'mixed.md': 1 });
    expect(await readAgain(found)).toEqual(ALL);
    expect(reads.take()).toEqual({ 'pump.md': 1, 'tea.md': 1 });
    await memory.query('Where is the pump?', { ...ASKED, kept: false });
    expect(reads.take()).toEqual({ 'mixed.md': 1, 'pump.md': 1, 'tea.md': 1 });
  });

  it('shows nothing of what changed before a question, in a file of the same length too, and nothing that was marked as secret', async () => {
    const { vault, memory, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    await texts();
    await writeFile(join(vault.root, 'pump.md'), 'The pump of the well runs at 41 bar.\n');
    expect(await texts()).toEqual([...ALL.slice(0, 2), null]);
    await writeFile(join(vault.root, 'tea.md'), `---\nprivacy: secret\n---\n${NOTES['tea.md']}`);
    expect(await texts()).toEqual([ALL[0], '[redacted]']);
    expect(await texts()).toEqual([ALL[0]]);
  });

  it('looks at each file again once something was written to the index', async () => {
    const { vault, memory, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    await texts();
    await writeFile(join(vault.root, 'pump.md'), 'The pump of the well runs at 41 bar.\n');
    await writeFile(join(vault.root, 'urn.md'), 'The urn is new.\n');
    await using other = await openMemory({ vault: vault.root, env: vault.env });
    await other.index();
    expect(await texts()).toEqual([...ALL.slice(0, 2), 'The pump of the well runs at 41 bar.']);
  });

  it('sees what changes between a question and what is shown of it', async () => {
    const { vault, memory, ask, texts } = await openNotes();
    await using _vault = vault;
    await using _memory = memory;
    await texts();
    const of = await ask();
    const [pump] = of.hits.flatMap(({ claim }) => (claim.notePath === 'pump.md' ? [claim] : []));
    if (pump === undefined) throw new Error('the pump was not found');
    const seen = () => memory.readNote('pump.md', { of, seen: true });
    const before = await seen();
    await writeFile(join(vault.root, 'pump.md'), 'The pump of the well runs at 41 bar.\n');
    expect(await seen()).toBe(before);
    expect(await memory.readSpans([pump], { again: true, of })).toEqual([null]);
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
