import type { Answer } from '../contract/answer.ts';
import { describeReport, isFullyCited, lacksNoSupport } from './describe-report.ts';
import { type CitedBy, isStrictBy, verifyBy } from './verify-by.ts';

/** The result of a matcher for its runner. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers for `expect.extend` of vitest, Jest or Bun. Both are asynchronous: await them. */
export const citationMatchers = {
  /** Passes if every statement of the answer has a verified citation, and every citation is verified. */
  toBeCited: async (answer: Answer, by: CitedBy): Promise<MatcherResult> => {
    const report = await verifyBy(answer, by);
    return {
      pass: isFullyCited(report, isStrictBy(by)),
      message: () =>
        describeReport(report, 'to be cited throughout', 'not to be cited throughout', isStrictBy(by)),
    };
  },
  /** Passes if every statement has support: as `toBeCited`, but superfluous bad markers are accepted. */
  toHaveNoUnsupportedClaims: async (answer: Answer, by: CitedBy): Promise<MatcherResult> => {
    const report = await verifyBy(answer, by);
    return {
      pass: lacksNoSupport(report, isStrictBy(by)),
      message: () =>
        describeReport(report, 'to have no unsupported claims', 'to have unsupported claims', isStrictBy(by)),
    };
  },
};
