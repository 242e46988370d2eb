import type { Memory } from '@memora/engine';

/** Yields the path of every note of the vault that may be read; writes nothing. */
export async function* scanNotes({ vault, settings }: Pick<Memory, 'vault' | 'settings'>) {
  // Loaded on demand: commands that find their note at once do not need it.
  const { openVault } = await import('@memora/vault');
  const { scan } = await openVault(vault, { config: { exclude: settings.config.indexing.exclude } });
  for await (const { path } of scan()) yield path;
}
