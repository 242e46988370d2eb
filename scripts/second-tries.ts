import type { Reporter, TestModule } from 'vitest/node';

/** Prints the tests that failed and then passed on their second try: a race in the product or in the test, to be repaired. They count as passed. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export.
export default class SecondTries implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed'))
        if (test.diagnostic()?.flaky === true)
          this.#print(`passed on its second try, repair it: ${module.relativeModuleId} > ${test.fullName}`);
  }
}
