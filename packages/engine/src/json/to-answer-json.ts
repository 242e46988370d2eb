import type { Hit } from '@memora/retrieval';
import type { Answer } from '../answer/answer.ts';
import {
  type ClaimJson,
  isHidden,
  isNameHidden,
  REDACTED,
  secretNoteName,
  toClaimJson,
} from './to-claim-json.ts';
import { type PassageHitJson, toPassageHitJson } from './to-passage-hit-json.ts';
import { type CheckJson, type StatementJson, toCheckJson, toStatementsJson } from './to-verify-json.ts';

/** A found claim, and why it was found. */
export interface HitJson extends ClaimJson {
  readonly score: number;
  readonly why: {
    readonly legs: readonly string[];
    readonly ranks: Readonly<Record<string, number>>;
    readonly path: readonly string[];
  };
  readonly snippet: string;
}

/** The words of a question that were read as a time, and the resulting days. */
interface TimeReadJson {
  readonly words: string;
  readonly as_of: string;
  readonly from: string | null;
  readonly until: string | null;
  /** The id of the claim that gives the date of the event in the question. */
  readonly event: string | null;
  readonly applied: boolean;
}

/** The result of `query`. */
export interface AnswerJson {
  readonly clean_text: string;
  readonly verdict: string;
  readonly written_by: string;
  readonly degraded: boolean;
  readonly degraded_reasons: readonly string[];
  /** Its statements, with the proof and judgement of each. */
  readonly statements: readonly StatementJson[];
  /** The statements of a model's answer of which nothing was kept, with their reasons; otherwise empty. */
  readonly refused: readonly Pick<StatementJson, 'text' | 'status' | 'wording' | 'judgement' | 'reason'>[];
  /** Search results, best first: a page without an answer. Empty if a model wrote an answer. */
  readonly passages: readonly PassageHitJson[];
  /** True if nothing in the notes is about the question, or a model said that they do not answer; `nearest` has the closest results. */
  readonly abstained: boolean;
  readonly nearest: readonly PassageHitJson[];
  /** Ids of cited claims that no longer hold, are contradicted, or depend on an invalid claim; and how many were redacted for the model. */
  readonly notices: {
    readonly redacted: number;
    readonly superseded: readonly string[];
    readonly contested: readonly string[];
    readonly stale: readonly string[];
    /** Ids of cited claims that an agent, a tool or another memory wrote: no person confirmed them. */
    readonly unconfirmed: readonly string[];
    /** Paths of notes that have changed since they were indexed. */
    readonly behind: readonly string[];
    /** Ids of claims that were known at the requested time and that no note contains any more. */
    readonly gone: readonly string[];
    /** The judge that was used, if `memora model test` was never run on it. */
    readonly untested_judge: string | null;
  };
  /** The time that the answer is about, if the question named one: `2025`, `2025-03`, a day, or two of them with a slash. */
  readonly as_of: string | null;
  /** How the time in the question was read; `applied` is false if nothing that was valid then was found. */
  readonly time_read: TimeReadJson | null;
  readonly verified_count: number;
  readonly checks: readonly CheckJson[];
  readonly hits: readonly HitJson[];
}

/** Returns a hit as JSON; the words of a secret claim are `[redacted]` unless revealed. */
export function toHitJson(hit: Hit, options: { readonly reveal?: boolean } = {}): HitJson {
  return {
    ...toClaimJson(hit.claim, options),
    score: hit.score,
    why: { legs: hit.why.legs, ranks: hit.why.ranks, path: hit.why.path ?? [] },
    snippet: isHidden(hit.claim, options) ? REDACTED : hit.snippet,
  };
}

/** Returns notes that have changed since they were indexed; a secret one appears as `[redacted].md#` and the found claim. */
export function nameBehind(
  { notices, hits }: Pick<Answer, 'notices' | 'hits'>,
  options: { readonly reveal?: boolean } = {},
): string[] {
  const hidden = new Map(
    hits
      .filter(({ claim }) => isNameHidden(claim, options))
      .map(({ claim }) => [claim.notePath, secretNoteName(claim.id)]),
  );
  return notices.behind.map((path) => hidden.get(path) ?? path).sort();
}

/** Returns an answer as JSON. The draft is left out because it was not verified. */
export function toAnswerJson(answer: Answer, options: { readonly reveal?: boolean } = {}): AnswerJson {
  return {
    clean_text: answer.cleanText,
    verdict: answer.report.verdict,
    written_by: answer.writtenBy,
    degraded: answer.degraded,
    degraded_reasons: answer.degradedReasons,
    statements: toStatementsJson(answer.report, options),
    refused: toRefusedJson(answer, options),
    passages: answer.passages.map((passage) => toPassageHitJson(passage, options)),
    abstained: answer.abstained,
    nearest: answer.nearest.map((passage) => toPassageHitJson(passage, options)),
    notices: toNoticesJson(answer, options),
    as_of: answer.asOf ?? null,
    time_read: toTimeReadJson(answer.time),
    verified_count: answer.report.verifiedCount,
    checks: toCheckJson(answer.report, options),
    hits: answer.hits.map((hit) => toHitJson(hit, options)),
  };
}

function toNoticesJson(answer: Answer, options: { readonly reveal?: boolean }): AnswerJson['notices'] {
  const { untestedJudge, ...notices } = answer.notices;
  return { ...notices, behind: nameBehind(answer, options), untested_judge: untestedJudge };
}

function toRefusedJson({ refused }: Answer, options: { readonly reveal?: boolean }): AnswerJson['refused'] {
  if (refused === null) return [];
  const claims = toStatementsJson(refused, options).filter(({ kind }) => kind === 'claim');
  return claims.map(({ text, status, wording, judgement, reason }) => ({
    ...{ text, status, wording, judgement, reason },
  }));
}

function toTimeReadJson(time: Answer['time']): TimeReadJson | null {
  if (time === undefined) return null;
  const { words, asOf, from, until, event = null, applied } = time;
  return { words, as_of: asOf, from, until, event, applied };
}
