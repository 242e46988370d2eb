import type { Claim, ClaimStatus, SqliteClaimStore } from '@memora/claims';
import { createCustomRetriever, createRetriever, type HitPassage, type Retriever } from '@memora/retrieval';
import type { FindPassages } from '../answer/passages/find-shown-passages.ts';
import { searchRetriever } from '../answer/passages/search-retriever.ts';
import { lazily } from '../concurrency/lazily.ts';
import type { MemoraConfig } from '../config/index.ts';
import type { OpenMemoryOptions, QueryOptions, QueryResult } from '../memory.ts';
import type { LiveClaims } from '../privacy/live-bands.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import { throwOurs } from '../store/throw-ours.ts';
import type { LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import type { MemoryVectors } from '../vectors/open-vectors.ts';
import { findStandingClaims, readStandingIn } from './find-standing-claims.ts';

/** The dependencies of searching. */
interface SearchPorts {
  /** The path of the database. */
  readonly path: string;
  readonly config: MemoraConfig;
  readonly store: Pick<StoreHandle, 'read'>;
  readonly vectors: Pick<MemoryVectors, 'legs'>;
  readonly learned: Pick<LearnedFeedback, 'memory'>;
  readonly live: LiveClaims;
  /** The caller's own. */
  readonly own: Pick<OpenMemoryOptions, 'retriever' | 'reranker'>;
}

/** The results of a search. */
export interface FoundClaims extends Omit<QueryResult, 'behind'> {
  /** Notes of found claims that were left out because the notes no longer contain their words. */
  readonly moved: readonly string[];
}

/** Options of a search; which statuses are included is internal. */
export interface SearchOptions extends QueryOptions {
  readonly statuses?: readonly ClaimStatus[];
}

/** Which claims are visible. */
export type SeenClaims = Pick<QueryOptions, 'asOf' | 'region' | 'bands' | 'conversations' | 'memories'>;

export interface MemorySearch {
  /** `live` reads the notes of a question; by default those of the memory. */
  readonly query: (text: string, asked?: SearchOptions, live?: LiveClaims) => Promise<FoundClaims>;
  /** Returns passages for a question, best first, as they were indexed. */
  readonly passages: FindPassages;
  /** Returns the claims in passages, by passage key, with the bands that their notes give them now. */
  readonly claimsIn: (
    passages: readonly Pick<HitPassage, 'key'>[],
    asked: SeenClaims,
    live?: LiveClaims,
  ) => Promise<ReadonlyMap<number, readonly Claim[]>>;
  /** Returns a number that changes when a question finds that the index was written; null if unknown. */
  readonly lookedAt: () => number | null;
  /** Gives the next question a new retriever, because the old one may have cached data. */
  readonly startAfresh: () => Promise<void>;
}

/**
 * A similar text contains its rare words, or two of its more common words. The most common words alone find
 * nothing similar.
 */
const NEAR = { candidates: 40, lexical: { postings: 1_000, first: 300 } };
/**
 * If rare words find enough, the most common ones only cost time: ranking thousands of matches took half of a
 * recall over 100,000 claims.
 */
const RARE_FIRST = { first: 1_000 };

export function openSearch({
  path,
  config,
  store,
  vectors,
  learned,
  live: ofMemory,
  own,
}: SearchPorts): MemorySearch {
  let retrieved: SqliteClaimStore | null = null;
  let asking: Retriever | null = null;
  const { reranker } = own;
  const retriever = lazily<Retriever>(async () => {
    const opened = await store.read();
    retrieved = opened;
    if (own.retriever !== undefined) return createCustomRetriever(opened, own.retriever, { reranker });
    const use = await learned.memory();
    return createRetriever({
      store: opened,
      legs: await vectors.legs(opened),
      ...(use === undefined ? {} : { use }),
      ...(reranker === undefined ? {} : { reranker }),
    });
  });
  const byWords = lazily<Retriever>(async () => {
    const opened = await store.read();
    retrieved = opened;
    return createRetriever({ store: opened, graph: false, ...NEAR });
  });
  const near = lazily<Retriever>(async () => {
    const opened = await store.read();
    retrieved = opened;
    return createRetriever({
      store: opened,
      legs: await vectors.legs(opened),
      graph: false,
      candidates: NEAR.candidates,
      lexical: RARE_FIRST,
      wordsFirst: true,
    });
  });
  const startAfresh = async () => {
    await retriever.close(async () => undefined);
    await byWords.close(async () => undefined);
    await near.close(async () => undefined);
  };
  return {
    startAfresh,
    lookedAt: () => asking?.lookedAt?.() ?? null,
    query: (text, asked = {}, live = ofMemory) => query(text, asked, live).catch(throwOurs(path)),
    passages: async (text, asked) => {
      if (retrieved !== null && retrieved !== (await store.read())) await startAfresh();
      asking = await retriever();
      return searchRetriever(asking.passages, text, asked, config).catch(throwOurs(path));
    },
    claimsIn: async (passages, asked, live = ofMemory) => {
      const found = await readStandingIn(passages, asked, { retriever: await retriever(), config, live });
      return new Map([...found].map(([key, claims]) => [key, claims.map(ownClaim)]));
    },
  };

  async function query(text: string, asked: SearchOptions, live: LiveClaims): Promise<FoundClaims> {
    const opened = await store.read();
    // The store is reopened when it must be read with a key.
    if (retrieved !== null && retrieved !== opened) await startAfresh();
    const isOwn = own.retriever !== undefined;
    // Each question searches secret claims separately. A filter that excludes everything is the most
    // expensive one, because the legs keep searching for a match.
    if (!isOwn && isOfSecrets(asked) && !opened.holdsSecrets()) return NOTHING;
    // If only agents have written notes, no retriever is opened for the claims of people and conversations
    // either.
    if (!isOwn && asked.memories === false && asked.asOf === undefined && holdsMemoriesAlone(opened))
      return NOTHING;
    asking = await (!isOwn && asked.words === true
      ? byWords()
      : !isOwn && asked.near === true
        ? near()
        : retriever());
    const found = await findStandingClaims(text, asked, {
      retriever: asking,
      config,
      live,
      isAnyKnown: async (known) =>
        (await (await store.read()).countClaims({ asOf: { known }, limit: 1 })) > 0,
    });
    if (asked.kept === true) return found;
    return { ...found, hits: found.hits.map((hit) => ({ ...hit, claim: ownClaim(hit.claim) })) };
  }
}

const NOTHING: FoundClaims = { hits: [], moved: [], degraded: false, degradedReasons: [] };

function holdsMemoriesAlone({ fewPassing }: SqliteClaimStore): boolean {
  return fewPassing({ memories: false }, 0) !== null;
}

function isOfSecrets({ bands }: SearchOptions): boolean {
  return bands?.length === 1 && bands[0] === 'secret';
}

/** Questions share claims, so each gets its own copy, which identifies the question that read its note. */
function ownClaim(claim: Claim): Claim {
  return { ...claim };
}
