/* Citations in test suites: matchers for `expect.extend`, and assertions for `node:test`. Imports no test runner. */
export {
  assertCited,
  assertNoUnsupportedClaims,
  CitationAssertionError,
} from './matchers/assert-cited.ts';
export { citationMatchers } from './matchers/citation-matchers.ts';
export type { AnswerVerifier, CitedBy, CitedMemory } from './matchers/verify-by.ts';
