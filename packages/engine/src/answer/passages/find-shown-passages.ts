import type { Claim } from '@memora/claims';
import type { Hit, HitPassage, Reranker } from '@memora/retrieval';
import type { FoundClaims, SearchOptions } from '../../lookup/open-search.ts';
import { isOfThen } from '../../lookup/to-as-of.ts';
import type { AskOptions } from '../answer.ts';
import type { FoundPassage } from './found-passage.ts';
import { hitsOfReads } from './hits-of-reads.ts';
import { type ClaimReaders, readClaimPassages } from './passages-of-claims.ts';
import { holdsPassage, type PassageReaders, type ReadPassage, readPassage } from './read-passage.ts';
import type { rerankPassages } from './rerank-passages.ts';
import { type TimePorts, timeOfPassage } from './time-of-passage.ts';

/** The options of a passage search. */
export interface PassageSearch
  extends Pick<AskOptions, 'asOf' | 'askedTime' | 'region' | 'bands' | 'conversations' | 'signal'> {
  /** Search words that a model added. */
  readonly words?: string | undefined;
  readonly limit?: number;
}

/** Search results, best first. */
export interface FoundPassages {
  readonly hits: readonly FoundPassage[];
  readonly degradedReasons: readonly string[];
}

/** Finds passages in any store. */
export type FindPassages = (question: string, options: PassageSearch) => Promise<FoundPassages>;

/** The dependencies of reading search results. */
export interface ShownPorts extends PassageReaders, ClaimReaders, TimePorts {
  readonly findPassages: FindPassages;
  /** Finds separate claims: those that no passage of the index can show. */
  readonly findClaims: (question: string, options: SearchOptions) => Promise<FoundClaims>;
  /** Returns the claims in passages, by passage key, with the bands that their notes give them now. */
  readonly claimsIn: (
    passages: readonly Pick<HitPassage, 'key'>[],
    options: PassageSearch,
  ) => Promise<ReadonlyMap<number, readonly Claim[]>>;
  /** The caller's own reranker, applied to the read passages. */
  readonly reranker?: Reranker | undefined;
}

/** The results of a question, as currently in the notes. */
export interface FoundReads {
  /** Best first. */
  readonly read: readonly ReadPassage[];
  /** Claims that no passage can show: see {@link findOutside}. */
  readonly outside: readonly Hit[];
  /** Returns up to `most` claims of the first of these passages: the best of each, then the next of each. */
  readonly hitsOf: (read: readonly ReadPassage[], most: number) => Promise<readonly Hit[]>;
  /** Notes that no longer contain what was found in them. */
  readonly moved: readonly string[];
  readonly degradedReasons: readonly string[];
}

/** Returns the passages for a question, best first, as currently in their notes. For notes that changed since, the claims that are still there. */
export async function findReadPassages(
  question: string,
  options: PassageSearch,
  ports: ShownPorts,
): Promise<FoundReads> {
  const found = await ports.findPassages(question, options);
  const read = await Promise.all(found.hits.map((each) => readPassage(each, ports)));
  const unread = found.hits.filter((_, i) => read[i] === null);
  const holds = await Promise.all(unread.map(({ passage }) => holdsPassage(passage, ports)));
  const changed = new Set(unread.flatMap(({ passage }, i) => (holds[i] ? [] : [passage.notePath])));
  const outside = await findOutside(question, options, changed.size > 0, ports);
  const standing = await readClaimPassages(
    outside.hits.filter(({ claim }) => claim.band === 'secret' || changed.has(claim.notePath)),
    ports,
  );
  const all = oneOfEach(read.filter((each) => each !== null));
  // Their scores can't be compared with those of passages.
  for (const each of standing) {
    const at = all.findIndex(({ found }) => found.coverage < each.found.coverage);
    all.splice(at === -1 ? all.length : at, 0, each);
  }
  // If the question names a time, search the claims that were valid then.
  const timed =
    options.asOf === undefined ? await Promise.all(all.map((each) => withTime(each, ports))) : all;
  const ordered =
    ports.reranker === undefined || timed.length === 0
      ? { read: timed, reasons: [] }
      : await rerankRead(ports.reranker, question, timed, options.signal);
  return {
    read: ordered.read,
    outside: outside.hits,
    hitsOf: (chosen, most) => hitsOfReads(chosen, options, { outside: outside.hits, most, ...ports }),
    moved: [...new Set([...changed, ...outside.moved])],
    degradedReasons: [...new Set([...found.degradedReasons, ...outside.degradedReasons, ...ordered.reasons])],
  };
}

/** Loaded only if the caller has a reranker. */
async function rerankRead(...given: Parameters<typeof rerankPassages>): ReturnType<typeof rerankPassages> {
  return (await import('./rerank-passages.ts')).rerankPassages(...given);
}

/**
 * Keeps only the best of several passages that say the same under the same headings and dates, such as copies
 * of a page.
 */
function oneOfEach(read: readonly ReadPassage[]): ReadPassage[] {
  const byName = new Map<string, ReadPassage>();
  for (const each of read) {
    const { fingerprint, context } = each.found.passage;
    const name = JSON.stringify([fingerprint, context.headings, context.dates, context.speaker]);
    if (!byName.has(name)) byName.set(name, each);
  }
  return [...byName.values()];
}

/** Maximum number of claims that are searched separately. */
const MOST_OUTSIDE = 24;
const NOTHING_OUTSIDE = { hits: [], moved: [], degradedReasons: [] };

/**
 * Finds claims that no passage of the index can show: secret ones, if they may be found; those known at an earlier time and gone from the notes; and those that
 * are still in a note that has changed since.
 */
async function findOutside(
  question: string,
  options: PassageSearch,
  isBehind: boolean,
  { findClaims }: Pick<ShownPorts, 'findClaims'>,
): Promise<Pick<FoundClaims, 'hits' | 'moved' | 'degradedReasons'>> {
  const { words: _, limit: __, askedTime: ___, ...asked } = options;
  const wantsAll = isBehind || isOfThen(options);
  if (!wantsAll && options.bands?.includes('secret') === false) return NOTHING_OUTSIDE;
  const bands = wantsAll ? {} : { bands: ['secret'] as const };
  return findClaims(question, { ...asked, ...bands, k: MOST_OUTSIDE });
}

async function withTime(read: ReadPassage, ports: TimePorts): Promise<ReadPassage> {
  const holds = await timeOfPassage(read.found, ports);
  return holds === null ? read : { ...read, found: { ...read.found, holds } };
}
