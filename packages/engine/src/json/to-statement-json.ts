import type { VerificationReport } from '@memora/validator';
import { REDACTED } from './to-claim-json.ts';

/** One statement of an answer as it stands on a wire. */
export interface StatementJson {
  readonly text: string;
  /** UTF-16 units of the text that was verified. */
  readonly offset: number;
  readonly kind: string;
  readonly status: string;
  readonly wording: string;
  readonly differences: readonly { readonly here: string; readonly there: string }[];
  readonly judgement: string;
  readonly judged_by: string | null;
  readonly because: {
    readonly quote: string;
    readonly note: string;
    readonly span: readonly [number, number];
  } | null;
  readonly kept: boolean;
  /** Why it was left out, or what is known of it. */
  readonly reason: string;
  /** Indexes into `checks`. */
  readonly checks: readonly number[];
}

/** The statements of a report as JSON; words of a secret note are left out unless revealed. */
export function toStatementsJson(
  { statements, checks }: Pick<VerificationReport, 'statements' | 'checks'>,
  options: { readonly reveal?: boolean } = {},
): StatementJson[] {
  return statements.map((statement) => {
    const isHidden =
      options.reveal !== true && statement.checks.some((index) => checks[index]?.band === 'secret');
    const { text, offset, kind, status, wording, differences, judgement, judgedBy, because, kept, reason } =
      statement;
    return {
      text: isHidden ? REDACTED : text,
      offset: offset.utf16,
      kind,
      status,
      wording,
      differences: isHidden ? [] : differences,
      judgement,
      judged_by: judgedBy,
      because:
        because === null || isHidden
          ? null
          : { quote: because.quote, note: because.note, span: [because.span.start, because.span.end] },
      kept,
      reason,
      checks: statement.checks,
    };
  });
}
