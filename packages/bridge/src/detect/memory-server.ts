/** A tool as a server of the Model Context Protocol lists it. */
export interface ToolListing {
  readonly name: string;
  readonly inputSchema?: unknown;
}

/** The kinds of servers that are known. `generic`: one tool that searches memories, and one that saves one. */
export type MemoryServerKind =
  | 'mem0'
  | 'openmemory'
  | 'server-memory'
  | 'claude-mem'
  | 'basic-memory'
  | 'kms'
  | 'generic';

/** A tool of a memory server, and the names of the arguments that it takes. */
export interface MemoryServerTool {
  /** As the server lists it, with its prefix. */
  readonly name: string;
  /** The argument that takes the query, the text or the id; null if the tool takes none. */
  readonly argument: string | null;
  /** The argument that must say whose memory it is; null if none has to. */
  readonly user: string | null;
}

/** A server that keeps memories, and the tools by which it is used. */
export interface MemoryServer {
  readonly kind: MemoryServerKind;
  /** What a client put before the names of the tools; often empty. */
  readonly prefix: string;
  readonly search: MemoryServerTool;
  /** Null if nothing can be saved by a plain text. */
  readonly save: MemoryServerTool | null;
  readonly list: MemoryServerTool | null;
  readonly remove: MemoryServerTool | null;
}
