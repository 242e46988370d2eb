import type { Memory } from '@memora/engine';

/** Input that was checked against the schema of its tool. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Who calls, as far as a tool knows. */
export interface ToolClient {
  /** The same for as long as the client is connected. */
  readonly key: object;
  /** The folder in which the client started this server; absent for one that came over HTTP. */
  readonly folder?: string;
  /** What the program calls itself; null if it does not say. */
  readonly name: () => string | null;
  /** Puts a yes-or-no question to the person at the client; null if it can't. */
  readonly ask: () => ((question: string) => Promise<boolean>) | null;
}

/** One call as its tool sees it. */
export interface ToolCall {
  /** Calls without one are of one session. */
  readonly client?: ToolClient;
  readonly signal: AbortSignal;
  /** Tells the client how far the work is, where it asked to be told. Never awaited. */
  readonly progress: (done: number, total: number | null, message: string) => void;
  /** Tells every client of this server that notes came or went. */
  readonly notesChanged: () => void;
}

/** An object schema of zod, as it is seen from outside: who passes tools on needs no zod. */
export interface ToolSchema {
  readonly shape: Readonly<Record<string, unknown>>;
}

/** A tool: what the client is told about it, and what it does. */
export interface ToolDefinition {
  readonly name: `memora_${string}` | `memory_${string}` | 'memory';
  readonly title: string;
  /** One or two sentences: each word is paid for in every conversation. */
  readonly description: string;
  /** True for the six tools of `--tools core`. */
  readonly isCore: boolean;
  /** True for the tools of `--tools memory`. */
  readonly isMemory?: true;
  /** True for the tool that is listed with `--tools ingest` alone. */
  readonly isIngest?: true;
  /** True for the tool that is listed with `--tools files`, and there alone. */
  readonly isFiles?: true;
  /** True if the text of the output is the answer, as another protocol documents it. */
  readonly isText?: true;
  /** False for tools that write. */
  readonly isReadOnly: boolean;
  /** True if it takes something away, which can be put back. */
  readonly isDestructive?: boolean;
  /** True if the tool brings the index up to date itself; for any other that is done before it runs. */
  readonly indexes?: boolean;
  /** The list or text of the output that comes in pages where it is long: the tool takes a `cursor` then. */
  readonly paged?: string;
  /** What of the notes its result does not show, and what is there instead. A row has it where a field may hold text of notes: `scripts/check-operations.ts` asks. */
  readonly redacted?: string;
  /** The command of `memora` that does the same. */
  readonly cli?: string;
  /** The list of its result of which the command gives one item. */
  readonly cliItem?: string;
  /** Where its result is not that of its command, by the path of the field, and why. `scripts/check-operations.ts` knows of any other. */
  readonly differs?: Readonly<Record<string, string>>;
  /**
   * Arguments with which it does something. The reference, the canary, the oracle and the hostile vaults call it with them: {@link exampleInput} puts in the id of a claim.
   */
  readonly example: ToolInput;
  /** The arguments. A function, because a start needs no schema. */
  readonly input: () => ToolSchema;
  /** Arguments that are read as before and not listed any more, for one release. */
  readonly former?: () => Readonly<Record<string, unknown>>;
  /** What `run` gives, whole: {@link checkOutput} refuses anything else. */
  readonly output: () => ToolSchema;
  /** Returns the structured output. A thrown `MemoraError` becomes the tool's error; any other throw says nothing outside. */
  readonly run: (memory: Memory, input: ToolInput, call: ToolCall) => Promise<Record<string, unknown>>;
}
