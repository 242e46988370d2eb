import type { EraseOptions, Memory } from '@memora/engine';
import type { Admission } from './admit/admission.ts';
import type { ImportedBundle } from './bundle/import-bundle.ts';
import type { ConsolidateOptions, MemoryConsolidation } from './consolidate/consolidation.ts';
import type { ContextPack, ContextRequest } from './context/context-pack.ts';
import type { ExternalSource } from './external/external-source.ts';
import type { Forgotten, Restored } from './forget/forget-memory.ts';
import type { ImportedMemories, ImportedMemory } from './import/import-memories.ts';
import type { LearningLog, LearningOperation } from './learning/parse-learning-log.ts';
import type {
  MemoryDetail,
  MemoryFilter,
  MemoryPage,
  MemoryStats,
  Recall,
  RecallOptions,
  ShowOptions,
} from './recall/recall.ts';
import type { NewMemory } from './remember/new-memory.ts';
import type { SourceErasure } from './rollback/erasing/erase-source.ts';
import type { Rollback, RollbackOptions, RollbackTarget } from './rollback/rollback-plan.ts';
import type { Session, SessionOptions } from './session/session.ts';

/** What a memory lets in, and how long. */
export interface MemoryPolicy {
  /** Memories that one session may save; 10 by default, null for no limit. */
  readonly maxSavesPerSession?: number | null;
  /** Columns of letters and digits that a statement has at least; 15 by default. */
  readonly minLength?: number;
  /** The zone whose date the notes of days bear, such as `Europe/Lisbon`; `memory.time_zone` of the settings by default, else the system's. */
  readonly timeZone?: string;
  /** Days after which what is not recalled counts half as fresh; `memory.half_life_days` of the settings by default, which is 14. */
  readonly halfLifeDays?: number;
}

/** What {@link openAgentMemory} takes. */
export type AgentMemoryOptions = (
  | {
      /** The folder of notes. */
      readonly vault: string;
    }
  | {
      /** An open memory, which stays open when this is closed. */
      readonly memory: Memory;
    }
) & {
  /** A folder of the vault that all of it stands under, such as `users/ada`; the vault itself by default. */
  readonly root?: string;
  /** The agent's name: its memories bear it. */
  readonly agent?: string;
  /** Not to be given: a vault is the memory of one person, and a name in it keeps nobody apart. It is refused with `MEMORY_INVALID`. */
  readonly user?: string;
  readonly policy?: MemoryPolicy;
  /** Memories beside the vault that a recall asks too; `@memora/bridge` makes them of the bridges of a config. */
  readonly external?: readonly ExternalSource[];
  /** Counts tokens for the budgets of context packs; an estimate that is rather too high by default. */
  readonly countTokens?: (text: string) => number;
  /**
   * Asks the person whether what is said is recorded: called once, before the first turn that a session would record, where `memory.record` is `ask`. The answer
   * is kept in the person's own config. A program without it has settled that with its user before it calls `append`.
   */
  readonly askToRecord?: () => Promise<boolean>;
  /** `MEMORA_CONFIG_DIR` and the like are read from it; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ids of new memories, each once: `mem_` and 12 of `0-9a-z`. Drawn at random by default. */
  readonly createId?: () => string;
  /** The clock; the system's by default. */
  readonly now?: () => Date;
};

/** Which entries of the learning log are wanted; all by default. */
export interface LogFilter {
  readonly batch?: string;
  /** The id of a memory that the entry names. */
  readonly note?: string;
  readonly operation?: LearningOperation;
}

