import type { CheckedStatement } from '../checks/check-statement.ts';
import type { Policy, VerificationSettings } from '../contract/verification-options.ts';
import type { Judgement, Statement, Wording } from '../contract/verification-report.ts';
import type { Opinion } from '../judging/judge-statements.ts';
import { WORDLIKE } from '../statements/wordlike.ts';

/** The decision about a statement, and the reason. */
export type Decision = Pick<
  Statement,
  | 'status'
  | 'wording'
  | 'differences'
  | 'judgement'
  | 'judgedBy'
  | 'isSelfJudged'
  | 'rememberedFrom'
  | 'because'
  | 'kept'
  | 'reason'
>;

/**
 * Decides whether a statement is kept. A statement that provenance or figures refuse, that is uncited, or
 * that a judge finds contradicted is never kept; the policy decides about the rest.
 */
export function decideStatement(
  { status, wording, differences, lineAbove, fault, plain }: CheckedStatement,
  opinion: Opinion | null,
  { policy, judge, uncited }: Pick<VerificationSettings, 'policy' | 'judge' | 'uncited'>,
): Decision {
  const judgement: Judgement = opinion?.verdict ?? 'not_judged';
  const decided = { status, wording, differences, judgement, because: opinion?.because ?? null };
  const judgedBy = opinion === null ? null : (judge?.name ?? null);
  const self = {
    ...(opinion !== null && judge?.isWriter === true && { isSelfJudged: true }),
    ...(opinion?.rememberedFrom !== undefined && { rememberedFrom: opinion.rememberedFrom }),
  };
  if (status !== 'verified')
    return { ...decided, judgedBy, kept: status === 'uncited' && uncited === 'keep', reason: fault };
  if (!WORDLIKE.test(plain)) return { ...decided, judgedBy, kept: false, reason: 'It says nothing.' };
  const kept = judgement !== 'contradicted' && stays(wording, judgement, policy);
  return {
    ...decided,
    ...self,
    judgedBy,
    kept,
    reason: describe(wording, lineAbove, judgement, judgedBy, opinion),
  };
}

function stays(wording: Wording, judgement: Judgement, policy: Policy): boolean {
  if (policy === 'mark' || wording === 'quoted' || judgement === 'supported') return true;
  if (policy === 'strip') return false;
  return wording === 'paraphrased' && judgement !== 'not_told';
}

const WORDED: Readonly<Record<Wording, string>> = {
  quoted: 'The cited note says it in these words',
  excerpt: 'It is a part of a sentence of the cited note',
  altered: 'It differs from the words of the cited note',
  paraphrased: 'Its words are not those of the cited note',
};
const JUDGED: Readonly<Record<Exclude<Judgement, 'not_judged'>, string>> = {
  supported: 'finds that it follows from what it cites',
  partly: 'finds that only a part of it follows from what it cites',
  contradicted: 'finds it contradicted by what it cites',
  not_told: 'finds that what it cites does not say',
};

function describe(
  wording: Wording,
  lineAbove: string,
  judgement: Judgement,
  judgedBy: string | null,
  opinion: Opinion | null,
): string {
  if (judgement === 'not_judged') {
    if (wording === 'quoted') return `${WORDED.quoted}.`;
    const worded =
      lineAbove === '' ? WORDED[wording] : `The cited note does not have “${lineAbove}” above these words`;
    return `${worded}; whether it follows was not judged.`;
  }
  const why = opinion?.reason ? `: ${opinion.reason.replace(/[.\s]+$/u, '')}.` : '.';
  return `${judgedBy ?? 'A judge'} ${JUDGED[judgement]}${why}`;
}
