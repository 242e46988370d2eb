import { MemoraError } from '@memora/core';

/** Why Memora does not touch what stands at a path, and what the reader can do about it. */
export function fileRefused(path: string, reason: string, remedy: string): MemoraError<'FILE_REFUSED'> {
  return new MemoraError(`${path} ${reason}; Memora does not touch it`, {
    code: 'FILE_REFUSED',
    hint: remedy,
  });
}

/** The code of a system error such as `ENOENT`; empty for anything else. */
export function systemCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
