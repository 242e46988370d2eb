import type { Claim } from '@memora/claims';
import { segmentSentences } from '@memora/language/sentences';
import { type ClaimLookup, verifyCitations } from '@memora/validator';
import type { Answer, AskOptions } from '../answer/answer.ts';
import type { AnswerPorts } from '../answer/answer-question.ts';
import { toAnswerLine } from '../answer/to-answer-line.ts';
import type { QueryResult } from '../memory.ts';
import type { Timeline, TimelineLine } from './choose-timeline.ts';
import type { TimedQuestion } from './read-question.ts';
import type { TimeReading } from './time-reading.ts';

/** This many hits come with it. */
const SHOWN_HITS = 12;

/** The answer that is told value by value, each with its citation; null where nothing of it stands. */
export async function writeTimeline(
  timeline: Timeline,
  found: Pick<QueryResult, 'hits' | 'behind' | 'degradedReasons'>,
  question: TimedQuestion,
  timed: AskOptions,
  ports: Pick<AnswerPorts, 'claims' | 'sources'>,
): Promise<Answer | null> {
  const shown = timeline.lines.map(({ value }) => value.claim);
  const cited = question.event === null ? shown : [...shown, question.event];
  const draft = timeline.lines.map(toBullet).join('\n');
  const report = await verifyCitations(draft, {
    claims: heldThen(ports.claims, shown),
    sources: ports.sources,
    allowedIds: cited.map(({ id }) => id),
    policy: 'mark',
    ...(timed.signal === undefined ? {} : { signal: timed.signal }),
  });
  if (report.cleanText.trim() === '') return null;
  const ids = new Set(shown.map(({ id }) => id));
  const having = (status: Claim['status']) =>
    shown.filter((claim) => claim.status === status).map(({ id }) => id);
  const degradedReasons = [...new Set([...found.degradedReasons, 'no_model', ...report.degradedReasons])];
  return withReading(
    {
      cleanText: report.cleanText,
      report,
      hits: [...found.hits]
        .sort((a, b) => Number(ids.has(b.claim.id)) - Number(ids.has(a.claim.id)))
        .slice(0, Math.max(ids.size, SHOWN_HITS)),
      abstained: false,
      nearest: [],
      passages: [],
      draft,
      writtenBy: 'extractive',
      attempts: 0,
      degraded: degradedReasons.length > 0,
      degradedReasons,
      notices: {
        redacted: 0,
        superseded: having('superseded'),
        contested: having('contested'),
        stale: having('stale'),
        behind: found.behind,
        gone: [],
      },
    },
    question,
    question.time !== null,
  );
}

/** What a timeline shows held at its time, and says so: that it no longer holds is no reason to leave it out. */
function heldThen(claims: ClaimLookup, shown: readonly Claim[]): ClaimLookup {
  const ids = new Set<string>(shown.map(({ id }) => id));
  return async (wanted) => {
    const found = await claims(wanted);
    return new Map(
      [...found].map(([id, claim]) =>
        ids.has(id) && claim.status === 'superseded'
          ? [id, { ...claim, status: 'current', validUntil: null }]
          : [id, claim],
      ),
    );
  };
}

/** `2025-08-11, now` for what alone holds, `2025-01-10, since` for one of several, `2024-01-22, was` for what something newer has ended. */
function toBullet({ value: { claim, text, from }, mark }: TimelineLine): string {
  const line = toAnswerLine(text);
  const date = from === null || claim.precision === 'instant' || line.includes(from) ? '' : from.slice(0, 10);
  const lead = date === '' ? (mark === 'was' ? 'Was' : '') : mark === null ? date : `${date}, ${mark}`;
  const sentences = segmentSentences(line, { bias: 'split' }).map(
    ({ start, end }) => `${line.slice(start, end)} [claim:${claim.id}]`,
  );
  return `- ${lead === '' ? '' : `${lead}: `}${sentences.join(' ')}`;
}

export function withReading(answer: Answer, { time, words, event }: TimedQuestion, applied: boolean): Answer {
  if (time === null) return answer;
  const reading: TimeReading = {
    words,
    asOf: time.asOf,
    from: time.from,
    until: time.until,
    ...(event === null ? {} : { event: event.id }),
    applied,
  };
  return { ...answer, ...(applied ? { asOf: time.asOf } : {}), time: reading };
}
