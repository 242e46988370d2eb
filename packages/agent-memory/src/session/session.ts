import type { Admission } from '../admit/admission.ts';
import type { NewMemory } from '../remember/new-memory.ts';

/** What a session begins with. */
export interface SessionOptions {
  /** Another one by default. */
  readonly id?: string;
  readonly title?: string;
  /** The program that the person talks to. */
  readonly client?: string;
  /** Texts that the agent has before it anyway: a system prompt, AGENTS.md. What they say is not remembered again. */
  readonly known?: readonly string[];
}

/** One run of an agent. */
export interface Session {
  readonly id: string;
  readonly remember: (item: NewMemory) => Promise<Admission>;
}
