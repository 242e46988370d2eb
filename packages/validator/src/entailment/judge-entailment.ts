import type { EntailmentJudge, EntailmentVerdict } from '../contract/entailment-judge.ts';
import type { Check, VerificationReport } from '../contract/verification-report.ts';
import { findMarkers } from '../statements/parse-citations.ts';
import { plainText } from '../statements/render-markers.ts';
import { askJudge } from './ask-judge.ts';

/** A judge's verdict on one kept statement. */
export interface StatementEntailment {
  readonly statementIndex: number;
  readonly verdict: EntailmentVerdict;
  /** Why it is unchecked; `null` if it is not. */
  readonly reason: string | null;
}

/** Verdicts on the kept statements of a report. They are opinions, separate from the proof. */
export interface EntailmentReport {
  readonly judge: string;
  readonly statements: readonly StatementEntailment[];
  readonly counts: Readonly<Record<EntailmentVerdict, number>>;
}

/**
 * Asks a judge whether the cited spans entail each kept statement. Never changes the report. A statement is `unchecked` if the judge fails, its reply cannot be
 * read, or a secret span would go to a cloud judge.
 */
export async function judgeEntailment(
  report: VerificationReport,
  { judge, signal = null }: { readonly judge: EntailmentJudge; readonly signal?: AbortSignal | null },
): Promise<EntailmentReport> {
  const counts = { entailed: 0, neutral: 0, contradicted: 0, unchecked: 0 };
  const statements: StatementEntailment[] = [];
  for (const [statementIndex, statement] of report.statements.entries()) {
    if (statement.kind !== 'claim' || !statement.kept || statement.status === 'uncited') continue;
    signal?.throwIfAborted();
    const checks = statement.checks
      .map((at) => report.checks[at] as Check)
      .filter(({ status }) => status === 'verified');
    const { verdict, reason } = await askJudge(
      judge,
      plainText(statement.text, 0, findMarkers(statement.text)),
      checks.map(({ sourceText, band }) => ({ text: sourceText ?? '', band })),
      signal,
    );
    counts[verdict]++;
    statements.push({ statementIndex, verdict, reason });
  }
  return { judge: judge.name, statements, counts };
}
