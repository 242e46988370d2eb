import type { Band } from '@memora/core';

const OPEN: readonly Band[] = ['public', 'private'];

/**
 * The bands asked for without `secret`: what a model elsewhere is given. That a secret claim was found would tell it what the claim
 * says, because it knows the question.
 */
export function openBands(asked: readonly Band[] | undefined): readonly Band[] {
  return asked === undefined ? OPEN : asked.filter((band) => band !== 'secret');
}
