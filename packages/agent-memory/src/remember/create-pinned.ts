import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Vault } from '@memora/vault';
import { type KnownTexts, readKnownTexts } from '../admit/known-texts.ts';

/** The file that only people write. */
export const PINNED_FILE = 'MEMORY.md';

/** Reads MEMORY.md, again whenever it changes. A missing file counts as empty; this code never writes it. */
export function createPinned(
  vault: Pick<Vault, 'readNote' | 'root'>,
  root: string,
): () => Promise<KnownTexts> {
  let known: { readonly text: string; readonly texts: KnownTexts } | null = null;
  return async () => {
    // Most vaults have none, and catching an error takes longer than this check.
    const isThere = existsSync(join(vault.root, root, PINNED_FILE));
    const bytes = isThere ? await vault.readNote(`${root}${PINNED_FILE}`).catch(() => null) : null;
    const text = bytes === null ? '' : new TextDecoder().decode(bytes);
    if (known?.text !== text) known = { text, texts: readKnownTexts([text]) };
    return known.texts;
  };
}
