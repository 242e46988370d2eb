import type { Claim, ClaimStatus, SqliteClaimStore } from '@memora/claims';
import { createCustomRetriever, createRetriever, type HitPassage, type Retriever } from '@memora/retrieval';
import type { FindPassages } from '../answer/passages/find-shown-passages.ts';
import { searchRetriever } from '../answer/passages/search-retriever.ts';
import { lazily } from '../concurrency/lazily.ts';
import type { MemoraConfig } from '../config/index.ts';
import type { OpenMemoryOptions, QueryOptions, QueryResult } from '../memory.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { LiveClaims } from '../privacy/live-bands.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import { throwOurs } from '../store/throw-ours.ts';
import type { LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import type { MemoryVectors } from '../vectors/open-vectors.ts';
import { findStandingClaims, readStandingIn } from './find-standing-claims.ts';

/** What searching needs of an open memory. */
interface SearchPorts {
  /** Of the database. */
  readonly path: string;
  readonly config: MemoraConfig;
  readonly store: Pick<StoreHandle, 'read'>;
  readonly vectors: Pick<MemoryVectors, 'legs'>;
  readonly learned: Pick<LearnedFeedback, 'memory'>;
  readonly live: LiveClaims;
  /** Takes questions apart, where one is asked to. */
  readonly model: () => ChatModel | null;
  /** The caller's own. */
  readonly own: Pick<OpenMemoryOptions, 'retriever' | 'reranker'>;
}

/** What a search found. */
export interface FoundClaims extends Omit<QueryResult, 'behind'> {
  /** Notes of claims that were found and left out, because the notes hold their words no more. */
  readonly moved: readonly string[];
}

/** Options of a search; which standings come too is nobody's to say outside. */
export interface SearchOptions extends QueryOptions {
  readonly statuses?: readonly ClaimStatus[];
}

/** Which claims are seen. */
export type SeenClaims = Pick<QueryOptions, 'asOf' | 'region' | 'bands' | 'conversations' | 'memories'>;

export interface MemorySearch {
  /** `live` reads the notes of a question; those of the memory where there is none. */
  readonly query: (text: string, asked?: SearchOptions, live?: LiveClaims) => Promise<FoundClaims>;
  /** Passages for a question, best first, as they were indexed. */
  readonly passages: FindPassages;
  /** The claims that stand in passages, by the passage's key, with the bands that their notes give them now. */
  readonly claimsIn: (
    passages: readonly Pick<HitPassage, 'key'>[],
    asked: SeenClaims,
    live?: LiveClaims,
  ) => Promise<ReadonlyMap<number, readonly Claim[]>>;
  /** Another number after each question that found something written to the index; null where that is not known. */
  readonly lookedAt: () => number | null;
  /** The next question is asked of a new retriever: one may remember what it read. */
  readonly startAfresh: () => Promise<void>;
}

/** What is like a text holds its rare words, or two of the commoner: the commonest alone find nothing that is near. */
const NEAR = { candidates: 40, lexical: { postings: 1_000, first: 300 } };
/** Where rare words find enough, the commonest only take time: ranking thousands that hold one of them was half of a recall of 100,000. */
const RARE_FIRST = { first: 1_000 };

export function openSearch({
  path,
  config,
  store,
  vectors,
  learned,
  live: ofMemory,
  model,
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
    // The store is opened anew when it must be read with a key.
    if (retrieved !== null && retrieved !== (await store.read())) await startAfresh();
    const isOwn = own.retriever !== undefined;
    asking = await (!isOwn && asked.words === true
      ? byWords()
      : !isOwn && asked.near === true
        ? near()
        : retriever());
    const found = await findStandingClaims(text, asked, {
      retriever: asking,
      config,
      live,
      model,
      countKnown: async (known) => (await store.read()).countClaims({ asOf: { known } }),
    });
    if (asked.kept === true) return found;
    return { ...found, hits: found.hits.map((hit) => ({ ...hit, claim: ownClaim(hit.claim) })) };
  }
}

/** Questions share claims, and each is told by its own which notes it read. */
function ownClaim(claim: Claim): Claim {
  return { ...claim };
}