/** The memory of an agent. Dispose it to close what it opened. */
export interface AgentMemory extends AsyncDisposable {
  /** The memory of the vault that it stands in. */
  readonly memory: Memory;
  /** The folder of the vault that all of it stands under; empty, or with a `/` at its end. */
  readonly root: string;
  /** Begins a session, or goes on with one. */
  readonly session: (options?: SessionOptions) => Promise<Session>;
  /** Decides on a statement and writes what is let in, in a session of its own that lasts as long as this. */
  readonly remember: (item: NewMemory) => Promise<Admission>;
  /** As of a session: what is to stand in the place of another memory. Throws `MEMORY_NOT_FOUND`. */
  readonly supersede: Session['supersede'];
  /** Finds what is remembered: memories first, then what notes and conversations say. Changes no note. */
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  /** As of a session's, in a session of its own that lasts as long as this. */
  readonly context: (request?: ContextRequest) => Promise<ContextPack>;
  /** Memories in full, with the turns they rest on and what other notes say of them. An id of none is left out. */
  readonly get: (ids: readonly string[], options?: ShowOptions) => Promise<readonly MemoryDetail[]>;
  readonly list: (filter?: MemoryFilter & ShowOptions) => Promise<MemoryPage>;
  readonly stats: () => Promise<MemoryStats>;
  /** Those that are in no prompt until a person confirms them. */
  readonly held: (options?: ShowOptions) => Promise<readonly MemoryDetail[]>;
  /** Moves a memory to the trash, or retracts a claim of somebody's note, with an entry in the ledger. Throws `MEMORY_NOT_FOUND`. */
  readonly forget: (id: string, options: { readonly reason: string }) => Promise<Forgotten>;
  /** Brings back a memory that was forgotten, under the ids it had, or a file that an agent deleted, by its path such as `/memories/notes.md`. Throws `MEMORY_NOT_FOUND`. */
  readonly restore: (id: string, options?: { readonly reason?: string }) => Promise<Restored>;
  /** A person's word that a held memory counts. Never make a tool of it that an agent may call. Throws `MEMORY_NOT_FOUND`. */
  readonly confirm: (id: string, options: { readonly reason: string }) => Promise<void>;
  /**
   * Takes back everything that came from a source, as if it had never been there; what a person changed since is left. `rollback({ batch })` of the batch it
   * gives undoes it. Throws `MEMORY_INVALID`.
   */
  readonly rollback: (target: RollbackTarget, options?: RollbackOptions) => Promise<Rollback>;
  /**
   * Erases everything that came from a source: what a rollback of it finds in sessions and imports, and the notes that name it. With `dryRun` it changes nothing. Never make a tool of it that
   * an agent may call. Throws `NOTHING_TO_ERASE`.
   */
  readonly eraseSource: (source: string, options?: EraseOptions) => Promise<SourceErasure>;
  /**
   * Brings what is remembered in order, without a model: what later evidence decides, what is over, what is said twice, what lost its evidence. One batch, which
   * `rollback({ batch })` undoes; a second run finds nothing to do. Where another process is at it, nothing is done.
   */
  readonly consolidate: (options?: ConsolidateOptions) => Promise<MemoryConsolidation>;
  /**
   * All of the memory as it is, a file a line with its BLAKE3: notes, conversations, days, trash, ledger and log. `MEMORY.md` is not in it. Files that hold secret text are left
   * out and counted, unless `reveal`. Throws `MEMORY_INVALID` for a memory below a folder of the vault.
   */
  readonly exportBundle: (options?: { readonly reveal?: boolean }) => AsyncIterable<Uint8Array>;
  /**
   * Writes the files of a bundle that are not there, under the ids they had. What is in a bundle is trusted as it was where it comes from, so it is a person's act: never
   * make a tool of it that an agent may call. `open` is called twice. Throws `BUNDLE_INVALID` and `BUNDLE_TOO_NEW` before anything is written.
   */
  readonly importBundle: (open: () => AsyncIterable<Uint8Array>) => Promise<ImportedBundle>;
  /**
   * Lets in what other systems remember, as any memory is let in, with the trust of another store (.3). A second import of the same writes nothing;
   * `rollback({ batch })` takes it out again.
   */
  readonly importMemories: (
    items: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>,
  ) => Promise<ImportedMemories>;
  /** What was done to what is remembered, in the order of the log; damaged lines are told. */
  readonly log: (filter?: LogFilter) => Promise<LearningLog>;
  readonly close: () => Promise<void>;
}
