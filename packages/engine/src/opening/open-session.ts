import { dirname, join } from 'node:path';
import type { ClaimReader } from '@memora/claims';
import type { LeakGuard, RehearsedRequest } from '@memora/privacy';
import { openVault, type Vault } from '@memora/vault';
import type { OpenedJudge } from '../answer/answer-question.ts';
import { loadEnforcedDetector } from '../answer/evidence/read-source-lines.ts';
import type { KnownUnits } from '../answer/passages/citable-units.ts';
import { createTurns } from '../concurrency/create-turns.ts';
import { shareReads } from '../concurrency/share-reads.ts';
import { type LoadedConfig, loadConfig, type MemoraConfig } from '../config/index.ts';
import { namesOwnEndpoint } from '../config/names-own-endpoint.ts';
import { createJudging } from '../judge/create-judging.ts';
import { createKeptVerdicts, type KeptVerdicts } from '../judge/create-kept-verdicts.ts';
import { type MemorySearch, openSearch } from '../lookup/open-search.ts';
import type { OpenMemoryOptions } from '../memory.ts';
import { openAnswerModel } from '../models/open-answer-model.ts';
import { openEgressPorts } from '../privacy/egress/open-egress-ports.ts';
import { withLiveBands } from '../privacy/live-bands.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import type { KeyPorts } from '../store/keys/settle-database.ts';
import { openOwnStore } from '../store/open-own-store.ts';
import { createLazyReader } from '../store/store-handle.ts';
import { toMissingNote } from '../store/to-missing-note.ts';
import { createAccessCounts, type OwnAccessCounts } from '../upkeep/feedback/access-counts.ts';
import { createLearnedFeedback, type LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import { type MemoryVectors, openVectors } from '../vectors/open-vectors.ts';
import { createKeptNotes, type KeptNotes } from './create-kept-notes.ts';
import { createNoteReaders, type NoteReaders } from './create-note-readers.ts';

type OwnStore = ReturnType<typeof openOwnStore>;

/** The shared parts of an open memory. Each is opened on first use. */
export interface Session extends Pick<OwnStore, 'store' | 'codec' | 'restore'>, NoteReaders {
  readonly options: OpenMemoryOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: LoadedConfig;
  readonly readSettings: () => Promise<LoadedConfig>;
  readonly config: MemoraConfig;
  readonly vault: Vault;
  /** The database's path. */
  readonly indexPath: string;
  readonly bandSettings: BandSettings;
  /** A note's bytes; null if there is no such note. Callers that ask at the same time share one read. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Notes that questions read, for callers that read their hits again; forgotten after each write. */
  readonly keptNotes: KeptNotes;
  /** Claims with the bands that their notes give them now. */
  readonly claims: ClaimReader;
  readonly guard: LeakGuard;
  readonly vectors: MemoryVectors;
  readonly learned: LearnedFeedback;
  readonly access: OwnAccessCounts;
  /** What judges said. */
  readonly verdicts: KeptVerdicts;
  readonly query: MemorySearch['query'];
  readonly findPassages: MemorySearch['passages'];
  readonly claimsIn: MemorySearch['claimsIn'];
  readonly lookedAt: MemorySearch['lookedAt'];
  /** The chat model of the caller or of the settings; null if there is none. */
  readonly model: ReturnType<typeof openAnswerModel>;
  readonly now: () => Date;
  /** The judge of the caller or of the settings. */
  readonly judge: () => Promise<OpenedJudge>;
  /** Cited sentences that have no claim. */
  readonly units: KnownUnits;
  /** Runs writing tasks one at a time. The next question gets a new retriever. */
  readonly write: <T>(task: () => Promise<T>) => Promise<T>;
  /** The keys of the vault, and the database under them. */
  readonly keys: KeyPorts;
  readonly close: () => Promise<void>;
}

/** Opens the parts that every operation of a memory uses. With `rehearse`, each outbound request is passed to it and none is sent. */
export async function openSession(
  options: OpenMemoryOptions,
  rehearse?: (request: RehearsedRequest) => void,
): Promise<Session> {
  const env = options.env ?? process.env;
  const { root } = await openVault(options.vault);
  const readSettings = () => (options.loadConfig ?? ((vault) => loadConfig({ vault, env })))(root);
  const settings = await readSettings();
  const { config } = settings;
  if (config.privacy.detector === 'enforce') await loadEnforcedDetector();
  const vault = await openVault(root, { config: { exclude: config.indexing.exclude } });
  const { path, codec, installation, own, store, keys, restore } = openOwnStore(root, config, env, () =>
    vectors.index(),
  );
  const readNote = shareReads((path) => vault.readNote(path).catch(toMissingNote));
  const bandSettings = { defaultBand: config.privacy.defaultNotePrivacy, detector: config.privacy.detector };
  const readers = createNoteReaders({ root, store: store.read, readNote, settings: bandSettings });
  const claims = withLiveBands(createLazyReader(store.read), readers.live);
  const { guard, egress } = openEgressPorts({ root, vault, claims, config, env, rehearse });
  const vectors = openVectors({
    config: config.embed,
    egress,
    env,
    isNamedByUser: namesOwnEndpoint(settings, 'embed.endpoint'),
    own: options.embedder,
    guard,
    folder: env['MEMORA_VECTOR_INDEX'],
    encrypted: config.privacy.encryptDatabase,
    installation,
  });
  const usePath = join(dirname(path), 'use.db');
  const access = createAccessCounts(usePath, own);
  const verdicts = createKeptVerdicts(
    rehearse === undefined ? { path: usePath, own, codec: async () => (await codec()).codec } : null,
  );
  const learned = createLearnedFeedback({
    path: usePath,
    own,
    // A rehearsal does not count as use.
    enabled: config.retrieval.learnFromUse && rehearse === undefined,
  });
  const {
    startAfresh,
    passages: findPassages,
    ...search
  } = openSearch({
    path,
    config,
    store,
    vectors,
    learned,
    live: readers.live,
    own: options,
  });
  const model = openAnswerModel({ settings, env, options, egress, guard });
  const inTurn = createTurns();
  const keptNotes = createKeptNotes(root);
  return {
    options,
    env,
    settings,
    readSettings,
    config,
    vault,
    indexPath: path,
    bandSettings,
    store,
    codec,
    restore,
    keys,
    readNote,
    keptNotes,
    claims,
    ...readers,
    guard,
    vectors,
    learned,
    access,
    verdicts,
    ...search,
    findPassages,
    model,
    now: options.now ?? (() => new Date()),
    units: new Map(),
    judge: createJudging({ settings, env, egress, model, own: options.judge, kept: verdicts }),
    // A retriever may cache what it read, so a new one is opened after a write.
    write: (task) =>
      inTurn(() => {
        keptNotes.clear();
        return task().finally(startAfresh);
      }),
    close: async () => {
      keptNotes.clear();
      await startAfresh();
      await store.end();
      await learned.close();
      await access.close();
      await verdicts.close();
      await codec.close((opened) => opened.close());
    },
  };
}
