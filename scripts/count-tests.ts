/** The fields of vitest's JSON report that are read here. */
export interface JsonReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    /** Milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Counts the passed and failed tests of a vitest run. A file that failed without a failed test (it did not load) counts as one failure. */
export function countTests(report: JsonReport): { passed: number; failed: number } {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}
