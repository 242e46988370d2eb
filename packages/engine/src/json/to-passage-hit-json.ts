import { type PassageJson, toPassageJson } from '@memora/claims';
import type { Fingerprint, Span } from '@memora/core';
import type { AnswerPassage } from '../answer/answer-passage.ts';
import { REDACTED } from './to-claim-json.ts';

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
  { passage, text, score, coverage, best, leadIn, words, claimIds, holds }: AnswerPassage,
  { reveal = false }: { readonly reveal?: boolean } = {},
) {
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
    /** 0–1: the share of the question that it covers. Comparable between questions. */
    coverage: isHidden ? 0 : coverage,
    /** The sentence with most of the question, with the line that introduces its list: an item alone can say the opposite. */
    best: best === null || isHidden ? null : { span: best.span, text: best.text, lead_in: leadIn },
    /** Words of the question in it. */
    words: isHidden ? [] : words,
    /** The claim that carries its best sentence; cite it as `[claim:<id>]`. */
    claim_id: claimIds[0] ?? null,
    claim_ids: claimIds,
    /** `was so until <date>` or `from <date>`; absent if it holds now. */
    ...(holds === undefined || isHidden ? {} : { holds }),
  };
}
