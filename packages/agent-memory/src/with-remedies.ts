import { memoryError } from './memory-error.ts';

/**
 * Wraps an object so that system errors get a code and a remedy. The message names no path, because the caller may not know files that a program writes next to
 * notes.
 */
export function withRemedies<T extends object>(target: T): T {
  const guarded = Object.defineProperties({}, Object.getOwnPropertyDescriptors(target)) as T;
  for (const name of Reflect.ownKeys(target) as (keyof T)[]) {
    const { value } = Object.getOwnPropertyDescriptor(target, name) ?? {};
    if (typeof value !== 'function') continue;
    const act = (...args: unknown[]): unknown => {
      const given: unknown = value.apply(target, args);
      return given instanceof Promise
        ? given.catch((error: unknown) => {
            throw toMemoryError(error);
          })
        : given;
    };
    Object.defineProperty(guarded, name, {
      value: act,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return guarded;
}

function toMemoryError(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  if (typeof syscall !== 'string' || typeof code !== 'string') return error;
  if (FULL.has(code))
    return memoryError('DISK_FULL', 'The disk is full.', 'Free some space and try again.', error);
  if (REFUSED.has(code))
    return memoryError(
      'MEMORY_UNWRITABLE',
      `A file of the memory cannot be written (${code}).`,
      'Let this user write in the vault and its folder .memora, and try again.',
      error,
    );
  return error;
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const REFUSED: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
]);
