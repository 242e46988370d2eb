/** A tool as an MCP server lists it. */
export interface ToolListing {
  readonly name: string;
  readonly inputSchema?: unknown;
}

/** The known kinds of servers. `generic`: one tool that searches memories, and one that saves one. */
export type MemoryServerKind =
  | 'mem0'
  | 'openmemory'
  | 'server-memory'
  | 'claude-mem'
  | 'basic-memory'
  | 'kms'
  | 'generic';

/** A tool of a memory server, and the names of its arguments. */
export interface MemoryServerTool {
  /** The name that the server lists, with its prefix. */
  readonly name: string;
  /** The argument for the query, the text or the id; null if the tool takes none. */
  readonly argument: string | null;
  /** The required argument that names the user; null if there is none. */
  readonly user: string | null;
}

/** A memory server, and the tools for using it. */
export interface MemoryServer {
  readonly kind: MemoryServerKind;
  /** The prefix that a client put before the tools' names; often empty. */
  readonly prefix: string;
  readonly search: MemoryServerTool;
  /** Null if no tool saves a plain text. */
  readonly save: MemoryServerTool | null;
  readonly list: MemoryServerTool | null;
  readonly remove: MemoryServerTool | null;
}
