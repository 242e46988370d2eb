import type { MessageLike } from '@memora/conversations';
import type { Memory } from '@memora/engine';
import type { NewTurn } from '@memora/vault';
import type { Admission } from '../admit/admission.ts';
import type { AgentMemory } from '../agent-memory.ts';
import type { ContextPack, ContextRequest } from '../context/context-pack.ts';
import type { Forgotten } from '../forget/forget-memory.ts';
import type { Recall, RecallOptions } from '../recall/recall.ts';
import type { Reflection, ReflectOptions } from '../reflect/reflection.ts';
import type { NewMemory } from '../remember/new-memory.ts';

/** Options of a session. */
export interface SessionOptions {
  /** A new id by default. A known id continues its session, in any process: its conversation, and its number of saves. */
  readonly id?: string;
  readonly title?: string;
  /** The program that the person talks to. */
  readonly client?: string;
  /** Texts that the agent already has in its context: a system prompt, AGENTS.md. Statements in them are not remembered again. */
  readonly known?: readonly string[];
}

/** Options of `session.append`. */
export interface AppendOptions {
  /**
   * True if the messages are the whole history, in which each turn is new as often as the record lacks it;
   * false if they are only the new turns. By default it is detected from the overlap with the record.
   */
  readonly isWhole?: boolean;
}

/** One run of an agent. */
export interface Session {
  /** Also the id of its conversation. */
  readonly id: string;
  /** True if a person changed MEMORY.md since the agent's previous session. */
  readonly pinnedChanged: boolean;
  /**
   * Records messages as turns that a memory can quote; each once, even if the whole history is sent every time. Returns the new ones. The user's requests to
   * remember something are carried out at once. If `memory.record` is `never`, nothing is recorded. Call it from the program that the person talks to, never
   * from a tool.
   */
  readonly append: (messages: readonly MessageLike[], options?: AppendOptions) => Promise<readonly NewTurn[]>;
  readonly remember: (item: NewMemory) => Promise<Admission>;
  /**
   * Saves a memory that replaces another, or links a saved one (`by`) as the replacement. It does not count as a save, and inherits kind, entity and tags that
   * are not given.
   */
  readonly supersede: (id: string, item: NewMemory | { readonly by: string }) => Promise<Admission>;
  /** Like `recall` of the memory. The session knows the shown memories, and saving them again adds nothing. */
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  /** Like `get` of the memory. */
  readonly get: AgentMemory['get'];
  /** Records memories that the session was shown by other means than its `recall`. */
  readonly show: (ids: readonly string[]) => void;
  /** The context for a model before it answers. `prefix` has the same bytes during the whole session. */
  readonly context: (request?: ContextRequest) => Promise<ContextPack>;
  /** Adds a line to the daily note, `episodic/daily/YYYY-MM-DD.md`, below `Session n (hh:mm-hh:mm)`, or below `Learned`. */
  readonly note: (text: string, options?: { readonly learned?: boolean }) => Promise<void>;
  /**
   * Carries out a command of the file protocol `memory_20250818` on the folder `memories/`: `view`, `create`, `str_replace`, `insert`, `delete`, `rename`.
   * Throws `MEMORY_FILE_REFUSED` or `MEMORY_FILE_CHANGED`, with the documented message of the protocol.
   */
  readonly file: (command: unknown) => Promise<string>;
  /** Like `forget` of the memory. */
  readonly forget: (id: string, options: { readonly reason: string }) => Promise<Forgotten>;
  /** The memory of the vault. */
  readonly memory: Memory;
  /**
   * Reflects on what was said since the last reflection, after a finished task or at the end, and remembers what a later session needs: at most ten memories,
   * each quoting a turn. Without a model nothing is remembered; recorded turns can be found anyway.
   */
  readonly reflect: (options?: ReflectOptions) => Promise<Reflection>;
  /** Closes the session's headings in daily notes, and deletes recorded conversations that are older than `memory.retention_days`. */
  readonly end: () => Promise<SessionSummary>;
}

/** The result of a session. */
export interface SessionSummary {
  readonly id: string;
  /** Number of turns that were recorded. */
  readonly turns: number;
  /** Ids of the memories that were saved. */
  readonly saved: readonly string[];
  /** Codes of further problems. */
  readonly problems: readonly string[];
  /** Paths of conversations that were deleted because their retention ended. */
  readonly deleted: readonly string[];
}
