/** Work in steps, each announced by the UTF-16 units of the longest block in it, if it is known; 0 otherwise. */
export type Steps<Result> = Generator<number, Result>;

/** Does all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
