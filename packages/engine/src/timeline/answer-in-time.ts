import type { Claim } from '@memora/claims';
import { toPresent } from '@memora/language/asked-time';
import { segmentSentences } from '@memora/language/sentences';
import { type ClaimLookup, verifyCitations } from '@memora/validator';
import type { Answer, AskOptions } from '../answer/answer.ts';
import { type AnswerPorts, answerQuestion, readEvidence } from '../answer/answer-question.ts';
import type { Evidence } from '../answer/evidence/evidence.ts';
import { toAnswerLine } from '../answer/to-answer-line.ts';
import type { QueryResult } from '../memory.ts';
import { chooseTimeline, type Timeline, type TimelineLine } from './choose-timeline.ts';
import { readQuestion, type TimedQuestion } from './read-question.ts';
import type { TimeReading } from './time-reading.ts';

/** What answering in time needs besides what answers. */
export interface TimePorts extends AnswerPorts {
  readonly now: () => Date;
}

/** Values of one thing over the years, and what stands between them. */
const CANDIDATES = 40;

/**
 * Answers a question about time: what held then, or what was one after the other. A question about nothing of the kind is answered as any
 * other. Where nothing is found that held then, the time is left out and the answer says so: a wrong reading hides nothing.
 */
export async function answerInTime(question: string, asked: AskOptions, ports: TimePorts): Promise<Answer> {
  // Whoever names the time has it so.
  if (asked.asOf !== undefined) return answerQuestion(question, asked, ports);
  const found = await readQuestion(question, ports.now(), async (event) => {
    const { hits } = await ports.retrieve(event, { ...asked, k: 5 });
    return readEvidence(hits, ports);
  });
  if (found === null) return answerQuestion(question, asked, ports);
  const point = pointOf(found);
  const timed = point === null ? asked : { ...asked, asOf: point };
  const isModel = ports.model !== null && asked.useModel !== false;
  const told = isModel ? null : await tell(found, timed, ports);
  if (told !== null) return told;
  // A date in figures is left out of what an answer has to hold; `last spring` would count as words of it.
  const text =
    found.time === null || /\d{4}/u.test(found.words) || found.subject === '' ? question : found.subject;
  const answer = await answerQuestion(text, timed, ports);
  if (!answer.abstained) return withReading(answer, found, found.time !== null);
  // What asks for a history stands in no note; and where nothing held at the time, the time may have been read wrongly.
  const again = found.aim === 'history' && found.subject !== '' ? found.subject : text;
  if (point === null && again === text) return withReading(answer, found, found.time !== null);
  return withReading(await answerQuestion(again, asked, ports), found, point === null && found.time !== null);
}

/** The last instant of the time; null where it goes on until now. */
function pointOf({ time, aim }: TimedQuestion): string | null {
  if (time === null || time.until === null || aim === 'history') return null;
  return new Date(Date.parse(`${time.until}T00:00:00Z`) - 1).toISOString();
}

/** The answer that one thing's values make; null where none do. */
async function tell(question: TimedQuestion, timed: AskOptions, ports: TimePorts): Promise<Answer | null> {
  const subjects = [question.subject, toPresent(question.subject)].filter((each) => each !== null);
  let best: { readonly timeline: Timeline; readonly found: QueryResult } | null = null;
  for (const subject of subjects) {
    const { found, evidence } = await findThroughTime(subject, timed, ports);
    const timeline = chooseTimeline(evidence, { ...question, subject });
    if (timeline !== null && (best === null || timeline.score > best.timeline.score))
      best = { timeline, found };
  }
  if (best === null) return null;
  const { timeline, found } = best;
  const shown = timeline.lines.map(({ value }) => value.claim);
  const cited = question.event === null ? shown : [...shown, question.event];
  const draft = timeline.lines.map(toBullet).join('\n');
  const report = await verifyCitations(draft, {
    claims: heldThen(ports.claims, shown),
    sources: ports.sources,
    allowedIds: cited.map(({ id }) => id),
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

const SHOWN_HITS = 12;

/** What held at the end of the time, and what held at any time: the values that ended before it, or in it, are among those. */
async function findThroughTime(
  subject: string,
  timed: AskOptions,
  ports: TimePorts,
): Promise<{ readonly found: QueryResult; readonly evidence: Evidence[] }> {
  const { asOf, ...always } = timed;
  const asks = [
    ...(asOf === undefined ? [] : [timed]),
    { ...always, statuses: ['current', 'stale', 'contested', 'superseded'] as const },
  ];
  const results = [];
  for (const options of asks) results.push(await ports.retrieve(subject, { ...options, k: CANDIDATES }));
  const known = new Set<string>();
  const hits = results
    .flatMap((result) => result.hits)
    .filter(({ claim }) => !known.has(claim.id) && known.add(claim.id));
  const [first] = results as [QueryResult, ...QueryResult[]];
  const behind = [...new Set(results.flatMap((result) => result.behind))].sort();
  return { found: { ...first, hits, behind }, evidence: await readEvidence(hits, ports) };
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

function withReading(answer: Answer, { time, words, event }: TimedQuestion, applied: boolean): Answer {
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
