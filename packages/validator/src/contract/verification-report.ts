import type { Band, SpanLike } from '@memora/core';
import type { TextOffset } from '../statements/citation.ts';
import type { AlignmentStatus } from './alignment.ts';
import type { TokenDisagreement } from './critical-token-report.ts';
import type { JudgeVerdict } from './judge.ts';

/** The statuses of a check, in the order in which they are decided. */
export const CHECK_STATUSES = [
  'malformed',
  'unverified',
  'redacted',
  'out_of_context',
  'fingerprint_mismatch',
  'quote_mismatch',
  'token_mismatch',
  'superseded',
  'verified',
] as const;

/** The result of one citation. Only `verified` supports a statement. */
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** `verified`: everything is supported · `partial`: some is · `rejected`: nothing is · `uncited`: no marker · `empty`: no text. */
export type Verdict = 'verified' | 'partial' | 'rejected' | 'uncited' | 'empty';

/** A quotation of a statement, and how it matches the cited span. */
export interface QuoteCheck {
  readonly text: string;
  readonly status: AlignmentStatus;
  readonly grounded: boolean;
  /** For an ungrounded quotation: the most similar words of a cited note. Absent if nothing is similar, and for guarded notes. */
  readonly nearest?: NearestWords;
}

/** Words of a note with their place. `span`: bytes of the note. */
export interface NearestWords {
  readonly quote: string;
  readonly note: string;
  readonly span: SpanLike;
}

/** A place in the document from which a note was made: `contract.pdf, page 12`, and its address. */
export interface SourceAnchor {
  readonly label: string;
  readonly href: string;
}

/** One citation with its status. */
export interface Check {
  /** The id, or the marker's text if the marker is malformed. */
  readonly claimId: string;
  readonly status: CheckStatus;
  /** The reason, in one line of words and codes; never text of a note. */
  readonly reason: string;
  /** True if the bytes were found elsewhere in the same note; `span` is the new place. */
  readonly relocated: boolean;
  readonly notePath: string | null;
  /** Bytes of the note file. */
  readonly span: SpanLike | null;
  /** The text of exactly the bytes that were hashed, if they are intact. */
  readonly sourceText: string | null;
  readonly band: Band | null;
  /** Where to open the document from which the note was made; absent for other notes, and if it was not looked up. */
  readonly anchor?: SourceAnchor;
  readonly quotes: readonly QuoteCheck[];
  /** Disagreements between the statement and its evidence; also listed under `guard: 'report'`. */
  readonly disagreements: readonly TokenDisagreement[];
  /** Index into `report.statements`; `null` if the marker follows no statement. */
  readonly statementIndex: number | null;
  /** Where the marker starts in the answer. */
  readonly offset: TextOffset;
}

/**
 * How a statement's wording compares with its evidence. `quoted`: whole sentences, items or cells of the note. `excerpt`: a part of one. `altered`: nearly the
 * words of the note, see `differences`. `paraphrased`: anything else.
 */
export type Wording = 'quoted' | 'excerpt' | 'altered' | 'paraphrased';

/** One difference between a statement and the note. `''` if one side has nothing. */
export interface WordDifference {
  readonly here: string;
  readonly there: string;
}

/** A judge's verdict on a statement; `not_judged` if there was no judge or no verdict. */
export type Judgement = JudgeVerdict | 'not_judged';

/** The smallest unit of an answer that is kept or dropped. */
export interface Statement {
  /**
   * The text in the answer, including markers. If only part of a statement stays, this is that part; the removed part follows as a separate statement without
   * checks.
   */
  readonly text: string;
  readonly offset: TextOffset;
  /** `structure` introduces other statements and states nothing itself: a heading, a lead-in, a table head. */
  readonly kind: 'claim' | 'structure';
  /** `verified`: provenance and figures hold. Otherwise the first fault of its citations, or `uncited`. */
  readonly status: CheckStatus | 'uncited';
  readonly wording: Wording;
  /** The differences from the note if the wording is `altered`; what was cut if it is `excerpt`; a sign that was left out, a name that was put before it, or a line above it that the note does not have there, if it is `paraphrased`. */
  readonly differences: readonly WordDifference[];
  readonly judgement: Judgement;
  /** Name of the judge; `null` if it was not judged. */
  readonly judgedBy: string | null;
  /** True if the author of the answer judged it. */
  readonly isSelfJudged?: boolean;
  /** When it was judged, ISO 8601, if the verdict comes from a cache. */
  readonly rememberedFrom?: string;
  /** The deciding words of a verdict, if the judge named some and they are in the evidence. */
  readonly because: NearestWords | null;
  /** True if it is in the clean text. */
  readonly kept: boolean;
  /**
   * Why it was left out, or a notice about it, as a whole sentence. It may contain a figure or the most
   * similar words of a cited note, but not of a secret one.
   */
  readonly reason: string;
  /** Indexes into `report.checks`. */
  readonly checks: readonly number[];
}

/** The result of verifying a whole answer. */
export interface VerificationReport {
  readonly verdict: Verdict;
  /** The answer without unsupported text; the rest is byte-identical. */
  readonly cleanText: string;
  readonly checks: readonly Check[];
  readonly statements: readonly Statement[];
  /** Number of checks by status; the sum is `checks.length`. */
  readonly counts: Readonly<Record<CheckStatus, number>>;
  /** True if something could not be checked as intended; always reported. */
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
  readonly verifiedCount: number;
  /** Citations of claims that the caller may not see: nothing was compared. */
  readonly redactedCount: number;
  /** unverified + out_of_context */
  readonly unverifiedCount: number;
  /** fingerprint + quote + token mismatches */
  readonly mismatchCount: number;
  readonly supersededCount: number;
  readonly malformedCount: number;
  /** Statements that no marker follows. */
  readonly uncitedCount: number;
  /** Statements in the words of the note. */
  readonly quotedCount: number;
  /** Statements with a judge's verdict. */
  readonly judgedCount: number;
  /** Statements that are kept without being quoted or judged. */
  readonly notJudgedCount: number;
}
