import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Vault } from '@memora/vault';
import { type KnownTexts, readKnownTexts } from '../admit/known-texts.ts';

/** The file that people alone write. */
export const PINNED_FILE = 'MEMORY.md';

/** Reads what MEMORY.md says, again whenever it says something else. A file that is none says nothing; nothing here ever writes it. */
export function createPinned(
  vault: Pick<Vault, 'readNote' | 'root'>,
  root: string,
): () => Promise<KnownTexts> {
  let known: { readonly text: string; readonly texts: KnownTexts } | null = null;
  return async () => {
    // Most vaults have none, and an error that is thrown and caught takes longer than a look.
    const isThere = existsSync(join(vault.root, root, PINNED_FILE));
    const bytes = isThere ? await vault.readNote(`${root}${PINNED_FILE}`).catch(() => null) : null;
    const text = bytes === null ? '' : new TextDecoder().decode(bytes);
    if (known?.text !== text) known = { text, texts: readKnownTexts([text]) };
    return known.texts;
  };
}
