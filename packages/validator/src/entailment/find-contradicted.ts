import type { Judgement } from '../checks/judge-statement.ts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import { inParallel } from '../evidence/in-parallel.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { askJudge } from './ask-judge.ts';

/** What a judge made of the statements on which the guard is silent. */
export interface Contradictions {
  readonly units: ReadonlySet<StatementUnit>;
  /** What is left of the judgement of such a statement. */
  readonly withdraw: (judgement: Judgement) => Judgement;
  /** How many statements the judge could not say anything about. */
  readonly unchecked: number;
}

/** A statement without its markers, and what is known of it before the judge is asked. */
export interface JudgedText {
  readonly plain: string;
  readonly judgement: Judgement;
}

/**
 * Asks the judge about each statement that would stand and on which the guard found nothing, unless its words stand in the evidence as
 * they are: what is verbatim needs no opinion.
 */
export async function findContradicted(
  units: readonly StatementUnit[],
  settings: VerificationSettings,
  read: (unit: StatementUnit) => JudgedText,
): Promise<Contradictions> {
  const contradicted = new Set<StatementUnit>();
  let unchecked = 0;
  const { judge, signal } = settings;
  if (judge === null) return { units: contradicted, withdraw: asContradicted, unchecked };
  await inParallel(
    units.filter(({ markers }) => markers.length > 0),
    async (unit) => {
      const { plain, judgement } = read(unit);
      const { supported, checks, grounds } = judgement;
      const silent = checks.every(({ disagreements }) => disagreements.length === 0);
      if (!supported || !silent || grounds.some(({ text }) => text.includes(plain))) return;
      signal?.throwIfAborted();
      const cited = grounds.map(({ text, claim }) => ({ text, band: claim.band }));
      const { verdict } = await askJudge(judge, plain, cited, signal);
      if (verdict === 'contradicted') contradicted.add(unit);
      if (verdict === 'unchecked') unchecked++;
    },
  );
  return { units: contradicted, withdraw: asContradicted, unchecked };
}

/** A judgement of a statement that the judge finds contradicted: nothing carries it any more. */
function asContradicted(judgement: Judgement): Judgement {
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
