import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { openVault } from '@memora/vault';

/** Indexes a vault of one note in memory: extraction, the judge, relations and their resolution. */
export async function indexOneNote(text: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'memora-steps-'));
  try {
    writeFileSync(join(root, 'a.md'), text);
    await using store = await openClaimStore({ path: ':memory:', indexes: [] });
    await indexVault({ vault: await openVault(root), store });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
