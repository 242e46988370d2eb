import type { StudioDesk } from '../studio-desk.ts';
import type { StudioOptions } from '../studio-server.ts';

/** All vaults that one server shows, each at its own address. */
export interface House {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if the hosting program provides no data about this machine. */
  readonly desk: StudioDesk | null;
  readonly report: NonNullable<StudioOptions['report']>;
  /** Folders whose pages are open. */
  readonly folders: () => Promise<readonly string[]>;
  /** Returns the path of a folder's page and opens it if necessary. Throws `FOLDER_NOT_FOUND`, and the errors of opening a memory. */
  readonly open: (folder: string) => Promise<string>;
  /** Reopens the vault of a page with its current settings. Its answers are still followed. */
  readonly reopen: (path: string) => Promise<void>;
}
