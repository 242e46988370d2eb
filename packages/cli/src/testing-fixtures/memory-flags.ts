import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
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

/** The flags about what agents remember, each on a vault of its own. */
export const MEMORY_FLAGS: FlagCases = {
  'memory show --reveal': async (vault) => {
    await vault.write(
      'semantic/memory/fact/memory-k3f9q2x7m1ab.md',
      '---\nid: mem_k3f9q2x7m1ab\ntype: semantic\nkind: fact\nsource: agent\nprivacy: secret\n---\nThe word is heliotrope.\n',
    );
    await done(vault, ['index']);
    const asked = ['memory', 'show', 'mem_k3f9q2x7m1ab'];
    expect((await done(vault, asked)).stdout).not.toContain('heliotrope');
    expect((await done(vault, [...asked, '--reveal'])).stdout).toContain('heliotrope');
  },
  'memory forget --reason': async (vault) => {
    const id = await savedMemory(vault);
    await done(vault, ['memory', 'forget', id, '--reason', 'it moved away']);
    expect(await readFile(join(vault.vault, '_ledger.md'), 'utf8')).toContain('it moved away');
    expect((await vault.json<{ memories: unknown[] }>(['memory', 'list'])).memories).toEqual([]);
    await done(vault, ['memory', 'restore', id]);
    expect((await vault.json<{ memories: unknown[] }>(['memory', 'list'])).memories).toHaveLength(1);
  },
};
