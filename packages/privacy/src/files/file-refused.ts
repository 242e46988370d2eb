import { PrivacyError } from '../privacy-error.ts';

/** Why Memora does not touch what is at a path, and what the reader can do about it. */
export function fileRefused(path: string, reason: string, remedy: string): PrivacyError<'FILE_REFUSED'> {
  return new PrivacyError(`${path} ${reason}; Memora does not touch it`, {
    code: 'FILE_REFUSED',
    hint: remedy,
  });
}

/** Faults of the machine that pass: they say nothing of what is at a path. */
const PASSING = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EIO', 'EAGAIN', 'EBUSY', 'EINTR', 'ESTALE']);

/**
 * Throws a fault that passes (no more open files, no memory, a disk that fails). For whoever takes what can't be read for something that
 * is not there: a page that nobody could open is not a page without secrets.
 */
export function throwIfPassing(error: unknown): void {
  if (PASSING.has(systemCodeOf(error))) throw error;
}

/** The code of a system error such as `ENOENT`; empty for anything else. */
export function systemCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
