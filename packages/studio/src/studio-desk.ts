/** A program whose agents can be connected to the notes. */
export interface Agent {
  readonly id: string;
  readonly title: string;
  /** `unreadable` where its settings can't be changed safely. */
  readonly state: 'connected' | 'absent' | 'unreadable';
  /** What connecting it would write, file by file, line by line: `+ …`, `- …`. */
  readonly edits: readonly { readonly file: string; readonly lines: readonly string[] }[];
  /** True for a name under which it calls. */
  readonly isNamed: (client: string) => boolean;
}

/** What the program around the page knows of this machine. */
export interface StudioDesk {
  /** Folders of notes, the one used last first. */
  readonly vaults: () => Promise<readonly string[]>;
  readonly agents: (vault: string) => Promise<readonly Agent[]>;
  /** Writes what `agents` showed, with a backup of each file. Throws `AGENT_NOT_FOUND`, and what stood in the way. */
  readonly connect: (vault: string, id: string) => Promise<void>;
}
