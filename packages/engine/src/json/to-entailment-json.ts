import type { EntailmentReport } from '@memora/validator/entailment';

/** Returns a judge's report as JSON: an opinion in addition to the proof. */
export function toEntailmentJson({ judge, counts, statements }: EntailmentReport) {
  return {
    judge,
    ...counts,
    /** How many kept statements are not known to be entailed. */
    unsupported: countUnsupported({ counts }),
    statements: statements.map(({ statementIndex, verdict, reason }) => ({
      /** An index into `statements` of the report. */
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

/** A judge's result for an answer. */
export type EntailmentJson = ReturnType<typeof toEntailmentJson>;
