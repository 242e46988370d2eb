import type { EntailmentReport } from '@memora/validator/entailment';

/** What a judge made of an answer: an opinion beside the proof. `statement` counts into `statements` of the report. */
export interface EntailmentJson {
  readonly judge: string;
  readonly entailed: number;
  readonly neutral: number;
  readonly contradicted: number;
  readonly unchecked: number;
  /** How many statements that stand are not known to be entailed. */
  readonly unsupported: number;
  readonly statements: readonly {
    readonly statement: number;
    readonly verdict: string;
    readonly reason: string | null;
  }[];
}

/** A judge's report as JSON. */
export function toEntailmentJson({ judge, counts, statements }: EntailmentReport): EntailmentJson {
  return {
    judge,
    ...counts,
    unsupported: countUnsupported({ counts }),
    statements: statements.map(({ statementIndex, verdict, reason }) => ({
      statement: statementIndex,
      verdict,
      reason,
    })),
  };
}

/** Statements that stand by the proof and that the judge does not find entailed; what it could not judge counts too. */
export function countUnsupported({ counts }: Pick<EntailmentReport, 'counts'>): number {
  return counts.neutral + counts.contradicted + counts.unchecked;
}
