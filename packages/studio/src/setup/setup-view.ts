/** How a vault is set up. */
export interface SetupView {
  readonly vault: string;
  readonly notes: number;
  /** Notes that could not be read. */
  readonly failures: number;
  /** The model that writes answers; null where they are passages of notes. */
  readonly model: { readonly provider: string; readonly name: string | null } | null;
  /** The editor that opens a cited line; `none` where none was chosen. */
  readonly editor: string;
  /** What sets the model where the page can't: a flag, a variable, or the vault's own settings. */
  readonly setBy: string | null;
}

/** A folder that the page can show. */
export interface VaultChoice {
  readonly folder: string;
  readonly name: string;
  /** True where its page is open already. */
  readonly isOpen: boolean;
  /** True for the one whose page asks. */
  readonly isHere: boolean;
}

/** Models that can be chosen. */
export interface ModelChoices {
  readonly servers: readonly {
    readonly name: string;
    readonly provider: string;
    readonly endpoint: string;
    readonly state: 'running' | 'off' | 'unreadable' | 'not-local';
    readonly models: readonly string[];
  }[];
  /** Services whose key is in the environment. They are on other machines. */
  readonly services: readonly string[];
  /** True where requests to other machines are allowed. */
  readonly network: boolean;
}

/** What a model is good for, as the shipped test found. */
export interface ModelTestView {
  readonly model: string;
  readonly parts: readonly {
    readonly name: string;
    readonly good: boolean;
    readonly figures: string;
    readonly seconds: number;
  }[];
}

/** An agent that can be connected, and when it called last. */
export interface AgentView {
  readonly id: string;
  readonly title: string;
  readonly state: 'connected' | 'absent' | 'unreadable';
  readonly edits: readonly { readonly file: string; readonly lines: readonly string[] }[];
  /** ISO 8601; null where it has not called yet. */
  readonly calledAt: string | null;
}
