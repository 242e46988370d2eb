import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints the tests that failed and then passed on their second try: a race in the product or in the test, to be repaired. They
 * count as passed. It takes no arguments: vitest hands a reporter that is named by its file an object of options.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export.
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed'))
        if (test.diagnostic()?.flaky === true)
          console.log(`passed on its second try, repair it: ${module.relativeModuleId} > ${test.fullName}`);
  }
}
