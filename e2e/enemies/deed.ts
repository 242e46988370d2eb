/**
 * A process's effect on the system: it read, listed or wrote a file (the real one, behind all links), changed
 * a directory entry, ran a program, connected, listened, or sent a signal.
 */
export interface Deed {
  readonly did: 'read' | 'list' | 'write' | 'change' | 'run' | 'connect' | 'listen' | 'signal';
  /** A path, an address or a process. */
  readonly what: string;
}

/** The result of a recorded process. */
export interface Recorded {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly deeds: readonly Deed[];
}
