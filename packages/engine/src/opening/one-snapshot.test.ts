import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countNoteReads } from '@memora/testing-fixtures/count-note-reads';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { citeHandle } from '../testing-fixtures/cite-handle.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal of the pump on 2026-03-02.\n',
  'tea.md': '# Tea\n\nTea keeps well in a tin.\n\n## Pump\n\nThe pump of the tea urn is new.\n',
  'mixed.md':
    '# Mixed\n\nThe pump of the well is old.\n\n<!--privacy:secret-->The pump costs 900 EUR.<!--/privacy-->\n',
  'private.md': '---\nprivacy: private\n---\n# Home\n\nThe pump at home is quiet.\n',
};
const QUESTION = 'At what pressure does the pump run?';

async function openNotes() {
  const vault = await setupVault(NOTES);
  const flags = {};
  const memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index();
  return { vault, memory };
}

const most = (counts: Readonly<Record<string, number>>) => Math.max(0, ...Object.values(counts));

it('reads each note at most once for an answer, the lines under it included', async () => {
  const { vault, memory } = await openNotes();
  await using _vault = vault;
  await using _memory = memory;
  for (const bands of [undefined, ['public', 'private'] as const]) {
    using reads = countNoteReads(vault.root);
    const answer = await memory.ask(QUESTION, bands === undefined ? {} : { bands });
    expect(answer.cleanText).toContain('40 bar');
    for (const { notePath } of answer.report.checks)
      expect(await memory.readNote(notePath as string, { of: answer })).not.toBeNull();
    const counts = reads.take();
    expect(counts).toHaveProperty(['pump.md'], 1);
    expect(most(counts)).toBe(1);
  }
});

it('reads each note at most once for passages and the claims in them', async () => {
  const { vault, memory } = await openNotes();
  await using _vault = vault;
  await using _memory = memory;
  using reads = countNoteReads(vault.root);
  const bands = ['public', 'private'] as const;
  const { hits, passages } = await memory.passages(QUESTION, { bands });
  expect(hits.length).toBeGreaterThan(2);
  expect(hits[0]?.snippet).toBe('The pump runs at 40 bar.');
  expect(passages[0]?.text).toContain('40 bar');
  const counts = reads.take();
  expect(Object.keys(counts).length).toBeGreaterThan(2);
  expect(most(counts)).toBe(1);
});

it('reads each cited note at most once for verifying an answer', async () => {
  const { vault, memory } = await openNotes();
  await using _vault = vault;
  await using _memory = memory;
  const { draft } = await memory.ask(QUESTION);
  using reads = countNoteReads(vault.root);
  const report = await memory.verify(`${draft} ${draft}`);
  expect(report.verifiedCount).toBeGreaterThan(1);
  expect(most(reads.take())).toBe(1);
});

it('reads each note at most once before a model is asked, and none again that has not changed', async () => {
  const vault = await setupVault(NOTES);
  await using _vault = vault;
  await using server = await openModelServer([
    {
      say: (body) => `The pump runs at 40 bar ${citeHandle(body, '40 bar')}.`,
    },
  ]);
  await using memory = await openMemory({
    vault: vault.root,
    env: { ...vault.env, MEMORA_ENABLE_NETWORK_LLM: '1' },
    loadConfig: (root) =>
      loadConfig({
        vault: root,
        env: vault.env,
        flags: { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url },
      }),
  });
  await memory.index();
  await memory.ask(QUESTION, { useModel: false });
  using reads = countNoteReads(vault.root);
  const answer = await memory.ask(QUESTION);
  expect(answer.writtenBy).toBe('model');
  expect(answer.cleanText).toContain('40 bar');
  const counts = reads.take();
  expect(counts).toHaveProperty(['pump.md'], 1);
});

it('reads a note anew that changed after the question', async () => {
  const { vault, memory } = await openNotes();
  await using _vault = vault;
  await using _memory = memory;
  const bands = ['public', 'private'] as const;
  const found = await memory.query(QUESTION, { bands });
  const answer = await memory.ask(QUESTION, { bands });
  const secret = NOTES['pump.md'].replace(/The pump.*/u, '<!--privacy:secret-->$&<!--/privacy-->');
  await writeFile(join(vault.root, 'pump.md'), secret);
  const claims = found.hits.map(({ claim }) => claim).filter(({ notePath }) => notePath === 'pump.md');
  expect((await memory.readSpans(claims)).join()).not.toContain('40 bar');
  expect(JSON.stringify(await memory.passages(QUESTION, { bands }))).not.toContain('40 bar');
  expect(Buffer.from((await memory.readNote('pump.md', { of: answer })) ?? []).toString()).toBe(secret);
  expect((await memory.ask(QUESTION, { bands })).cleanText).not.toContain('40 bar');
});

it('reads each note at most once for a list of claims and the notes that are shown with them', async () => {
  const { vault, memory } = await openNotes();
  await using _vault = vault;
  await using _memory = memory;
  using reads = countNoteReads(vault.root);
  const { claims } = await memory.claims.listClaims({ bands: ['public', 'private'] });
  const pump = claims.find(({ notePath }) => notePath === 'pump.md');
  const shown = () => memory.readNote('pump.md', { of: pump as object, seen: true });
  const before = await shown();
  expect(Buffer.from(before ?? []).toString()).toBe(NOTES['pump.md']);
  expect(most(reads.take())).toBe(1);
  await writeFile(join(vault.root, 'pump.md'), '---\nprivacy: secret\n---\nThe pump was sold.\n');
  expect(await shown()).toBe(before);
  // A list that is read later, and a reading of the claim itself, see the change.
  expect(await memory.readSpans([pump as NonNullable<typeof pump>])).toEqual(['[redacted]']);
  const later = await memory.claims.listClaims({ bands: ['public', 'private'] });
  expect(later.claims.filter(({ notePath }) => notePath === 'pump.md')).toEqual([]);
});
