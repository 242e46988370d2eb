import type { Memory } from '@memora/engine';
import type { ReportOptions } from '@memora/report';
import type { StudioDesk } from './studio-desk.ts';
import type { TeamSource } from './team/team-source.ts';

/** Options of `serveStudio`. */
export interface StudioOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
  /** Ends the server. */
  readonly signal?: AbortSignal;
  /** Milliseconds in which a decision can be undone before it is written to the ledger; 10,000 by default. */
  readonly undoMs?: number;
  /** Called with the code of each error. Codes hold no text of notes. */
  readonly onProblem?: (code: string) => void;
  /** Opens another folder, or the same one after its settings changed; `openMemory` with `env` by default. The server closes the memory that it returns. */
  readonly openMemory?: (vault: string) => Promise<Memory>;
  /** Serves the page of a team instead of the page of a folder, for asking and reading. */
  readonly team?: TeamSource;
  /** Data about this machine. Without it, the page offers no vaults and no agents. */
  readonly desk?: StudioDesk;
  /** The options of the report at `report` below the address. */
  readonly report?: Pick<ReportOptions, 'share' | 'maxNodes' | 'conversations'>;
  /** `MEMORA_*` variables; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A page that is being served. */
export interface StudioServer extends AsyncDisposable {
  /** The address with its token. Anyone who has it may read and edit the notes. */
  readonly url: string;
  /** Resolves when the server has stopped. */
  readonly done: Promise<void>;
  readonly close: () => Promise<void>;
}
