import type { Check, QuoteCheck, Statement, VerificationReport } from '@memora/validator';
import { faultOfStatement, verdictOfAudit } from '@memora/validator/formats';
import { REDACTED } from './to-claim-json.ts';

/** `violin` where the note says `cello`. */
export interface Reworded {
  readonly said: string;
  readonly source: string;
}

/** What to allow, and what to show. */
export interface VerifyJsonOptions {
  readonly allowSuperseded?: boolean;
  readonly allowUncited?: boolean;
  /** Accepts statements that nearly repeat the words of a note or cut its sentence. */
  readonly allowAltered?: boolean;
  readonly reveal?: boolean;
}

/**
 * Returns how many faults of an answer count. An answer without any citation (`uncited`) has at least one fault unless uncited statements are allowed; an empty
 * answer has one, because it shows nothing.
 */
export function countProblems(report: VerificationReport, options: VerifyJsonOptions = {}): number {
  const counted =
    report.unverifiedCount +
    report.redactedCount +
    report.mismatchCount +
    report.malformedCount +
    (options.allowSuperseded === true ? 0 : report.supersededCount) +
    (options.allowUncited === true ? 0 : report.uncitedCount) +
    report.statements.filter((statement) => faultOfStatement(statement, options) !== null).length;
  if (counted > 0) return counted;
  if (report.verdict === 'empty') return 1;
  if (report.verdict === 'uncited') return options.allowUncited === true ? 0 : 1;
  return 0;
}

/** Returns a report as JSON: counts, the rest of the answer, and every check. Source text of secret notes is `[redacted]` unless revealed. */
export function toVerifyJson(report: VerificationReport, options: VerifyJsonOptions = {}) {
  return {
    /** Never `verified` if a statement counts as a problem. */
    verdict: verdictOfAudit(report, options),
    verified: report.verifiedCount,
    unverified: report.unverifiedCount,
    /** Citations of secret claims: nothing was compared. */
    redacted: report.redactedCount,
    mismatch: report.mismatchCount,
    superseded: report.supersededCount,
    malformed: report.malformedCount,
    uncited: report.uncitedCount,
    /** How many of these count against the answer. 0 means the audit passed. */
    problems: countProblems(report, options),
    clean_text: report.cleanText,
    degraded: report.degraded,
    degraded_reasons: report.degradedReasons,
    checks: toCheckJson(report, options),
    /** Counts of statements in the words of the note, statements with a verdict of a judge, and kept statements with neither. */
    quoted: report.quotedCount,
    judged: report.judgedCount,
    not_judged: report.notJudgedCount,
    statements: toStatementsJson(report, options),
  };
}

/** Returns the statements of a report as JSON, in the order of the answer. Text of secret notes is left out unless revealed. */
export function toStatementsJson(
  { statements, checks }: VerificationReport,
  options: { readonly reveal?: boolean } = {},
) {
  return statements.map((statement) => {
    const { text, offset, kind, status, wording, judgement, kept, reason } = statement;
    const isHidden = options.reveal !== true && statement.checks.some((at) => checks[at]?.band === 'secret');
    const because = isHidden ? null : statement.because;
    return {
      text,
      offset: { utf16: offset.utf16, utf8: offset.utf8 },
      kind,
      status,
      wording,
      differences: isHidden ? [] : statement.differences,
      judgement,
      judged_by: statement.judgedBy,
      because: because && { ...because, span: [because.span.start, because.span.end] as const },
      kept,
      reason,
      checks: statement.checks,
    };
  });
}

/** Returns the words of a statement that differ from its note's words. Contains note text. */
export function rewordedIn(
  { status, statementIndex }: Pick<Check, 'status' | 'statementIndex'>,
  statements: readonly Pick<Statement, 'wording' | 'differences'>[] = [],
): Reworded[] {
  const statement = statementIndex === null ? undefined : statements[statementIndex];
  if (status !== 'verified' || statement?.wording !== 'altered') return [];
  return statement.differences.flatMap(({ here, there }) =>
    here === '' || there === '' ? [] : [{ said: here, source: there }],
  );
}

/** A quotation of a statement; `nearest` are the note's most similar words if it is not in the note. */
function toQuoteJson({ text, status, grounded, nearest }: QuoteCheck, isHidden: boolean) {
  const span = nearest && ([nearest.span.start, nearest.span.end] as const);
  return {
    text,
    status,
    grounded,
    nearest: nearest === undefined || span === undefined || isHidden ? null : { ...nearest, span },
  };
}

/** Returns the checks of a report as JSON, in the order of the answer. */
export function toCheckJson(report: VerificationReport, options: { readonly reveal?: boolean } = {}) {
  return report.checks.map((check) => ({
    claim_id: check.claimId,
    status: check.status,
    reason: check.reason,
    note: check.notePath,
    span: check.span === null ? null : ([check.span.start, check.span.end] as const),
    source_text:
      check.sourceText !== null && check.band === 'secret' && options.reveal !== true
        ? REDACTED
        : check.sourceText,
    /** The link to the document that the note was made from; null for other notes. */
    anchor:
      check.anchor === undefined || (check.band === 'secret' && options.reveal !== true)
        ? null
        : check.anchor,
    quotes: check.quotes.map((quote) =>
      toQuoteJson(quote, check.band === 'secret' && options.reveal !== true),
    ),
    statement: check.statementIndex,
    /** For a verified citation: single words of the statement that differ from the note's. A hint, not a proof. */
    reworded: check.band === 'secret' && options.reveal !== true ? [] : rewordedIn(check, report.statements),
    relocated: check.relocated,
    offset: { utf16: check.offset.utf16, utf8: check.offset.utf8 },
  }));
}

/** The result of `verify`. */
export type VerifyJson = ReturnType<typeof toVerifyJson>;
/** One statement in JSON. */
export type StatementJson = VerifyJson['statements'][number];
