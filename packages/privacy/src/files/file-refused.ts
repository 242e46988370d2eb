import { PrivacyError } from '../privacy-error.ts';

/** Why Memora does not touch the file at a path, and what the reader can do about it. */
export function fileRefused(path: string, reason: string, remedy: string): PrivacyError<'FILE_REFUSED'> {
  return new PrivacyError(`${path} ${reason}; Memora does not touch it`, {
    code: 'FILE_REFUSED',
    hint: remedy,
  });
}

/** Transient faults of the machine, which say nothing about the file at a path. */
const PASSING = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EIO', 'EAGAIN', 'EBUSY', 'EINTR', 'ESTALE']);

/**
 * Throws a transient fault (no more open files, no memory, a failing disk). For callers that treat an unreadable file as missing: a page that could not be
 * opened is not a page without secrets.
 */
export function throwIfPassing(error: unknown): void {
  if (PASSING.has(systemCodeOf(error))) throw error;
}

/** The code of a system error such as `ENOENT`; empty for anything else. */
export function systemCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
