import { afterAll, beforeAll } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from './setup-vault.ts';

/** Opens an indexed memory over notes, by path, for all tests of a file; closed behind the last of them. */
export function openNotes(notes: Readonly<Record<string, string>>): () => Memory {
  let memory: Memory;
  let close = async (): Promise<void> => {};
  beforeAll(async () => {
    const vault = await setupVault(notes);
    memory = await openMemory({ vault: vault.root, env: vault.env });
    close = async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    };
    await memory.index();
  });
  afterAll(() => close());
  return () => memory;
}
