import { MemoraError } from '@memora/core';

/** A refusal with the time to retry. */
export class LimitError extends MemoraError<'TOO_MANY_REQUESTS'> {
  static override readonly errorName = 'LimitError';
  /** Milliseconds. */
  readonly retryAfter: number;

  constructor(what: string, retryAfter: number) {
    super(`too many ${what}`, {
      code: 'TOO_MANY_REQUESTS',
      hint: `Try again in ${Math.ceil(retryAfter / 1_000)} seconds.`,
    });
    this.retryAfter = Math.ceil(retryAfter);
  }
}
