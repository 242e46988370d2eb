import { MemoraError } from '@memora/core';

/** The value, where it is a text that is not empty. Throws `BAD_REQUEST`. */
export function requireText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new MemoraError('the request is not complete', { code: 'BAD_REQUEST', hint: 'Reload the page.' });
}
