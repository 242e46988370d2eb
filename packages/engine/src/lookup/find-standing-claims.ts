import type { Claim } from '@memora/claims';
import { authorOfClaim, isReported } from '@memora/claims/internal';
import type { Hit, HitPassage, Retriever } from '@memora/retrieval';
import type { MemoraConfig } from '../config/index.ts';
import type { QueryOptions } from '../memory.ts';
import { type LiveClaims, tightenHits } from '../privacy/live-bands.ts';
import { nameReasons } from '../vectors/name-reasons.ts';
import type { FoundClaims, SearchOptions, SeenClaims } from './open-search.ts';
import { toAsOf } from './to-as-of.ts';

/** The dependencies of finding claims in any store. */
interface StandingPorts {
  readonly retriever: Retriever;
  readonly config: MemoraConfig;
  /** Reads the notes of the question. */
  readonly live: LiveClaims;
  /** Returns whether any claim was known at an instant. */
  readonly isAnyKnown: (known: string) => Promise<boolean>;
}

/** Finds claims, and leaves out those whose notes no longer contain their words. */
export async function findStandingClaims(
  text: string,
  asked: SearchOptions,
  { retriever, config, live, isAnyKnown }: StandingPorts,
): Promise<FoundClaims> {
  const wanted = {
    k: asked.k ?? config.retrieval.topK,
    ...toFilter(asked, config),
    ...(asked.statuses === undefined ? {} : { statuses: asked.statuses }),
    ...(asked.signal === undefined ? {} : { signal: asked.signal }),
  };
  const found = nameReasons(await retriever.query(text, wanted));
  const answering =
    asked.reports === true ? found.hits : found.hits.filter(({ claim }) => !isReported(claim));
  const { known } = toFilter(asked, config).asOf ?? {};
  const { hits: held, moved } = await findHeld(answering, { live, bands: asked.bands, known });
  const hits = personsFirst(held);
  // Otherwise a time before the first index looks like notes without an answer.
  const isBeforeAll = known !== undefined && hits.length === 0 && !(await isAnyKnown(known));
  if (!isBeforeAll) return { ...found, hits, moved };
  const degradedReasons = [...found.degradedReasons, 'nothing_known_then'];
  return { hits, moved, degraded: true, degradedReasons };
}

/** Sorts contested claims: people's claims come before those of agents, tools and other memories. */
function personsFirst(hits: readonly Hit[]): readonly Hit[] {
  const contested = hits.filter(({ claim }) => claim.status === 'contested');
  const ordered = contested.toSorted(
    (a, b) => Number(authorOfClaim(a.claim) !== null) - Number(authorOfClaim(b.claim) !== null),
  );
  return hits.map((hit) => (hit.claim.status === 'contested' ? (ordered.shift() ?? hit) : hit));
}

interface HeldPorts {
  readonly live: LiveClaims;
  readonly bands: QueryOptions['bands'];
  /** The requested time of knowledge. */
  readonly known: string | undefined;
}

/** Returns hits of the requested bands whose notes contain their words, and the notes of the others. */
async function findHeld(
  hits: readonly Hit[],
  { live, bands, known }: HeldPorts,
): Promise<{ readonly hits: readonly Hit[]; readonly moved: readonly string[] }> {
  const settled = hits.map(({ claim }) => live.settledIn(claim));
  const open = hits.filter((_, i) => settled[i] === undefined);
  const read = open.length === 0 ? NO_HITS : await readHeld(open, { live, bands, known });
  const held: Hit[] = [];
  const moved: string[] = [];
  for (const [i, hit] of hits.entries()) {
    const claim = settled[i];
    const now = claim === undefined ? read.get(hit.claim.id) : { hit: { ...hit, claim }, stands: true };
    if (now === undefined || (claim !== undefined && bands?.includes(claim.band) === false)) continue;
    if (now.stands) held.push(now.hit);
    else moved.push(now.hit.claim.notePath);
  }
  return { hits: held, moved };
}

type ReadHits = ReadonlyMap<string, { readonly hit: Hit; readonly stands: boolean }>;
const NO_HITS: ReadHits = new Map();

/** Reads the notes of hits; hits of other bands are left out. */
async function readHeld(hits: readonly Hit[], { live, bands, known }: HeldPorts): Promise<ReadHits> {
  const tightened = await tightenHits(live, hits, bands);
  return new Map(
    await Promise.all(
      tightened.map(async (hit) => {
        // A claim from an earlier state may be gone from the notes. A current one may not.
        const stands = known !== undefined || (await live.stands(hit.claim));
        if (stands) await live.settle(hit.claim);
        return [hit.claim.id, { hit, stands }] as const;
      }),
    ),
  );
}

/** Returns the claims in passages, by passage key, with the bands that their notes give them now. */
export async function readStandingIn(
  passages: readonly Pick<HitPassage, 'key'>[],
  asked: SeenClaims,
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

function toFilter({ asOf, region, bands, conversations, memories }: SeenClaims, { retrieval }: MemoraConfig) {
  return {
    conversations: conversations ?? retrieval.conversations,
    ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
    ...(region === undefined ? {} : { region }),
    ...(bands === undefined ? {} : { bands }),
    ...(memories === undefined ? {} : { memories }),
  };
}
