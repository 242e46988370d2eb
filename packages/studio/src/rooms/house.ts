import type { StudioDesk } from '../studio-desk.ts';
import type { StudioOptions } from '../studio-server.ts';

/** All vaults that one server shows, each under an address of its own. */
export interface House {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null if the program around the page knows nothing of this machine. */
  readonly desk: StudioDesk | null;
  readonly report: NonNullable<StudioOptions['report']>;
  /** Folders whose pages are open. */
  readonly folders: () => Promise<readonly string[]>;
  /** The path of a folder's page; it is opened unless it is. Throws `FOLDER_NOT_FOUND`, and what opening a memory throws. */
  readonly open: (folder: string) => Promise<string>;
  /** Opens the vault of a page again, with its settings as they are now. Its answers are still followed. */
  readonly reopen: (path: string) => Promise<void>;
}
