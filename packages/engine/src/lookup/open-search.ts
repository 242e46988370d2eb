import type { Claim, ClaimStatus, SqliteClaimStore } from '@memora/claims';
import {
  type QueryOptions as AskedOfRetriever,
  createRetriever,
  type HitPassage,
  type Retriever,
} from '@memora/retrieval';
import { lazily } from '../concurrency/lazily.ts';
import type { MemoraConfig } from '../config/index.ts';
import type { QueryOptions, QueryResult } from '../memory.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { type LiveClaims, tightenHits } from '../privacy/live-bands.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import { throwOurs } from '../store/throw-ours.ts';
import type { LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import { nameReasons } from '../vectors/name-reasons.ts';
import type { MemoryVectors } from '../vectors/open-vectors.ts';
import { toAsOf } from './to-as-of.ts';

/** What searching needs of an open memory. */
export interface SearchPorts {
  /** Of the database. */
  readonly path: string;
  readonly config: MemoraConfig;
  readonly store: Pick<StoreHandle, 'read'>;
  readonly vectors: Pick<MemoryVectors, 'legs'>;
  readonly learned: Pick<LearnedFeedback, 'memory'>;
  readonly live: LiveClaims;
  /** Takes questions apart, where one is asked to. */
  readonly model: () => ChatModel | null;
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

export interface MemorySearch {
  /** `live` reads the notes of a question; those of the memory where there is none. */
  readonly query: (text: string, asked?: SearchOptions, live?: LiveClaims) => Promise<FoundClaims>;
  /** The passages before and behind some that were found, in the order of their notes: one list a note. */
  readonly around: (passages: readonly HitPassage[]) => Promise<readonly (readonly HitPassage[])[]>;
  /** The claims that stand in passages, by the passage's key, with the bands that their notes give them now. */
  readonly claimsIn: (
    passages: readonly HitPassage[],
    asked: QueryOptions,
    live?: LiveClaims,
  ) => Promise<ReadonlyMap<number, readonly Claim[]>>;
  /** The next question is asked of a new retriever: one may remember what it read. */
  readonly startAfresh: () => Promise<void>;
}

/** What is like a text holds its rare words, or two of the commoner: the commonest alone find nothing that is near. */
const NEAR = { candidates: 40, lexical: { postings: 1_000 } };

export function openSearch({
  path,
  config,
  store,
  vectors,
  learned,
  live: ofMemory,
  model,
}: SearchPorts): MemorySearch {
  let retrieved: SqliteClaimStore | null = null;
  const retriever = lazily<Retriever>(async () => {
    const opened = await store.read();
    retrieved = opened;
    const use = await learned.memory();
    return createRetriever({
      store: opened,
      legs: await vectors.legs(opened),
      ...(use === undefined ? {} : { use }),
    });
  });
  const byWords = lazily<Retriever>(async () => {
    const opened = await store.read();
    retrieved = opened;
    return createRetriever({ store: opened, graph: false, ...NEAR });
  });
  const startAfresh = async () => {
    await retriever.close(async () => undefined);
    await byWords.close(async () => undefined);
  };
  return {
    startAfresh,
    query: (text, asked = {}, live = ofMemory) => query(text, asked, live).catch(throwOurs(path)),
    around: async (passages) => (await retriever()).around(passages),
    claimsIn: async (passages, asked, live = ofMemory) => {
      const found = await (await retriever()).claimsIn(passages, toFilter(asked, config));
      const now = await live.tighten([...found.values()].flat());
      const nowById = new Map(now.map((claim) => [claim.id, claim]));
      const isAsked = ({ band }: Claim) => asked.bands === undefined || asked.bands.includes(band);
      return new Map(
        [...found].map(([passage, claims]) => [
          passage,
          claims.map((claim) => nowById.get(claim.id) ?? claim).filter(isAsked),
        ]),
      );
    },
  };

  async function query(text: string, asked: SearchOptions, live: LiveClaims): Promise<FoundClaims> {
    // The store is opened anew when it must be read with a key.
    if (retrieved !== null && retrieved !== (await store.read())) await startAfresh();
    const wanted = {
      k: asked.k ?? config.retrieval.topK,
      ...toFilter(asked, config),
      ...(asked.statuses === undefined ? {} : { statuses: asked.statuses }),
      ...(asked.signal === undefined ? {} : { signal: asked.signal }),
      ...(asked.salience === true ? { salience: true } : {}),
    };
    const decomposer = asked.decompose === true && asked.words !== true ? model() : null;
    const found = nameReasons(
      decomposer === null
        ? await (await (asked.words === true ? byWords() : retriever())).query(text, wanted)
        : await queryInParts(await retriever(), text, decomposer, wanted),
    );
    const tightened = await tightenHits(live, found.hits, asked.bands);
    const { known } = toFilter(asked, config).asOf ?? {};
    // What was known then may have gone from the notes; what is said now may not.
    const stands = await Promise.all(
      tightened.map(({ claim }) => (known === undefined ? live.stands(claim) : true)),
    );
    const hits = tightened.filter((_, i) => stands[i]);
    const moved = tightened.flatMap(({ claim }, i) => (stands[i] ? [] : [claim.notePath]));
    // Else a time before the first index looks like notes that do not say.
    const isBeforeAll =
      known !== undefined &&
      hits.length === 0 &&
      (await (await store.read()).countClaims({ asOf: { known } })) === 0;
    if (!isBeforeAll) return { ...found, hits, moved };
    const degradedReasons = [...found.degradedReasons, 'nothing_known_then'];
    return { hits, moved, degraded: true, degradedReasons };
  }
}

function toFilter({ asOf, region, bands, conversations }: QueryOptions, { retrieval }: MemoraConfig) {
  return {
    conversations: conversations ?? retrieval.conversations,
    ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
    ...(region === undefined ? {} : { region }),
    ...(bands === undefined ? {} : { bands }),
  };
}

/** Few ask for it, so what it needs is loaded then. */
async function queryInParts(retriever: Retriever, text: string, model: ChatModel, wanted: AskedOfRetriever) {
  const { decomposeWith } = await import('./decompose-question.ts');
  const { askInParts } = await import('@memora/retrieval');
  return askInParts(retriever, text, await decomposeWith(model, text), wanted);
}
