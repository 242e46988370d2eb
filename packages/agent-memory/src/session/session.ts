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

/** What a session begins with. */
export interface SessionOptions {
  /** Another one by default; one that was there before goes on, in whichever process: its conversation, and how many memories it saved. */
  readonly id?: string;
  readonly title?: string;
  /** The program that the person talks to. */
  readonly client?: string;
  /** Texts that the agent has before it anyway: a system prompt, AGENTS.md. What they say is not remembered again. */
  readonly known?: readonly string[];
}

/** How messages are held against what is recorded. */
export interface AppendOptions {
  /**
   * True for all that was said so far, of which each turn is new as often as the record lacks it; false for what was said since. By default it is told from what the
   * messages have in common with the record.
   */
  readonly isWhole?: boolean;
}

/** One run of an agent. */
export interface Session {
  /** The id of its conversation too. */
  readonly id: string;
  /** True where a person changed MEMORY.md since the agent's session before this one. */
  readonly pinnedChanged: boolean;
  /**
   * Records what was said, as turns that a memory can quote; each once, however often the whole history is sent. Gives those that are new. What the user asks to
   * have remembered is remembered at once. Where `memory.record` is `never`, nothing is recorded. Call it from the program that the person talks to, never from a
   * tool.
   */
  readonly append: (messages: readonly MessageLike[], options?: AppendOptions) => Promise<readonly NewTurn[]>;
  readonly remember: (item: NewMemory) => Promise<Admission>;
  /**
   * Remembers what is to stand in the place of another memory, or says that a memory which was saved (`by`) does. It counts as no save, and kind, entity and
   * tags of the other are kept where none are given.
   */
  readonly supersede: (id: string, item: NewMemory | { readonly by: string }) => Promise<Admission>;
  /** As of the memory; what it shows is known to the session, and saving it again adds nothing. */
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  /** As of the memory. */
  readonly get: AgentMemory['get'];
  /** Says which memories the session was shown in another way than by its `recall`. */
  readonly show: (ids: readonly string[]) => void;
  /** What a model is to be shown of the memory before it answers: `prefix` is the same bytes for as long as the session goes on. */
  readonly context: (request?: ContextRequest) => Promise<ContextPack>;
  /** Adds a line to the day's note, `episodic/daily/YYYY-MM-DD.md`, below `Session n (hh:mm-hh:mm)`, or below `Learned`. */
  readonly note: (text: string, options?: { readonly learned?: boolean }) => Promise<void>;
  /**
   * Carries out a command of the file protocol `memory_20250818` over the folder `memories/`: `view`, `create`, `str_replace`, `insert`, `delete`, `rename`. Throws
   * `MEMORY_FILE_REFUSED` or `MEMORY_FILE_CHANGED`, with the message that the protocol documents.
   */
  readonly file: (command: unknown) => Promise<string>;
  /** As of the memory. */
  readonly forget: (id: string, options: { readonly reason: string }) => Promise<Forgotten>;
  /** The memory of the vault that it stands in. */
  readonly memory: Memory;
  /**
   * Looks back on what was said since it last did, on completion of a job or at the end, and remembers what a later session needs: ten memories at most, each of which quotes a turn. Without
   * a model nothing is remembered: what is recorded is found anyway.
   */
  readonly reflect: (options?: ReflectOptions) => Promise<Reflection>;
  /** Closes the session's headings in daily notes, and deletes recorded conversations that are older than `memory.retention_days`. */
  readonly end: () => Promise<SessionSummary>;
}

/** The result of a session. */
export interface SessionSummary {
  readonly id: string;
  /** Turns that were recorded. */
  readonly turns: number;
  /** Ids of the memories that were saved. */
  readonly saved: readonly string[];
  /** Codes of what went wrong beside it. */
  readonly problems: readonly string[];
  /** Paths of conversations that were deleted because they were kept long enough. */
  readonly deleted: readonly string[];
}
