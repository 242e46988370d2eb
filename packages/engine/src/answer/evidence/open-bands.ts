import type { Band } from '@memora/core';

const OPEN: readonly Band[] = ['public', 'private'];

/**
 * Returns the requested bands without `secret`, for remote models: a match of a secret claim would reveal its content, because the model knows the question.
 */
export function openBands(asked: readonly Band[] | undefined): readonly Band[] {
  return asked === undefined ? OPEN : asked.filter((band) => band !== 'secret');
}
