import type { ExternalSource } from '@memora/agent-memory';
import type { RemoteRelation } from './remote-memory.ts';

/** The result of one sync of a bridge, or of its dry run. */
export interface SyncedBridge {
  readonly name: string;
  readonly provider: string | null;
  /** Null if it finished. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** Notes that were written from new remote memories, by batch; `rollback({ source: name })` removes all of them. */
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
  /** Memories that it refused too often; `retry` tries them again. */
  readonly dead: readonly {
    readonly memoryId: string;
    readonly operation: 'save' | 'remove';
    readonly code: string;
  }[];
  /** Memories that it keeps although they were forgotten or replaced here. */
  readonly refused: readonly { readonly memoryId: string; readonly code: string }[];
  /** Memories that changed both here and there since they were written; both versions are kept. */
  readonly contested: readonly string[];
  /** Memories that may exist there twice, because it can't report whether a write arrived. */
  readonly doubtful: readonly string[];
}

export interface SyncOptions {
  /** Only the bridge with this name. */
  readonly name?: string;
  /** True reports what would be done, and writes neither here nor there. */
  readonly dryRun?: boolean;
  /** True tries writes again that were refused too often. */
  readonly retry?: boolean;
  readonly signal?: AbortSignal;
}

/** The external memories that a config names. */
export interface Bridges extends AsyncDisposable {
  readonly names: readonly string[];
  /** For `openAgentMemory({ external })`. */
  readonly sources: readonly ExternalSource[];
  /** Imports new remote memories, and writes pending ones. Throws `BRIDGE_NOT_FOUND` for an unknown name. */
  readonly sync: (options?: SyncOptions) => Promise<readonly SyncedBridge[]>;
  /** Imports new remote memories, at the start of a session. Errors are reported and never thrown. */
  readonly pull: (signal?: AbortSignal) => Promise<readonly SyncedBridge[]>;
  /** Writes pending memories: at the end of a session, and after each write. */
  readonly push: (signal?: AbortSignal) => Promise<readonly SyncedBridge[]>;
  /** The relations of an entity, from bridges that keep a graph. */
  readonly relationsOf: (
    entity: string,
    signal?: AbortSignal,
  ) => Promise<readonly (RemoteRelation & { readonly source: string })[]>;
  readonly close: () => Promise<void>;
}
