import type { ExternalSource } from '@memora/agent-memory';
import type { RemoteRelation } from './remote-memory.ts';

/** What one sync of a bridge did, or would do. */
export interface SyncedBridge {
  readonly name: string;
  readonly provider: string | null;
  /** Null if it went to its end. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** Notes that were written of what was new there, by its batch; `rollback({ source: name })` takes all of them out. */
  readonly pulled: {
    readonly batch: string | null;
    readonly written: number;
    readonly held: number;
    readonly same: number;
    readonly left: Readonly<Record<string, number>>;
  };
  readonly pushed: { readonly saved: number; readonly removed: number };
  /** Memories that wait to be written there. */
  readonly pending: readonly { readonly memoryId: string; readonly operation: 'save' | 'remove' }[];
  /** Those that it refused too often; `retry` tries them again. */
  readonly dead: readonly {
    readonly memoryId: string;
    readonly operation: 'save' | 'remove';
    readonly code: string;
  }[];
  /** What it keeps although it was forgotten or replaced here. */
  readonly refused: readonly { readonly memoryId: string; readonly code: string }[];
  /** Changed here and there since they were written: both are kept. */
  readonly contested: readonly string[];
  /** What may be there twice: it can't say whether a write arrived. */
  readonly doubtful: readonly string[];
}

export interface SyncOptions {
  /** Only the bridge of this name. */
  readonly name?: string;
  /** True says what would be done, and writes neither here nor there. */
  readonly dryRun?: boolean;
  /** True tries what was refused too often once more. */
  readonly retry?: boolean;
  readonly signal?: AbortSignal;
}

/** The memories of other systems that a config names. */
export interface Bridges extends AsyncDisposable {
  readonly names: readonly string[];
  /** For `openAgentMemory({ external })`. */
  readonly sources: readonly ExternalSource[];
  /** Takes over what is new there, and writes there what is pending. Throws `BRIDGE_NOT_FOUND` for a name of none. */
  readonly sync: (options?: SyncOptions) => Promise<readonly SyncedBridge[]>;
  /** Takes over what is new there: at the start of a session. What goes wrong is told, and thrown nowhere. */
  readonly pull: (signal?: AbortSignal) => Promise<readonly SyncedBridge[]>;
  /** Writes there what is pending: at the end of a session, and after each write. */
  readonly push: (signal?: AbortSignal) => Promise<readonly SyncedBridge[]>;
  /** What those that keep a graph know of an entity. */
  readonly relationsOf: (
    entity: string,
    signal?: AbortSignal,
  ) => Promise<readonly (RemoteRelation & { readonly source: string })[]>;
  readonly close: () => Promise<void>;
}
