import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';

const KILN =
  '# Kiln\n\nThe kiln burns at 900 degrees.\n\n<!--privacy:secret-->The code is 471108.<!--/privacy-->\n\nHello!\n';

it('shows what an extractor makes of a note, with the ids of indexing, and stores nothing', async () => {
  await using vault = await setupVault({ 'kiln.md': KILN, 'other.md': 'Oven2 burns at 300 degrees.\n' });
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  const preview = await memory.extract('./kiln.md');
  expect(await readdir(vault.path)).toEqual(['kiln.md', 'other.md']);
  expect(preview.note).toBe('kiln.md');
  expect(preview.claims.map(({ subject, notePath }) => [subject, notePath])).toEqual([['Kiln', 'kiln.md']]);
  expect(preview.report).toMatchObject({ notes: 1, claimsNew: 1, claimsWithheld: 1 });
  expect(preview.report.segments.gated).toMatchObject({ heading: 1, greeting: 1 });
  await memory.index({ writeNotes: false });
  const stored = (await memory.claims.listClaims({ notePath: 'kiln.md' })).claims;
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(preview.claims.map(({ id }) => id)));
});

it.each(['missing.md', '../outside.md', '.memora/x.md'])('refuses %s', async (path) => {
  await using vault = await setupVault({ 'kiln.md': KILN });
  await using memory = await openMemory({ vault: vault.path, env: vault.env });
  await expect(memory.extract(path)).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
});

async function setupVault(notes: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'memora-extract-'));
  const path = await mkdtemp(join(folder, 'vault-'));
  for (const [name, text] of Object.entries(notes)) await writeFile(join(path, name), text);
  const dispose = () => rm(folder, { recursive: true, force: true });
  return { path, env: { MEMORA_CONFIG_DIR: join(folder, 'config') }, [Symbol.asyncDispose]: dispose };
}
