import type { toAnswerJson } from '@memora/engine/json';

type Passage = ReturnType<typeof toAnswerJson>['passages'][number];

/** Of a passage, this many UTF-16 units. */
const MAX_TEXT = 1_800;

/** A passage as a client is shown it. */
export const PASSAGE_SCHEMA = {
  type: 'object',
  properties: {
    marker: { type: 'string', description: 'cite it so' },
    place: { type: 'string', description: 'note › headings' },
    dates: { type: 'array', items: { type: 'string' } },
    holds: { type: 'string', description: 'where it is over or to come' },
    text: { type: 'string' },
  },
} as const;

/** What a client needs of a passage to answer from it: its text, where it stands, its dates, and how to cite it. */
export function toShownPassage({
  context,
  note,
  span,
  text,
  best,
  claim_id,
  claim_ids,
  score,
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
  };
}
