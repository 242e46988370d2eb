import { type PassageJson, toPassageJson } from '@memora/claims';
import type { Fingerprint, Span, SpanLike } from '@memora/core';
import type { AnswerPassage } from '../answer/answer-passage.ts';
import { REDACTED } from './to-claim-json.ts';

/** A passage that a question found. */
export interface PassageHitJson extends PassageJson {
  readonly text: string;
  readonly score: number;
  /** 0–1: the share of the question that it covers. Comparable between questions. */
  readonly coverage: number;
  /** The sentence with most of the question. */
  readonly best: { readonly span: SpanLike; readonly text: string } | null;
  /** Words of the question in it. */
  readonly words: readonly string[];
  /** The claim that carries its best sentence; cite it as `[claim:<id>]`. */
  readonly claim_id: string | null;
  readonly claim_ids: readonly string[];
  /** `was so until <date>` or `from <date>`; absent if it holds now. */
  readonly holds?: string;
}

const SECRET_NOTE = `${REDACTED}.md`;
const HIDDEN_CONTEXT: PassageJson['context'] = {
  title: REDACTED,
  path: SECRET_NOTE,
  headings: [],
  dates: [],
  speaker: null,
  lead_in: null,
  header: null,
};

/** Returns a passage as JSON; its secret text is `[redacted]` unless revealed. */
export function toPassageHitJson(
  { passage, text, score, coverage, best, words, claimIds, holds }: AnswerPassage,
  { reveal = false }: { readonly reveal?: boolean } = {},
): PassageHitJson {
  const isHidden = passage.band === 'secret' && !reveal;
  const json = toPassageJson({
    ...passage,
    span: passage.span as Span,
    fingerprint: (passage.fingerprint ?? '') as Fingerprint,
  });
  return {
    ...(isHidden ? { ...json, note: SECRET_NOTE, note_id: REDACTED, context: HIDDEN_CONTEXT } : json),
    text: isHidden ? REDACTED : text,
    score,
    coverage: isHidden ? 0 : coverage,
    best: best === null || isHidden ? null : { span: best.span, text: best.text },
    words: isHidden ? [] : words,
    claim_id: claimIds[0] ?? null,
    claim_ids: claimIds,
    ...(holds === undefined || isHidden ? {} : { holds }),
  };
}
