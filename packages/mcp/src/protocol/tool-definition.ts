import type { Memory } from '@memora/engine';

/** Input that was checked against the schema of its tool. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** The calling client, as far as a tool knows it. */
export interface ToolClient {
  /** The same object while the client is connected. */
  readonly key: object;
  /** The folder in which the client started this server; absent over HTTP. */
  readonly folder?: string;
  /** The client's own name; null if it gives none. */
  readonly name: () => string | null;
  /** Asks the person at the client a yes-or-no question; null if the client can't. */
  readonly ask: () => ((question: string) => Promise<boolean>) | null;
}

/** One call as its tool sees it. */
export interface ToolCall {
  /** Calls without a client share one session. */
  readonly client?: ToolClient;
  readonly signal: AbortSignal;
  /** Reports progress to the client, if it asked for that. Never awaited. */
  readonly progress: (done: number, total: number | null, message: string) => void;
  /** Notifies every client of this server that notes were added or removed. */
  readonly notesChanged: () => void;
}

/** A zod object schema, as a structural type: code that passes tools on needs no zod. */
export interface ToolSchema {
  readonly shape: Readonly<Record<string, unknown>>;
}

/** A tool: its description for clients, and its implementation. */
export interface ToolDefinition {
  readonly name: `memora_${string}` | `memory_${string}` | 'memory';
  readonly title: string;
  /** One or two sentences: each word costs tokens in every conversation. */
  readonly description: string;
  /** True for the six tools of `--tools core`. */
  readonly isCore: boolean;
  /** True for the tools of `--tools memory`. */
  readonly isMemory?: true;
  /** True for the tool that is listed only with `--tools ingest`. */
  readonly isIngest?: true;
  /** True for the tool that is listed only with `--tools files`. */
  readonly isFiles?: true;
  /** True if the text of the output is the whole answer, as another protocol documents it. */
  readonly isText?: true;
  /** False for tools that write. */
  readonly isReadOnly: boolean;
  /** True if it removes something, which can be restored. */
  readonly isDestructive?: boolean;
  /** True if the tool updates the index itself; for any other tool, that is done before it runs. */
  readonly indexes?: boolean;
  /** The list or text of the output that is paged if it is long; the tool then takes a `cursor`. */
  readonly paged?: string;
  /** The text of notes that its result omits, and its replacement. Required if a field may hold text of notes: `scripts/check-operations.ts` checks it. */
  readonly redacted?: string;
  /** The command of `memora` that does the same. */
  readonly cli?: string;
  /** The list in its result of which the command returns one item. */
  readonly cliItem?: string;
  /** The fields in which its result differs from its command's, by path, and why. `scripts/check-operations.ts` finds all others. */
  readonly differs?: Readonly<Record<string, string>>;
  /**
   * Arguments for a useful call. The reference, the canary, the oracle and the hostile vaults call it with them: {@link exampleInput} inserts the id of a
   * claim.
   */
  readonly example: ToolInput;
  /** The arguments. A function, because starting needs no schema. */
  readonly input: () => ToolSchema;
  /** Arguments that are still accepted for one release and no longer listed. */
  readonly former?: () => Readonly<Record<string, unknown>>;
  /** The complete result of `run`: {@link checkOutput} refuses anything else. */
  readonly output: () => ToolSchema;
  /** Returns the structured output. A thrown `MemoraError` becomes the tool's error; any other error reveals nothing to the client. */
  readonly run: (memory: Memory, input: ToolInput, call: ToolCall) => Promise<Record<string, unknown>>;
}
