/**
 * What a process did to the world: it read, listed or wrote a file (the real one, behind all links), changed what stands at a name,
 * ran a program, connected, listened, or sent a signal.
 */
export interface Deed {
  readonly did: 'read' | 'list' | 'write' | 'change' | 'run' | 'connect' | 'listen' | 'signal';
  /** A path, an address or a process. */
  readonly what: string;
}

/** What a recorded process left. */
export interface Recorded {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly deeds: readonly Deed[];
}
