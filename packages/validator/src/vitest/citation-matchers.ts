import { MemoraError } from '@memora/core';
import type { Answer } from '../answers/answer.ts';
import type { VerificationOptions } from '../verification-options.ts';
import type { Check, VerificationReport } from '../verification-report.ts';
import { verifyCitations } from '../verify-citations.ts';

/** Anything that verifies an answer by itself, such as the memory of `@memora/engine`. */
export interface AnswerVerifier {
  readonly verify: (answer: string) => Promise<VerificationReport>;
}

/** What a matcher holds an answer against: a memory, or claims and sources. */
export type CitedAgainst = AnswerVerifier | VerificationOptions;

/** What a matcher gives to vitest. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers for `expect.extend`. Both are asynchronous: await them. */
export const citationMatchers = {
  /** Passes where every statement of the answer is carried by a verified citation, and every citation is verified. */
  toBeCited: async (answer: Answer, against: CitedAgainst): Promise<MatcherResult> => {
    const report = await verifyAnswer(answer, against);
    return {
      pass: report.verdict === 'verified',
      message: () => describeReport(report, 'to be cited throughout', 'not to be cited throughout'),
    };
  },
  /** Passes where no statement lacks support: as `toBeCited`, but superfluous bad markers are let through. */
  toHaveNoUnsupportedClaims: async (answer: Answer, against: CitedAgainst): Promise<MatcherResult> => {
    const report = await verifyAnswer(answer, against);
    return {
      pass: report.statements.every(({ kind, supported }) => kind === 'structure' || supported),
      message: () => describeReport(report, 'to have no unsupported claims', 'to have unsupported claims'),
    };
  },
};

async function verifyAnswer(answer: Answer, against: CitedAgainst): Promise<VerificationReport> {
  if (!('verify' in against)) return verifyCitations(answer, { ...against, mode: 'strip' });
  if (typeof answer === 'string') return against.verify(answer);
  throw new MemoraError('a memory verifies the text of an answer', {
    code: 'INVALID_OPTION',
    hint: 'Pass a string, or `{ claims, sources }` for an answer of a provider.',
  });
}

function describeReport(report: VerificationReport, wanted: string, unwanted: string): string {
  if (report.verdict === 'verified') return `expected the answer ${unwanted}, but all of it is supported`;
  const lines = report.statements.flatMap((statement, i) => {
    if (statement.supported || statement.kind === 'structure') return [];
    const checks = statement.checks.map((at) => report.checks[at] as Check);
    const why =
      checks.length === 0
        ? ['uncited']
        : checks.map((check) => `[${check.claimId}] ${check.status}: ${explain(check)}`);
    return [`  ${i + 1}. ${JSON.stringify(statement.text)}`, ...why.map((line) => `     ${line}`)];
  });
  const rest = report.checks.filter(({ status, statementIndex }) => {
    const stands = statementIndex !== null && report.statements[statementIndex]?.supported === true;
    return status !== 'verified' && (statementIndex === null || stands);
  });
  const markers = rest.map((check) => `  marker [${check.claimId}] ${check.status}: ${explain(check)}`);
  return [`expected the answer ${wanted}; its verdict is ${report.verdict}:`, ...lines, ...markers].join(
    '\n',
  );
}

function explain({ reason, disagreements, quotes }: Check): string {
  const details = [
    ...disagreements.map(
      (d) => `${d.kind} ${JSON.stringify(d.statementToken)} against ${JSON.stringify(d.evidenceToken)}`,
    ),
    ...quotes
      .filter(({ grounded }) => !grounded)
      .map(({ text, status }) => `quotation ${JSON.stringify(text)} is ${status}`),
  ];
  return details.length === 0 ? reason : `${reason} (${details.join('; ')})`;
}
