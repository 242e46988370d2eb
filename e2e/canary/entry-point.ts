/** What one run of an entry point left on its outputs. */
export interface Outputs {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** How a command is run. */
export interface ProcessOptions {
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly stopAfterMs?: number;
  /** Stopped as soon as it has said this on its output. */
  readonly stopAt?: string;
  /** Asks the first address that the command prints for its page, which joins what it printed, and stops the command. */
  readonly fetchPage?: boolean;
  /** Other requests to the server of the page, by addresses under that of the page. With a body, it is posted as JSON. */
  readonly fetchBesides?: readonly { readonly at: string; readonly body?: object }[];
}

/** What an entry point is run with. */
export interface EntryContext {
  readonly vault: string;
  readonly question: string;
  /** What to capture as a secret note. */
  readonly capture: string;
  /** An export of chats, with secrets in them. */
  readonly chats: string;
  /** Ids of claims, secret ones among them, as `claims list --json` gives them. */
  readonly claimIds: readonly string[];
  readonly memora: (args: readonly string[], options?: ProcessOptions) => Promise<Outputs>;
  /** Starts `memora serve` with these arguments and gives each request to it; returns all its output. */
  readonly mcp: (requests: readonly McpRequest[], args?: readonly string[]) => Promise<Outputs>;
  /** Runs a program of this folder that is built on the packages, with the vault before its arguments. */
  readonly program: (name: string, args: readonly string[]) => Promise<Outputs>;
  /** Runs `drive-sdk.ts` with the model of the run; `secret` is captured as a secret note. */
  readonly sdk: (question: string, secret: string, claimIds: readonly string[]) => Promise<Outputs>;
  /** Runs `drive-agent-memory.ts` with the model of the run. */
  readonly agent: (question: string) => Promise<Outputs>;
}

export interface McpRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One way into the product. */
export interface EntryPoint {
  readonly name: string;
  /** Commands, MCP tools, resources and prompts, and names of the AI SDK face that it drives; the completeness test reads these. */
  readonly covers: readonly string[];
  /** True where the person asked to see secrets: then only what leaves and what is kept is searched. */
  readonly reveals?: boolean;
  readonly run: (context: EntryContext) => Promise<Outputs | readonly Outputs[]>;
}
