import { StudioError } from '../studio-error.ts';

/** The value, where it is a text that is not empty. Throws `BAD_REQUEST`. */
export function requireText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new StudioError('the request is not complete', { code: 'BAD_REQUEST', hint: 'Reload the page.' });
}
