import type { Check, CheckStatus, VerificationReport } from '@memora/validator';
import { REDACTED } from './to-claim-json.ts';

/** One check as it stands on a wire. */
export interface CheckJson {
  readonly claim_id: string;
  readonly status: CheckStatus;
  readonly reason: string;
  readonly note: string | null;
  readonly span: readonly [number, number] | null;
  readonly source_text: string | null;
  /** Where the document opens that the note was made of; null for every other note. */
  readonly anchor: { readonly label: string; readonly href: string } | null;
  readonly quotes: readonly { readonly text: string; readonly status: string; readonly grounded: boolean }[];
  readonly statement: number | null;
  /** Of a citation that verified: single words of the statement that stand in the place of others of the note. Worth a look, no proof. */
  readonly reworded: readonly Reworded[];
  readonly relocated: boolean;
  readonly legacy: boolean;
  readonly offset: { readonly utf16: number; readonly utf8: number };
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
  readonly statements: readonly {
    readonly text: string;
    readonly kind: string;
    readonly supported: boolean;
    readonly checks: readonly number[];
  }[];
}

/** What is let pass, and what is shown. */
export interface VerifyJsonOptions {
  readonly allowSuperseded?: boolean;
  readonly allowUncited?: boolean;
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
    (options.allowUncited === true ? 0 : report.uncitedCount);
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
    statements: report.statements.map(({ text, kind, supported, checks }) => ({
      text,
      kind,
      supported,
      checks,
    })),
  };
}

/** The words of a statement that stands which its note has others for. Holds text of the note. */
export function rewordedIn({ status, disagreements }: Check): Reworded[] {
  if (status !== 'verified') return [];
  return disagreements.flatMap(({ kind, statementToken: said, evidenceToken: source }) =>
    kind === 'drift' && said !== '' && source !== null ? [{ said, source }] : [],
  );
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
    quotes: check.quotes.map(({ text, status, grounded }) => ({ text, status, grounded })),
    statement: check.statementIndex,
    reworded: check.band === 'secret' && options.reveal !== true ? [] : rewordedIn(check),
    relocated: check.relocated,
    legacy: check.legacy,
    offset: { utf16: check.offset.utf16, utf8: check.offset.utf8 },
  }));
}
