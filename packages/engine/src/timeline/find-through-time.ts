import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { AskOptions } from '../answer/answer.ts';
import type { AnswerPorts } from '../answer/answer-question.ts';
import type { Evidence } from '../answer/evidence/evidence.ts';
import { readEvidence } from '../answer/evidence/find-evidence.ts';
import type { QueryResult } from '../memory.ts';

/** What answering in time needs besides what answers. */
export interface TimePorts extends AnswerPorts {
  readonly now: () => Date;
  /** True where a claim has ended another. */
  readonly replaces: (id: ClaimId) => Promise<boolean>;
}

/** Values of one thing over the years, and what stands between them. */
const CANDIDATES = 40;

/** What stands in the notes of one thing, at any time. */
interface FoundInTime {
  readonly found: QueryResult;
  /** Empty where nothing of it tells of two days. */
  readonly evidence: readonly Evidence[];
}

/** What held at any time: values that something newer has ended are among it. */
export async function findAtAnyTime(
  subject: string,
  timed: AskOptions,
  ports: TimePorts,
): Promise<FoundInTime> {
  const { asOf: _, ...always } = timed;
  const statuses = ['current', 'stale', 'contested', 'superseded'] as const;
  const found = await ports.retrieve(subject, { ...always, statuses, k: CANDIDATES });
  return { found, evidence: tellsOfDays(found) ? await readEvidence(found.hits, ports) : [] };
}

/** The same with what held at the end of the time before it: where much was said of a thing, that may not be among the best of all. */
export async function findThroughTime(
  subject: string,
  timed: AskOptions,
  always: FoundInTime,
  ports: TimePorts,
): Promise<FoundInTime> {
  if (timed.asOf === undefined) return always;
  const then = await ports.retrieve(subject, { ...timed, k: CANDIDATES });
  const known = new Set(then.hits.map(({ claim }) => claim.id));
  const isOther = ({ claim }: { readonly claim: Claim }) => !known.has(claim.id);
  const behind = [...new Set([...then.behind, ...always.found.behind])].sort();
  return {
    found: { ...then, hits: [...then.hits, ...always.found.hits.filter(isOther)], behind },
    evidence: [...(await readEvidence(then.hits, ports)), ...always.evidence.filter(isOther)],
  };
}

/** True where values of two days are among what was found: without them nothing has a place in time, and no note has to be read. */
function tellsOfDays({ hits }: QueryResult): boolean {
  const days = hits.flatMap(({ claim }) => (claim.precision === 'unknown' ? [] : (claim.validFrom ?? [])));
  return new Set(days).size > 1;
}
