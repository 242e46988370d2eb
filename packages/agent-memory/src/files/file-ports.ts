import type { Memory } from '@memora/engine';
import type { Vault } from '@memora/vault';

/** The parts of an open agent memory that the file protocol needs. */
export interface FilePorts {
  readonly memory: Pick<Memory, 'indexNotes' | 'settings'>;
  readonly vault: Pick<Vault, 'root' | 'filter' | 'readNote' | 'replaceNote'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
}
