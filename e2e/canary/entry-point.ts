/** The outputs of one run of an entry point. */
export interface Outputs {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** The options for running a command. */
export interface ProcessOptions {
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly stopAfterMs?: number;
  /** The command is stopped when its output contains this text. */
  readonly stopAt?: string;
  /** Fetches the page at the first address that the command prints, adds the page to the output, and stops the command. */
  readonly fetchPage?: boolean;
  /** Other requests to the page's server, at addresses below the page's. A body is posted as JSON. */
  readonly fetchBesides?: readonly { readonly at: string; readonly body?: object }[];
}

/** The tools and data that an entry point runs with. */
export interface EntryContext {
  readonly vault: string;
  readonly question: string;
  /** The text to capture as a secret note. */
  readonly capture: string;
  /** A chat export that contains secrets. */
  readonly chats: string;
  /** Ids of claims, secret ones included, from `claims list --json`. */
  readonly claimIds: readonly string[];
  readonly memora: (args: readonly string[], options?: ProcessOptions) => Promise<Outputs>;
  /** Starts `memora serve` with these arguments, sends it each request, and returns all its output. */
  readonly mcp: (requests: readonly McpRequest[], args?: readonly string[]) => Promise<Outputs>;
  /** Runs a program of this folder that is built on the packages. The vault becomes its first argument. */
  readonly program: (name: string, args: readonly string[]) => Promise<Outputs>;
  /** Runs `drive-sdk.ts` with the run's model, and captures `secret` as a secret note. */
  readonly sdk: (question: string, secret: string, claimIds: readonly string[]) => Promise<Outputs>;
  /** Runs `drive-agent-memory.ts` with the run's model. */
  readonly agent: (question: string) => Promise<Outputs>;
}

export interface McpRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One entry point of the product. */
export interface EntryPoint {
  readonly name: string;
  /** The commands, MCP tools, resources, prompts and AI SDK names that it drives. The completeness test reads these. */
  readonly covers: readonly string[];
  /** True if the person asked to see secrets. Then only sent data and stored files are searched. */
  readonly reveals?: boolean;
  readonly run: (context: EntryContext) => Promise<Outputs | readonly Outputs[]>;
}
