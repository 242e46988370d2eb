import type { Check, CheckStatus, QuoteCheck, Statement, VerificationReport } from '@memora/validator';
import { faultOfStatement } from '@memora/validator/formats';
import { REDACTED } from './to-claim-json.ts';

/** One check as it is on a wire. */
export interface CheckJson {
  readonly claim_id: string;
  readonly status: CheckStatus;
  readonly reason: string;
  readonly note: string | null;
  readonly span: readonly [number, number] | null;
  readonly source_text: string | null;
  /** Where the document opens that the note was made of; null for every other note. */
  readonly anchor: { readonly label: string; readonly href: string } | null;
  readonly quotes: readonly QuoteJson[];
  readonly statement: number | null;
  /** Of a citation that verified: single words of the statement that are in the place of others of the note. Worth a look, no proof. */
  readonly reworded: readonly Reworded[];
  readonly relocated: boolean;
  readonly offset: { readonly utf16: number; readonly utf8: number };
}

/** A quotation of a statement; `nearest`: the words of the note that are most like one that is not there. */
export interface QuoteJson {
  readonly text: string;
  readonly status: string;
  readonly grounded: boolean;
  readonly nearest: {
    readonly quote: string;
    readonly note: string;
    readonly span: readonly [number, number];
  } | null;
}

/** `violin` where the note says `cello`. */
export interface Reworded {
  readonly said: string;
  readonly source: string;
}

/** What `verify` gives: counts, what is left of the answer, and every check. */
export interface VerifyJson {
  readonly verdict: string;
  readonly verified: number;
  readonly unverified: number;
  /** Citations of secret claims: nothing was compared. */
  readonly redacted: number;
  readonly mismatch: number;
  readonly superseded: number;
  readonly malformed: number;
  readonly uncited: number;
  /** How many of the above count against the answer. 0 means the audit passed. */
  readonly problems: number;
  readonly clean_text: string;
  readonly degraded: boolean;
  readonly degraded_reasons: readonly string[];
  readonly checks: readonly CheckJson[];
  /** Statements in the words of the note, those that a judge gave a verdict on, and those that stand without either. */
  readonly quoted: number;
  readonly judged: number;
  readonly not_judged: number;
  readonly statements: readonly StatementJson[];
}

/** One statement as it is sent. */
export interface StatementJson {
  readonly text: string;
  readonly offset: { readonly utf16: number; readonly utf8: number };
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
  readonly reason: string;
  readonly checks: readonly number[];
}

/** What is let pass, and what is shown. */
export interface VerifyJsonOptions {
  readonly allowSuperseded?: boolean;
  readonly allowUncited?: boolean;
  /** Nearly the words of a note, or a part of a sentence of it, is no fault. */
  readonly allowAltered?: boolean;
  readonly reveal?: boolean;
}

/**
 * How many faults of an answer count. An answer without any citation (`uncited`) is one fault at least, unless
 * statements without citations are allowed; an empty answer is one fault, because it shows nothing.
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

/** A report as JSON. Source text of secret notes is `[redacted]` unless revealed. */
export function toVerifyJson(report: VerificationReport, options: VerifyJsonOptions = {}): VerifyJson {
  return {
    verdict: report.verdict,
    verified: report.verifiedCount,
    unverified: report.unverifiedCount,
    redacted: report.redactedCount,
    mismatch: report.mismatchCount,
    superseded: report.supersededCount,
    malformed: report.malformedCount,
    uncited: report.uncitedCount,
    problems: countProblems(report, options),
    clean_text: report.cleanText,
    degraded: report.degraded,
    degraded_reasons: report.degradedReasons,
    checks: toCheckJson(report, options),
    quoted: report.quotedCount,
    judged: report.judgedCount,
    not_judged: report.notJudgedCount,
    statements: toStatementsJson(report, options),
  };
}

/** The statements of a report as JSON, in the order of the answer. What secret notes say is left out unless revealed. */
export function toStatementsJson(
  { statements, checks }: VerificationReport,
  options: { readonly reveal?: boolean } = {},
): StatementJson[] {
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
      because: because && { ...because, span: [because.span.start, because.span.end] },
      kept,
      reason,
      checks: statement.checks,
    };
  });
}

/** The words of a statement in whose place its note has others. Holds text of the note. */
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

function toQuoteJson({ text, status, grounded, nearest }: QuoteCheck, isHidden: boolean): QuoteJson {
  const span = nearest && ([nearest.span.start, nearest.span.end] as const);
  return {
    text,
    status,
    grounded,
    nearest: nearest === undefined || span === undefined || isHidden ? null : { ...nearest, span },
  };
}

/** The checks of a report as JSON, in the order of the answer. */
export function toCheckJson(
  report: VerificationReport,
  options: { readonly reveal?: boolean } = {},
): CheckJson[] {
  return report.checks.map((check) => ({
    claim_id: check.claimId,
    status: check.status,
    reason: check.reason,
    note: check.notePath,
    span: check.span === null ? null : [check.span.start, check.span.end],
    source_text:
      check.sourceText !== null && check.band === 'secret' && options.reveal !== true
        ? REDACTED
        : check.sourceText,
    anchor:
      check.anchor === undefined || (check.band === 'secret' && options.reveal !== true)
        ? null
        : check.anchor,
    quotes: check.quotes.map((quote) =>
      toQuoteJson(quote, check.band === 'secret' && options.reveal !== true),
    ),
    statement: check.statementIndex,
    reworded: check.band === 'secret' && options.reveal !== true ? [] : rewordedIn(check, report.statements),
    relocated: check.relocated,
    offset: { utf16: check.offset.utf16, utf8: check.offset.utf8 },
  }));
}
