import type { Hit } from '@memora/retrieval';
import type { Answer } from '../answer/answer.ts';
import { isHidden, isNameHidden, REDACTED, secretNoteName, toClaimJson } from './to-claim-json.ts';
import { toPassageHitJson } from './to-passage-hit-json.ts';
import { toCheckJson, toStatementsJson } from './to-verify-json.ts';

/** Returns a hit as JSON; the words of a secret claim are `[redacted]` unless revealed. */
export function toHitJson(hit: Hit, options: { readonly reveal?: boolean } = {}) {
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
export function toAnswerJson(answer: Answer, options: { readonly reveal?: boolean } = {}) {
  return {
    clean_text: answer.cleanText,
    verdict: answer.report.verdict,
    written_by: answer.writtenBy,
    degraded: answer.degraded,
    degraded_reasons: answer.degradedReasons,
    /** Its statements, with the proof and judgement of each. */
    statements: toStatementsJson(answer.report, options),
    /** The statements of a model's answer of which nothing was kept, with their reasons; otherwise empty. */
    refused: toRefusedJson(answer, options),
    /** Search results, best first: a page without an answer. Empty if a model wrote an answer. */
    passages: answer.passages.map((passage) => toPassageHitJson(passage, options)),
    /** True if nothing in the notes is about the question, or a model said that they do not answer; `nearest` has the closest results. */
    abstained: answer.abstained,
    nearest: answer.nearest.map((passage) => toPassageHitJson(passage, options)),
    /** Ids of cited claims that no longer hold, are contradicted, or depend on an invalid claim; and how many were redacted for the model. */
    notices: toNoticesJson(answer, options),
    /** The time that the answer is about, if the question named one: `2025`, `2025-03`, a day, or two of them with a slash. */
    as_of: answer.asOf ?? null,
    /** How the time in the question was read; `applied` is false if nothing that held then was found. */
    time_read: toTimeReadJson(answer.time),
    verified_count: answer.report.verifiedCount,
    checks: toCheckJson(answer.report, options),
    hits: answer.hits.map((hit) => toHitJson(hit, options)),
  };
}

function toNoticesJson(answer: Answer, options: { readonly reveal?: boolean }) {
  const { untestedJudge, ...notices } = answer.notices;
  return { ...notices, behind: nameBehind(answer, options), untested_judge: untestedJudge };
}

function toRefusedJson({ refused }: Answer, options: { readonly reveal?: boolean }) {
  if (refused === null) return [];
  const claims = toStatementsJson(refused, options).filter(({ kind }) => kind === 'claim');
  return claims.map(({ text, status, wording, judgement, reason }) => ({
    ...{ text, status, wording, judgement, reason },
  }));
}

/** The words of a question that were read as a time, and the resulting days; `event` is the claim that gives the date of its event. */
function toTimeReadJson(time: Answer['time']) {
  if (time === undefined) return null;
  const { words, asOf, from, until, event = null, applied } = time;
  return { words, as_of: asOf, from, until, event, applied };
}

/** The result of `query`. */
export type AnswerJson = ReturnType<typeof toAnswerJson>;
/** A found claim, and why it was found. */
export type HitJson = AnswerJson['hits'][number];
