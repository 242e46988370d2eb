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

/** What came of one citation. Only `verified` carries a statement. */
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** `verified` everything is supported · `partial` some is · `rejected` nothing is · `uncited` no marker · `empty` no text. */
export type Verdict = 'verified' | 'partial' | 'rejected' | 'uncited' | 'empty';

/** One quotation of a statement, and how it is in the cited span. */
export interface QuoteCheck {
  readonly text: string;
  readonly status: AlignmentStatus;
  readonly grounded: boolean;
  /** Of one that is not grounded: the words of a cited note that are most like it. Absent where nothing is like it, and for what is guarded. */
  readonly nearest?: NearestWords;
}

/** Words of a note, and where they are. `span`: bytes of the note. */
export interface NearestWords {
  readonly quote: string;
  readonly note: string;
  readonly span: SpanLike;
}

/** A place of a document that a note was made of: `contract.pdf, page 12`, and the address that opens it. */
export interface SourceAnchor {
  readonly label: string;
  readonly href: string;
}

/** One citation with its status. */
export interface Check {
  /** The id, or what is in its place where the marker is malformed. */
  readonly claimId: string;
  readonly status: CheckStatus;
  /** Why, in one line of words and codes; never text of a note. */
  readonly reason: string;
  /** True if the bytes were found at another place of the same note; `span` is the new place. */
  readonly relocated: boolean;
  readonly notePath: string | null;
  /** Bytes of the note file. */
  readonly span: SpanLike | null;
  /** The text of exactly the bytes that were hashed, where they are intact. */
  readonly sourceText: string | null;
  readonly band: Band | null;
  /** Where the document opens that the note was made of; absent for every other note, and where nobody looked. */
  readonly anchor?: SourceAnchor;
  readonly quotes: readonly QuoteCheck[];
  /** Where the statement and its evidence disagree; filled under `guard: 'report'` too. */
  readonly disagreements: readonly TokenDisagreement[];
  /** Index into `report.statements`; `null` where the marker follows no statement. */
  readonly statementIndex: number | null;
  /** Where the marker starts in the answer. */
  readonly offset: TextOffset;
}

/**
 * How a statement is worded beside its evidence. `quoted`: whole sentences, items or cells of the note. `excerpt`: a part of one.
 * `altered`: nearly the words of the note; `differences` shows where. `paraphrased`: anything else.
 */
export type Wording = 'quoted' | 'excerpt' | 'altered' | 'paraphrased';

/** One place in which a statement and the note differ. `''` where one of them has nothing. */
export interface WordDifference {
  readonly here: string;
  readonly there: string;
}

/** What a judge said of a statement; `not_judged` where none was asked, or none could say. */
export type Judgement = JudgeVerdict | 'not_judged';

/** The words of the evidence on which a judgement rests, proven to be in the note. `span`: bytes of the note. */
export interface DecidingWords {
  readonly quote: string;
  readonly note: string;
  readonly span: SpanLike;
}

/** The smallest unit of an answer that can stand or fall. */
export interface Statement {
  /**
   * As it is in the answer, markers included; of a statement that stays in part, without what goes. What goes is a statement of its
   * own after it, without checks.
   */
  readonly text: string;
  readonly offset: TextOffset;
  /** `structure` introduces other statements and says nothing itself: a heading, a lead-in, a table head. */
  readonly kind: 'claim' | 'structure';
  /** `verified`: provenance and figures hold. Else the first fault of its citations, or `uncited`. */
  readonly status: CheckStatus | 'uncited';
  readonly wording: Wording;
  /** What differs from the note, where the wording is `altered`; what was cut, where it is `excerpt`. */
  readonly differences: readonly WordDifference[];
  readonly judgement: Judgement;
  /** Name of the judge; `null` where nobody judged. */
  readonly judgedBy: string | null;
  /** True if whoever wrote the answer judged it. */
  readonly isSelfJudged?: boolean;
  /** When it was judged, ISO 8601, where the judge was not asked again. */
  readonly rememberedFrom?: string;
  /** The deciding words of a judgement, where the judge named some and they are in the evidence. */
  readonly because: DecidingWords | null;
  /** True if it is in the clean text. */
  readonly kept: boolean;
  /** Why it was left out, or what is known of it: a whole sentence. It may hold a figure or the nearest words of a cited note, but of no secret one. */
  readonly reason: string;
  /** Indexes into `report.checks`. */
  readonly checks: readonly number[];
}

/** What the checks make of a whole answer. */
export interface VerificationReport {
  readonly verdict: Verdict;
  /** The answer without what is not supported; what stays is byte-identical. */
  readonly cleanText: string;
  readonly checks: readonly Check[];
  readonly statements: readonly Statement[];
  /** Number of checks per status; sums to `checks.length`. */
  readonly counts: Readonly<Record<CheckStatus, number>>;
  /** True if something could not be looked at as it should; never silently. */
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
  /** Statements that are in the words of the note. */
  readonly quotedCount: number;
  /** Statements that a judge gave a verdict on. */
  readonly judgedCount: number;
  /** Statements that stand without being quoted or judged. */
  readonly notJudgedCount: number;
}
