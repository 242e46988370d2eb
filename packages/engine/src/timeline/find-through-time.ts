import type { ClaimId } from '@memora/core';
import type { AskOptions } from '../answer/answer.ts';
import { type AnswerPorts, readEvidence } from '../answer/answer-question.ts';
import type { Evidence } from '../answer/evidence/evidence.ts';
import type { QueryResult } from '../memory.ts';

/** What answering in time needs besides what answers. */
export interface TimePorts extends AnswerPorts {
  readonly now: () => Date;
  /** True where a claim has ended another. */
  readonly replaces: (id: ClaimId) => Promise<boolean>;
}

/** Values of one thing over the years, and what stands between them. */
const CANDIDATES = 40;

/** What held at the end of the time, and what held at any time: the values that ended before it, or in it, are among those. */
export async function findThroughTime(
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
