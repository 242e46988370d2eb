import type { EntailmentReport } from '@memora/validator/entailment';

/** A judge's result for an answer: an opinion in addition to the proof. `statement` is an index into `statements` of the report. */
export interface EntailmentJson {
  readonly judge: string;
  readonly entailed: number;
  readonly neutral: number;
  readonly contradicted: number;
  readonly unchecked: number;
  /** How many kept statements are not known to be entailed. */
  readonly unsupported: number;
  readonly statements: readonly {
    readonly statement: number;
    readonly verdict: string;
    readonly reason: string | null;
  }[];
}

/** Returns a judge's report as JSON. */
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

/** Counts the proven statements that the judge does not find entailed, including those that it could not judge. */
export function countUnsupported({ counts }: Pick<EntailmentReport, 'counts'>): number {
  return counts.neutral + counts.contradicted + counts.unchecked;
}
