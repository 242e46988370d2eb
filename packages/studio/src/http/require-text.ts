import { StudioError } from '../studio-error.ts';

/** Returns the value if it is a non-empty string. Throws `BAD_REQUEST` otherwise. */
export function requireText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new StudioError('the request is not complete', { code: 'BAD_REQUEST', hint: 'Reload the page.' });
}
