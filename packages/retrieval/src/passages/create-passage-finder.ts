import type { Claim } from '@memora/claims';
import { fuseScores } from '../fusion/fuse-scores.ts';
import type { GraphExpansion } from '../graph/create-graph-expansion.ts';
import type { Retriever } from '../hit.ts';
import type { LexicalSearchOptions } from '../lexical/search-lexical.ts';
import { toReason } from '../retrieve/ask-legs.ts';
import type { createFilterCache } from '../retrieve/create-pass.ts';
import { GRAPH, REACHED, SEEDS } from '../retrieve/follow-graph.ts';
import type { Leg, LegRequest } from '../retrieve/leg.ts';
import { toFilter } from '../retrieve/to-filter.ts';
import type { RetrievalSource } from '../source/retrieval-source.ts';
import { WEIGHTS } from '../weights.ts';
import type { PassageHit, PassageQueryOptions, PassageResult } from './passage-hit.ts';
import { type PassageOfWords, preparePassageSearch } from './search-passages.ts';

/** The sources of passages: the index, and legs that find claims, each of which represents its passage. */
interface PassageFinderOptions {
  readonly source: RetrievalSource;
  readonly lexical?: LexicalSearchOptions | undefined;
  /** Legs other than the lexical one. */
  readonly legs: readonly Leg[];
  readonly filters: ReturnType<typeof createFilterCache>;
  /** The database of the source, if it is on this machine. */
  readonly database: object | undefined;
  /** Weights by leg name. The lexical leg gets the rest of 1. */
  readonly weights: Readonly<Record<string, number>>;
  /** Follows links, names and edges from the best claims of the best passages; null to follow none. */
  readonly expand: GraphExpansion | null;
  readonly graphWeight: number;
}

const DEFAULT_LIMIT = 40;
/** How many claims to request from a leg per passage. */
const CLAIMS_A_PASSAGE = 3;
/** The reason given if a question contains no searchable word. */
const NOTHING_ASKED = 'question: NO_SEARCH_WORDS';
const NONE_GONE: ReadonlyMap<number, Claim> = new Map();

/** Finds passages by their words and by the vectors of their claims. A leg that fails is skipped and reported in the result. */
export function createPassageFinder(options: PassageFinderOptions): Retriever['passages'] {
  const { source } = options;
  const findAt = prepareFinder(options);
  return async (question, { askedTime, ...query } = {}) => {
    const at = source.renew?.() ?? null;
    if (askedTime === undefined || query.asOf !== undefined)
      return { ...(await findAt(question, query, at)), droppedTime: false };
    const then = await findAt(question, { ...query, asOf: askedTime }, at);
    if (then.hits.length > 0) return { ...then, droppedTime: false };
    return { ...(await findAt(question, query, at)), droppedTime: true };
  };
}

