import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { done } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

/** The id of a memory that is saved for a test. */
export async function savedMemory(vault: TestVault): Promise<string> {
  const saved = await vault.json<{ memory_id: string }>([
    'memory',
    'save',
    'The relay of Harbor runs in Lisbon.',
  ]);
  return saved.memory_id;
}

/** The path of a list of two memories: one that agrees with the notes, and one that contradicts them. */
export async function savedList(vault: TestVault): Promise<string> {
  const path = join(vault.vault, '..', 'saved.txt');
  await writeFile(path, 'The pump runs at 40 bar.\nIda leads the garden of roses.\n');
  return path;
}

/** The path of a bundle of one memory. */
export async function savedBundle(vault: TestVault): Promise<string> {
  await savedMemory(vault);
  const path = join(vault.vault, '..', 'memory.jsonl');
  await writeFile(path, (await done(vault, ['memory', 'export'])).stdout);
  return path;
}
