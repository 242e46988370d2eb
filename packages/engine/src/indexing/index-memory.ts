import {
  type Extractor,
  type IndexVaultOptions,
  indexVault,
  type NoteBudget,
  type SqliteClaimStore,
} from '@memora/claims';
import { readVaultKeyId, writeVaultKeyId } from '@memora/claims/internal';
import type { Vault } from '@memora/vault';
import type { MemoraConfig } from '../config/index.ts';
import type { IndexOptions, IndexResult } from '../memory.ts';
import type { OpenJudge } from '../models/open-judge.ts';
import { createBandDetector } from '../privacy/create-band-detector.ts';
import { hideFromFiles } from '../privacy/erasing/hide-from-files.ts';
import type { UncleanedBackup } from '../privacy/erasing/uncleaned-backup.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import type { MemoryVectors } from '../vectors/open-vectors.ts';
import { autofillNotes } from './autofill-notes.ts';
import { removeDrafts } from './remove-drafts.ts';
import { toPredicateSettings } from './to-predicate-settings.ts';

/** The dependencies of indexing. */
export interface IndexPorts {
  readonly vault: Vault;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: MemoraConfig;
  readonly store: StoreHandle;
  /** The configured extractor; null for the offline one. */
  readonly extractor: () => Promise<Extractor | null>;
  /** The configured judge; null for the rules alone. */
  readonly judge: () => Promise<OpenJudge | null>;
  readonly vectors: MemoryVectors;
  /** The budget of one long note; the default budget if absent. */
  readonly noteBudget?: NoteBudget;
}

/** Updates the claims from the notes: used by `index` and every other entry point. */
export async function indexMemory(
  wanted: IndexOptions & { readonly paths?: readonly string[] },
  { vault, env, config, store, extractor, judge: openJudge, vectors, noteBudget }: IndexPorts,
): Promise<Omit<IndexResult, 'notices'>> {
  // A dry run writes nothing: without a database, it uses an empty one in memory.
  const opened = wanted.dryRun === true ? await store.readOrEmpty() : await store.write();
  if (wanted.dryRun !== true && wanted.paths === undefined) removeDrafts(vault.root, opened.path, env);
  const chosen = await extractor();
  let notesEdited = 0;
  const fills =
    config.frontmatter.mode === 'autofill' && wanted.dryRun !== true && wanted.writeNotes !== false;
  if (fills && wanted.paths === undefined) {
    // If all notes are read again, every note counts as changed.
    const notes = wanted.full === true ? [] : await opened.notes();
    const known = new Map(notes.map((note) => [note.path, note]));
    const { notes: edited } = await autofillNotes(vault, config, {
      known,
      ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
    });
    notesEdited = edited.length;
  }
  const predicates = toPredicateSettings(config);
  const judge = wanted.dryRun === true || wanted.contradict === false ? null : await openJudge();
  const detecting = config.privacy.detector === 'enforce' ? { detect: createBandDetector() } : {};
  const uncleaned = new Map<string, UncleanedBackup>();
  const run = (more: Partial<IndexVaultOptions>) =>
    indexVault({
      vault,
      store: opened,
      ...predicates,
      defaultBand: config.privacy.defaultNotePrivacy,
      contradict: wanted.contradict ?? true,
      ...detecting,
      onHidden: async (hidden) => {
        for (const backup of await hideFromFiles(vault.root, hidden, store.openCopy, env, opened))
          uncleaned.set(backup.path, backup);
      },
      ...(judge === null ? {} : { judge: judge.label }),
      ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
      ...(noteBudget === undefined ? {} : { noteBudget }),
      ...more,
    });
  const report = await run({
    ...(chosen === null ? {} : { extractor: chosen }),
    ...(wanted.paths === undefined ? {} : { paths: wanted.paths }),
    ...(wanted.full === undefined ? {} : { full: wanted.full }),
    ...(wanted.dryRun === undefined ? {} : { dryRun: wanted.dryRun }),
    ...(wanted.onProgress === undefined ? {} : { onProgress: wanted.onProgress }),
  });
  if (wanted.dryRun !== true) keepKeyId(opened);
  const judged = judge === null ? null : await judge.run(opened, { ...wanted, ...detecting });
  if (judged !== null) {
    await opened.unsettle(judged.again);
    // The verdicts apply from the next relating run on, and statements without a claim become claims.
    await run({ ...(chosen === null ? {} : { extractor: chosen }), paths: judged.again });
  }
  const embedded = wanted.dryRun === true ? null : await vectors.sync(opened, wanted.signal);
  const { contested: contradictions, stale } = await opened.runCounts();
  const uncleanedBackups = [...uncleaned.values()];
  const counts = { notesEdited, contradictions, stale, vectors: embedded, uncleanedBackups };
  return { report, ...counts, ...(judged === null ? {} : { judged }) };
}

/** The database stores the number of its key, so that a copy says which key it needs. */
function keepKeyId({ codec, database }: SqliteClaimStore): void {
  if (codec !== undefined && readVaultKeyId(database) !== codec.keyId) writeVaultKeyId(database, codec.keyId);
}