function prepareFinder({
  source,
  lexical,
  legs,
  weights,
  filters,
  database,
  expand,
  graphWeight,
}: PassageFinderOptions) {
  const search = preparePassageSearch(source.lexical, lexical);
  return async (
    question: string,
    options: PassageQueryOptions,
    at: number | null,
  ): Promise<Omit<PassageResult, 'droppedTime'>> => {
    const filter = toFilter(options);
    const pass = filters.pass(filter, at).filter;
    const renewed = at === null ? undefined : database;
    const limit = Math.max(0, Math.floor(options.limit ?? DEFAULT_LIMIT));
    const passBare = (keys: readonly number[]) => source.barePassages(filter, keys);
    const reasons: string[] = [...(await source.reasons())];
    const [words, ...lifted] = await Promise.all([
      search({
        ...{ text: question, words: options.words ?? '', limit, pass, passBare },
        bands: options.bands,
      }),
      ...legs.map(async (leg) => {
        try {
          const { found, incomplete } = await leg.find(question, {
            limit: CLAIMS_A_PASSAGE * limit,
            pass,
            gone: NONE_GONE,
            renewed,
            signal: options.signal,
          });
          if (incomplete) reasons.push(toReason(leg.name, incomplete));
          return { name: leg.name, scores: await liftToPassages(found, source) };
        } catch (error) {
          options.signal?.throwIfAborted();
          reasons.push(toReason(leg.name, error));
          return { name: leg.name, scores: new Map<number, number>() };
        }
      }),
    ]);
    const weightOf = (some: readonly { readonly name: string }[]) =>
      some.reduce((sum, { name }) => sum + (weights[name] ?? 0), 0);
    // If other legs decide alone, the question needs no searchable words.
    if (words.asksNothing && weightOf(lifted) < 1)
      return { hits: [], degraded: true, degradedReasons: [...reasons, NOTHING_ASKED].sort() };
    const byWords = new Map(words.found.map((found) => [found.key, found]));
    const missing = [...new Set(lifted.flatMap(({ scores }) => [...scores.keys()]))].filter(
      (key) => !byWords.has(key),
    );
    if (missing.length > 0)
      for (const [key, found] of await words.scoresFor(missing)) byWords.set(key, found);
    const lists = [
      { name: 'lexical', scores: new Map([...byWords].map(([key, { score }]) => [key, score])) },
      ...lifted.filter(({ scores }) => scores.size > 0),
    ];
    const others = weightOf(lists.slice(1));
    const fused = fuseScores(
      lists.map((list, i) => ({
        ...list,
        weight: i === 0 ? Math.max(0, 1 - others) : (weights[list.name] ?? 0),
      })),
    );
    const reached = expand === null ? NONE_REACHED : await follow(fused, byWords, { expand, source, pass });
    const activation = new Map([...reached].map(([key, { activation }]) => [key, activation]));
    if (reached.size > 0) {
      const unread = [...reached.keys()].filter((key) => !byWords.has(key));
      for (const [key, found] of await words.scoresFor(unread)) byWords.set(key, found);
      lists.push({ name: GRAPH, scores: activation });
    }
    const best = new Map(fused);
    for (const [key, { activation, from }] of reached) {
      const own = fused.get(key) ?? 0;
      best.set(
        key,
        Math.max(own, Math.min(own + graphWeight * activation, WEIGHTS.behind * (fused.get(from) ?? 0))),
      );
    }
    const ordered = [...best].filter(([, score]) => score > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const hits = await toHits(ordered.slice(0, limit), { source, byWords, lists, options });
    return { hits, degraded: reasons.length > 0, degradedReasons: reasons.sort() };
  };
}

/** A passage reached over the graph, with the passage it was reached from. */
interface Reached {
  readonly activation: number;
  readonly from: number;
}

const NONE_REACHED: ReadonlyMap<number, Reached> = new Map();

async function follow(
  fused: ReadonlyMap<number, number>,
  byWords: ReadonlyMap<number, PassageOfWords>,
  { expand, source, pass }: { expand: GraphExpansion; source: RetrievalSource; pass: LegRequest['pass'] },
): Promise<ReadonlyMap<number, Reached>> {
  const passageBySeed = new Map<number, number>();
  const seeds = [...fused]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .flatMap(([passage, score]) => {
      const claim = byWords.get(passage)?.best ?? null;
      if (claim === null || score <= 0) return [];
      passageBySeed.set(claim, passage);
      return [{ key: claim, score }];
    })
    .slice(0, SEEDS);
  const claims = [...(await expand(seeds, pass)).values()]
    .sort((a, b) => b.activation - a.activation || a.key - b.key)
    .slice(0, REACHED);
  if (claims.length === 0) return NONE_REACHED;
  const { passageByKey } = await source.places(claims.map(({ key }) => key));
  const reached = new Map<number, Reached>();
  for (const { key, activation, path } of claims) {
    const passage = passageByKey.get(key)?.key;
    const from = passageBySeed.get(path[0] ?? key);
    if (passage !== undefined && from !== undefined && !reached.has(passage))
      reached.set(passage, { activation, from });
  }
  return reached;
}

/** A passage scores as its best claim. */
async function liftToPassages(
  found: readonly { readonly key: number; readonly score: number }[],
  source: RetrievalSource,
): Promise<Map<number, number>> {
  const { passageByKey } = await source.places(found.map(({ key }) => key));
  const scores = new Map<number, number>();
  for (const { key, score } of found) {
    const passage = passageByKey.get(key)?.key;
    if (passage !== undefined) scores.set(passage, Math.max(score, scores.get(passage) ?? 0));
  }
  return scores;
}

interface HitMaterial {
  readonly source: RetrievalSource;
  readonly byWords: ReadonlyMap<number, PassageOfWords>;
  readonly lists: readonly { readonly name: string; readonly scores: ReadonlyMap<number, number> }[];
  readonly options: PassageQueryOptions;
}

async function toHits(
  ordered: readonly (readonly [number, number])[],
  { source, byWords, lists, options }: HitMaterial,
): Promise<PassageHit[]> {
  const keys = ordered.map(([key]) => key);
  const bestByKey = new Map(keys.map((key) => [key, byWords.get(key)?.best ?? null]));
  const best = [...bestByKey.values()].filter((key) => key !== null);
  const [passages, claims, snippets] = await Promise.all([
    source.passages(keys),
    source.claims(best, options.asOf === undefined ? {} : { asOf: options.asOf }),
    source.snippets(best),
  ]);
  const ranks = lists.map(({ name, scores }) => {
    const sorted = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return { name, rankByKey: new Map(sorted.map(([key], i) => [key, i + 1])) };
  });
  return ordered.flatMap(([key, score]): PassageHit[] => {
    const indexed = passages.get(key);
    if (indexed === undefined || options.bands?.includes(indexed.passage.band) === false) return [];
    const found = byWords.get(key);
    const bestKey = bestByKey.get(key) ?? null;
    const claim = bestKey === null ? undefined : claims.get(bestKey);
    const own = ranks.filter(({ rankByKey }) => rankByKey.has(key));
    return [
      {
        key,
        ...indexed,
        score,
        why: {
          legs: own.map(({ name }) => name),
          ranks: Object.fromEntries(own.map(({ name, rankByKey }) => [name, rankByKey.get(key) as number])),
          coverage: found?.coverage ?? 0,
        },
        best:
          claim === undefined || bestKey === null
            ? null
            : { span: claim.span, text: snippets.get(bestKey) ?? '' },
        words: found?.words ?? [],
      },
    ];
  });
}
