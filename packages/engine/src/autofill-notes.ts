import { MemoraError } from '@memora/core';
import type { KnownFile, Vault } from '@memora/vault';
import { parseNote, syncRefs } from '@memora/vault';
import type { MemoraConfig } from './config/index.ts';

/**
 * Adds the missing frontmatter keys to notes that are new or changed, where the settings say so; every other byte stays. A note
 * that cannot be written, or that changed meanwhile, is left as it is: it is indexed all the same.
 */
export async function autofillNotes(
  vault: Vault,
  config: MemoraConfig,
  known: ReadonlyMap<string, KnownFile>,
  signal?: AbortSignal,
): Promise<void> {
  const { mode, refsMode } = config.frontmatter;
  if (mode !== 'autofill') return;
  for await (const entry of vault.scan({ known, ...(signal === undefined ? {} : { signal }) })) {
    if (entry.error !== undefined || !entry.changed) continue;
    try {
      await vault.autofillNote(entry.path, { defaultBand: config.privacy.defaultNotePrivacy });
      if (refsMode === 'sync_from_wikilinks') await syncNoteRefs(vault, entry.path, config);
    } catch (error) {
      if (!MemoraError.isInstance(error)) throw error;
    }
  }
}

async function syncNoteRefs(vault: Vault, path: string, config: MemoraConfig): Promise<void> {
  const bytes = await vault.readNote(path);
  const note = parseNote(bytes, { path, defaultBand: config.privacy.defaultNotePrivacy });
  const next = syncRefs(bytes, note);
  if (next !== null && Buffer.compare(bytes, next) !== 0) await vault.replaceNote(path, bytes, next);
}
