import type { Hit } from '@memora/retrieval';
import type { AskOptions } from '../answer.ts';
import type { FoundPassage } from './found-passage.ts';
import { type ClaimReaders, readClaimPassages } from './passages-of-claims.ts';
import { type PassageReaders, type ReadPassage, readPassage } from './read-passage.ts';
import { type TimePorts, timeOfPassage } from './time-of-passage.ts';

/** What was asked of a search for passages. */
export interface PassageSearch
  extends Pick<AskOptions, 'asOf' | 'askedTime' | 'region' | 'bands' | 'conversations' | 'signal'> {
  /** Search words that a model added. */
  readonly words?: string | undefined;
  readonly limit?: number;
}

/** What was found, best first. */
export interface FoundPassages {
  readonly hits: readonly FoundPassage[];
  readonly degradedReasons: readonly string[];
}

/** Finds passages, wherever they are stored. */
export type FindPassages = (question: string, options: PassageSearch) => Promise<FoundPassages>;

/** What reading what was found needs of an open memory. */
export interface ShownPorts extends PassageReaders, ClaimReaders, TimePorts {
  readonly findPassages: FindPassages;
}

/**
 * The passages that a question finds, best first, as their notes have them at this moment. Of notes that changed since, the claims that still
 * stand; `hits` are the claims that the same question found.
 */
export async function findReadPassages(
  question: string,
  options: PassageSearch,
  hits: readonly Hit[],
  ports: ShownPorts,
): Promise<{ readonly read: readonly ReadPassage[]; readonly degradedReasons: readonly string[] }> {
  const found = await ports.findPassages(question, options);
  const read = await Promise.all(found.hits.map((each) => readPassage(each, ports)));
  const changed = new Set(
    found.hits.flatMap(({ passage }, i) => (read[i] === null ? [passage.notePath] : [])),
  );
  const standing = await readClaimPassages(
    hits
      .filter(({ claim }) => claim.band === 'secret' || changed.has(claim.notePath))
      .map(({ claim, score, why }) => ({ claim, score, coverage: why.coverage })),
    ports,
  );
  const others = standing.filter(({ found }) => found.passage.band !== 'secret');
  const all = [...read.filter((each) => each !== null), ...others];
  // A secret claim takes the place that it has among the claims: their scores are not those of passages.
  for (const secret of standing.filter(({ found }) => found.passage.band === 'secret'))
    all.splice(
      hits.findIndex(({ claim }) => claim.id === secret.found.passage.id),
      0,
      secret,
    );
  // Of a time that was asked for, what held then is found.
  const timed =
    options.asOf === undefined ? await Promise.all(all.map((each) => withTime(each, ports))) : all;
  return { read: timed, degradedReasons: found.degradedReasons };
}

async function withTime(read: ReadPassage, ports: TimePorts): Promise<ReadPassage> {
  const holds = await timeOfPassage(read.found, ports);
  return holds === null ? read : { ...read, found: { ...read.found, holds } };
}
