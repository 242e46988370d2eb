import type { Claim } from '@memora/claims';
import { readAskedKind } from '@memora/language/asked';
import type { Answer, AskOptions } from '../answer/answer.ts';
import { readEvidence } from '../answer/evidence/find-evidence.ts';
import { timelineOf } from './choose-timeline.ts';
import { findAtAnyTime, type TimePorts } from './find-through-time.ts';
import { writeTimeline } from './write-timeline.ts';

/** So much of the question has to stand in the claim itself, before its other values are told with it. */
const OWN_COVERAGE = 0.5;

/**
 * An answer about now, told with what it replaced: the value that holds first, older ones behind `was`; several that hold, each with since when. Null where the
 * answer is no value of that kind, so that nothing is to be told beside it.
 */
export async function tellReplaced(
  question: string,
  answer: Answer,
  asked: AskOptions,
  ports: TimePorts,
): Promise<Answer | null> {
  if (answer.abstained || answer.writtenBy === 'model' || asked.k !== undefined) return null;
  if (readAskedKind(question) === 'how-to') return null;
  const shown = new Set(answer.passages[0]?.claimIds ?? []);
  const lead = answer.hits.find(
    ({ claim, why }) => shown.has(claim.id) && isDatedValue(claim) && why.ownCoverage >= OWN_COVERAGE,
  )?.claim;
  if (lead === undefined) return null;
  const isReplacing = await ports.replaces(lead.id);
  if (!isReplacing && !answer.hits.some(({ claim }) => isBeside(claim, lead))) return null;
  const { found, evidence } = isReplacing
    ? await findAtAnyTime(question, asked, ports)
    : { found: answer, evidence: await readEvidence(answer.hits, ports) };
  const lines = timelineOf(lead, evidence);
  if (lines === null) return null;
  const score = Math.max(...lines.map(({ value }) => value.ownCoverage));
  const timed = { time: null, aim: null, subject: question, words: '', event: null };
  const behind = 'notices' in found ? found.notices.behind : found.behind;
  return writeTimeline(
    { score, lines },
    {
      hits: found.hits,
      behind,
      degradedReasons: found.degradedReasons.filter((reason) => reason !== 'no_model'),
    },
    timed,
    asked,
    ports,
  );
}

/** True for what says a value of something from a day, month or year on. */
function isDatedValue({ object, validFrom, precision, assertion }: Claim): boolean {
  const isDated = validFrom !== null && precision !== 'unknown' && precision !== 'instant';
  return object !== null && isDated && assertion === 'asserted';
}

/** True for another value of the same thing that holds too. */
function isBeside(claim: Claim, lead: Claim): boolean {
  const key = ({ subject, predicate }: Claim) => `${subject} | ${predicate}`.toLowerCase();
  return (
    claim.id !== lead.id &&
    claim.status !== 'superseded' &&
    isDatedValue(claim) &&
    claim.object !== lead.object &&
    claim.validFrom !== lead.validFrom &&
    key(claim) === key(lead)
  );
}
