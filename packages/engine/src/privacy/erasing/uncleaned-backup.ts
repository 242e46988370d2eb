import { statSync } from 'node:fs';
import { MemoraError } from '@memora/core';

/** A backup from which text that has become secret could not be removed. */
export interface UncleanedBackup {
  /** Absolute. */
  readonly path: string;
  readonly code: string;
  /** Names the file; no text of notes. */
  readonly reason: string;
  /** The remedy for it. */
  readonly remedy: string;
}

/**
 * Why a backup could not be cleaned, and the remedy. There is no retry, because the hidden text is stored
 * nowhere.
 */
export function toUncleanedBackup(path: string, error: unknown): UncleanedBackup {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return {
    path,
    code: typeof code === 'string' ? code : 'BACKUP_NOT_CLEANED',
    reason: MemoraError.isInstance(error) ? error.message : `${path} cannot be opened as a database`,
    remedy: 'Delete it; `memora backup` writes a new one.',
  };
}

/** A database that was set aside: it is damaged or of unknown origin, and is not opened to clean it. */
export function toUncleanedAside(path: string): UncleanedBackup {
  return {
    path,
    code: 'DATABASE_ASIDE',
    reason: `${path} was set aside, and is not opened`,
    remedy: 'Delete it, unless you want to keep its history.',
  };
}

/** The same as a sentence, to be shown next to its remedy. */
export function describeUncleaned({ code, reason }: Pick<UncleanedBackup, 'code' | 'reason'>): string {
  return `a backup may still contain text that has become secret: ${reason} (${code})`;
}

/** False if the path cannot be inspected: the file may exist. */
export function isGone(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
