/** Work in steps. Each step is announced by the UTF-16 units of its longest block, if that is known; otherwise by 0. */
export type Steps<Result> = Generator<number, Result>;

/** Runs all steps without a pause and returns the result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
