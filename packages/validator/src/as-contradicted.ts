import type { Judgement } from './judge-statement.ts';
import type { TokenDisagreement } from './tokens/critical-token-report.ts';

/** A judgement of a statement that the judge finds contradicted: nothing carries it any more. */
export function asContradicted(judgement: Judgement): Judgement {
  const checks = judgement.checks.map((check, i) =>
    check.status === 'verified' && judgement.places[i]?.leading !== true
      ? {
          ...check,
          status: 'token_mismatch' as const,
          reason: 'a judge finds the statement contradicted by what it cites',
          disagreements: [...check.disagreements, CONTRADICTED],
        }
      : check,
  );
  return { ...judgement, checks, supported: false, grounds: [] };
}

const CONTRADICTED: TokenDisagreement = {
  kind: 'contradicted',
  statementToken: '',
  evidenceToken: null,
  decisive: true,
};
