import type { Memory } from '@memora/engine';
import type { Vault } from '@memora/vault';

/** What the file protocol needs of an open memory of an agent. */
export interface FilePorts {
  readonly memory: Pick<Memory, 'indexNotes' | 'settings'>;
  readonly vault: Pick<Vault, 'root' | 'filter' | 'readNote' | 'replaceNote'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
}
