/* Reports for other programs: SARIF for code scanning, JUnit for test runners. */
export type { ProblemOptions } from './formats/problem.ts';
export { toJunit } from './formats/to-junit.ts';
export { toSarif } from './formats/to-sarif.ts';
