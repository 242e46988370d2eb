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

/** The limits for new memories, and the time zone of daily notes. */
export interface MemoryPolicy {
  /** Maximum number of memories that one session may save; 10 by default, null for no limit. */
  readonly maxSavesPerSession?: number | null;
  /** Minimum number of columns of letters and digits in a statement; 15 by default. */
  readonly minLength?: number;
  /** The time zone of daily notes, such as `Europe/Lisbon`; `memory.time_zone` of the settings by default, otherwise the system's. */
  readonly timeZone?: string;
}

/** Options of {@link openAgentMemory}. */
export type AgentMemoryOptions = (
  | {
      /** The folder of notes. */
      readonly vault: string;
    }
  | {
      /** An open memory, which stays open when the agent memory is closed. */
      readonly memory: Memory;
    }
) & {
  /** The folder of the vault that holds the memory, such as `users/ada`; the vault itself by default. */
  readonly root?: string;
  /** The agent's name, written into its memories. */
  readonly agent?: string;
  /** Must not be set: a vault is the memory of one person, and a user name would separate nobody. Refused with `MEMORY_INVALID`. */
  readonly user?: string;
  readonly policy?: MemoryPolicy;
  /** Further memories that a recall queries; `@memora/bridge` creates them from the bridges of a config. */
  readonly external?: readonly ExternalSource[];
  /** Counts tokens for the budgets of context packs; by default an estimate that errs upwards. */
  readonly countTokens?: (text: string) => number;
  /**
   * Asks the person whether to record conversations: called once, before the first turn that a session would record, if `memory.record` is `ask`. The answer is
   * stored in the person's own config. A program that does not pass this must ask its user before it calls `append`.
   */
  readonly askToRecord?: () => Promise<boolean>;
  /** The environment, for `MEMORA_CONFIG_DIR` and similar variables; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Makes unique ids for new memories: `mem_` and 12 of `0-9a-z`. Random by default. */
  readonly createId?: () => string;
  /** The clock; the system's by default. */
  readonly now?: () => Date;
};

/** Selects entries of the learning log; all by default. */
export interface LogFilter {
  readonly batch?: string;
  /** The id of a memory that the entry names. */
  readonly note?: string;
  readonly operation?: LearningOperation;
}

/** The memory of an agent. Dispose it to close what it opened. */
export interface AgentMemory extends AsyncDisposable {
  /** The memory of the vault. */
  readonly memory: Memory;
  /** The folder of the vault that holds the memory; empty, or with a `/` at its end. */
  readonly root: string;
  /** Starts a session, or continues one. */
  readonly session: (options?: SessionOptions) => Promise<Session>;
  /** Decides about a statement and writes it if admitted, in a session of its own that lasts as long as this object. */
  readonly remember: (item: NewMemory) => Promise<Admission>;
  /** Like `supersede` of a session: saves a memory that replaces another. Throws `MEMORY_NOT_FOUND`. */
  readonly supersede: Session['supersede'];
  /** Finds memories first, then statements of notes and conversations. Changes no note. */
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  /** Like `context` of a session, in a session of its own that lasts as long as this object. */
  readonly context: (request?: ContextRequest) => Promise<ContextPack>;
  /**
   * Memories in full, with the turns that support them and statements of other notes about them. Unknown ids
   * are skipped.
   */
  readonly get: (ids: readonly string[], options?: ShowOptions) => Promise<readonly MemoryDetail[]>;
  readonly list: (filter?: MemoryFilter & ShowOptions) => Promise<MemoryPage>;
  readonly stats: () => Promise<MemoryStats>;
  /** Memories that are in no prompt until a person confirms them. */
  readonly held: (options?: ShowOptions) => Promise<readonly MemoryDetail[]>;
  /** Moves a memory to the trash, or retracts a claim of a person's note with an entry in the ledger. Throws `MEMORY_NOT_FOUND`. */
  readonly forget: (id: string, options: { readonly reason: string }) => Promise<Forgotten>;
  /** Restores a forgotten memory with its ids, or a file that an agent deleted, by its path such as `/memories/notes.md`. Throws `MEMORY_NOT_FOUND`. */
  readonly restore: (id: string, options?: { readonly reason?: string }) => Promise<Restored>;
  /** Records a person's confirmation of a held memory. Never offer it as a tool that an agent may call. Throws `MEMORY_NOT_FOUND`. */
  readonly confirm: (id: string, options: { readonly reason: string }) => Promise<void>;
  /**
   * Removes everything that came from a source, as if it had never been there; files that a person has
   * changed since are kept. `rollback({ batch })` with the returned batch undoes it. Throws `MEMORY_INVALID`.
   */
  readonly rollback: (target: RollbackTarget, options?: RollbackOptions) => Promise<Rollback>;
  /**
   * Erases everything that came from a source: what a rollback of it finds in sessions and imports, and the notes that name it. With `dryRun` it changes
   * nothing. Never offer it as a tool that an agent may call. Throws `NOTHING_TO_ERASE`.
   */
  readonly eraseSource: (source: string, options?: EraseOptions) => Promise<SourceErasure>;
  /**
   * Consolidates the memory without a model: settles disputes that later evidence decides, removes expired
   * memories, merges duplicates, and handles lost evidence. One batch, which `rollback({ batch })` undoes; a
   * second run finds nothing to do. Does nothing if another process is already consolidating.
   */
  readonly consolidate: (options?: ConsolidateOptions) => Promise<MemoryConsolidation>;
  /**
   * The whole memory, one line per file with its BLAKE3: notes, conversations, daily notes, trash, ledger and log. `MEMORY.md` is not included. Files that hold
   * secret text are left out and counted, unless `reveal` is set. Throws `MEMORY_INVALID` for a memory below a folder of the vault.
   */
  readonly exportBundle: (options?: { readonly reveal?: boolean }) => AsyncIterable<Uint8Array>;
  /**
   * Writes the files of a bundle that do not exist yet, with their ids. A bundle keeps the trust levels of its origin, so only a person may import one: never
   * offer it as a tool that an agent may call. `open` is called twice. Throws `BUNDLE_INVALID` and `BUNDLE_TOO_NEW` before anything is written.
   */
  readonly importBundle: (open: () => AsyncIterable<Uint8Array>) => Promise<ImportedBundle>;
  /**
   * Imports memories of other systems with the usual admission and the trust of an external store (.3). A second import of the same memories writes nothing;
   * `rollback({ batch })` removes them again.
   */
  readonly importMemories: (
    items: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>,
  ) => Promise<ImportedMemories>;
  /** The operations on memories, in the order of the log; damaged lines are reported. */
  readonly log: (filter?: LogFilter) => Promise<LearningLog>;
  readonly close: () => Promise<void>;
}
