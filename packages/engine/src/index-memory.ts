import { type Extractor, indexVault } from '@memora/claims';
import type { Vault } from '@memora/vault';
import { autofillNotes } from './autofill-notes.ts';
import type { MemoraConfig } from './config/index.ts';
import type { IndexOptions, IndexResult } from './memory.ts';
import type { StoreHandle } from './store-handle.ts';

/** What indexing needs of an open memory. */
export interface IndexPorts {
  readonly vault: Vault;
  readonly config: MemoraConfig;
  readonly store: StoreHandle;
  /** The extractor of the settings; null for the offline one. */
  readonly extractor: () => Promise<Extractor | null>;
}

/** Brings the claims up to date with the notes: the one path of `index` and of every other entry point. */
export async function indexMemory(
  wanted: IndexOptions & { readonly paths?: readonly string[] },
  { vault, config, store, extractor }: IndexPorts,
): Promise<IndexResult> {
  // A dry run writes nothing at all: where no database is, it looks at an empty one in memory.
  const opened = wanted.dryRun === true ? await store.readOrEmpty() : await store.write();
  const chosen = await extractor();
  if (wanted.dryRun !== true && wanted.writeNotes !== false && wanted.paths === undefined) {
    const known = new Map((await opened.notes()).map((note) => [note.path, note]));
    await autofillNotes(vault, config, known, wanted.signal);
  }
  const report = await indexVault({
    vault,
    store: opened,
    defaultBand: config.privacy.defaultNotePrivacy,
    singleValued: config.claims.singleValued,
    multiValued: config.claims.multiValued,
    ...(chosen === null ? {} : { extractor: chosen }),
    ...(wanted.paths === undefined ? {} : { paths: wanted.paths }),
    ...(wanted.full === undefined ? {} : { full: wanted.full }),
    ...(wanted.dryRun === undefined ? {} : { dryRun: wanted.dryRun }),
    ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
    ...(wanted.onProgress === undefined ? {} : { onProgress: wanted.onProgress }),
  });
  const contradictions = await opened.countClaims({ status: 'contested' });
  const stale = await opened.countClaims({ status: 'stale' });
  return { report, contradictions, stale };
}
