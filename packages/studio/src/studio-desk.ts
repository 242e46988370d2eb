/** A program with an agent that can be connected to the notes. */
export interface Agent {
  readonly id: string;
  readonly title: string;
  /** `unreadable` if its settings can't be changed safely. */
  readonly state: 'connected' | 'absent' | 'unreadable';
  /** The changes that connecting it would write, by file and line: `+ …`, `- …`. */
  readonly edits: readonly { readonly file: string; readonly lines: readonly string[] }[];
  /** True for a client name that it calls with. */
  readonly isNamed: (client: string) => boolean;
}

/** The hosting program's data about this machine. */
export interface StudioDesk {
  /** Folders of notes, the most recently used first. */
  readonly vaults: () => Promise<readonly string[]>;
  readonly agents: (vault: string) => Promise<readonly Agent[]>;
  /** Writes the edits that `agents` listed, with a backup of each file. Throws `AGENT_NOT_FOUND`, and any error of writing. */
  readonly connect: (vault: string, id: string) => Promise<void>;
}
