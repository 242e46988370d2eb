import type { toAnswerJson } from '@memora/engine/json';
import * as z from 'zod';
import { unlisted } from '../protocol/fields.ts';

type Passage = ReturnType<typeof toAnswerJson>['passages'][number];

/** The most UTF-16 units of a passage. */
const MAX_TEXT = 1_800;

/** A passage as a client is shown it. */
export function shownPassage() {
  return z.strictObject({
    marker: z.string().nullable().describe('how to cite it'),
    claim_ids: unlisted(z.array(z.string())),
    note: unlisted(z.string()),
    span: unlisted(z.array(z.int())),
    place: z.string().describe('note › headings'),
    dates: z.array(z.string()),
    holds: z.string().optional().describe('present if it is over or coming'),
    speaker: unlisted(z.string().nullable()),
    lead_in: unlisted(z.string().nullable()),
    header: unlisted(z.string().nullable()),
    text: z.string(),
    best: unlisted(z.string().nullable()),
    score: unlisted(z.number()),
    coverage: unlisted(z.number()),
  });
}

/**
 * The parts of a passage that a client needs for an answer: its text, its place, its dates, and how to cite
 * it.
 */
export function toShownPassage({
  context,
  note,
  span,
  text,
  best,
  claim_id,
  claim_ids,
  score,
  coverage,
  holds,
}: Passage) {
  const { title, headings, dates, speaker, lead_in, header } = context;
  const above = headings.filter((heading, i) => i > 0 || heading !== title);
  return {
    marker: claim_id === null ? null : `[claim:${claim_id}]`,
    claim_ids,
    note,
    span: [span.start, span.end],
    place: [note, ...above].join(' › '),
    dates,
    speaker,
    ...(holds === undefined ? {} : { holds }),
    lead_in,
    header,
    text: text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`,
    best: best?.text ?? null,
    score,
    coverage,
  };
}
