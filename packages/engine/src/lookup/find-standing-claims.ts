import type { Claim } from '@memora/claims';
import type { QueryOptions as AskedOfRetriever, HitPassage, Retriever } from '@memora/retrieval';
import type { MemoraConfig } from '../config/index.ts';
import type { QueryOptions } from '../memory.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { type LiveClaims, tightenHits } from '../privacy/live-bands.ts';
import { nameReasons } from '../vectors/name-reasons.ts';
import type { FoundClaims, SearchOptions } from './open-search.ts';
import { toAsOf } from './to-as-of.ts';

/** What finding claims needs, wherever they are stored. */
export interface StandingPorts {
  readonly retriever: Retriever;
  readonly config: MemoraConfig;
  /** Reads the notes of the question. */
  readonly live: LiveClaims;
  /** Takes questions apart, where one is asked to. */
  readonly model: () => ChatModel | null;
  /** How many claims were known at an instant. */
  readonly countKnown: (known: string) => Promise<number>;
}

/** Finds claims, and leaves out those whose notes hold their words no more. */
export async function findStandingClaims(
  text: string,
  asked: SearchOptions,
  { retriever, config, live, model, countKnown }: StandingPorts,
): Promise<FoundClaims> {
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
      ? await retriever.query(text, wanted)
      : await queryInParts(retriever, text, decomposer, wanted),
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
  const isBeforeAll = known !== undefined && hits.length === 0 && (await countKnown(known)) === 0;
  if (!isBeforeAll) return { ...found, hits, moved };
  const degradedReasons = [...found.degradedReasons, 'nothing_known_then'];
  return { hits, moved, degraded: true, degradedReasons };
}

/** The claims that stand in passages, by the passage's key, with the bands that their notes give them now. */
export async function readStandingIn(
  passages: readonly HitPassage[],
  asked: QueryOptions,
  { retriever, config, live }: Pick<StandingPorts, 'retriever' | 'config' | 'live'>,
): Promise<ReadonlyMap<number, readonly Claim[]>> {
  const found = await retriever.claimsIn(passages, toFilter(asked, config));
  const now = await live.tighten([...found.values()].flat());
  const nowById = new Map(now.map((claim) => [claim.id, claim]));
  const isAsked = ({ band }: Claim) => asked.bands === undefined || asked.bands.includes(band);
  return new Map(
    [...found].map(([passage, claims]) => [
      passage,
      claims.map((claim) => nowById.get(claim.id) ?? claim).filter(isAsked),
    ]),
  );
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
