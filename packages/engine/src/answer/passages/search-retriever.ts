import { REPORTED } from '@memora/claims/internal';
import type { PassageHit, PassageQueryOptions, PassageResult } from '@memora/retrieval';
import type { MemoraConfig } from '../../config/index.ts';
import { toAsOf } from '../../lookup/to-as-of.ts';
import { nameReasons } from '../../vectors/name-reasons.ts';
import type { FoundPassages, PassageSearch } from './find-shown-passages.ts';
import type { FoundPassage } from './found-passage.ts';

/** A passage retriever over any store. */
type PassageRetriever = (
  question: string,
  options: PassageQueryOptions,
) => Promise<Omit<PassageResult, 'droppedTime'>>;

/** More passages than these do not fit into a prompt. */
const MOST = 80;

/**
 * Finds passages in a store. With a time read from the question, passages that held then alternate with those of any time: the reading may be wrong, and past
 * facts are also described later.
 */
export async function searchRetriever(
  retrieve: PassageRetriever,
  text: string,
  { words, limit = MOST, asOf, askedTime, region, bands, conversations, signal }: PassageSearch,
  { retrieval }: MemoraConfig,
): Promise<FoundPassages> {
  const wanted: PassageQueryOptions = {
    limit,
    conversations: conversations ?? retrieval.conversations,
    ...(words === undefined ? {} : { words }),
    ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
    ...(region === undefined ? {} : { region }),
    ...(bands === undefined ? {} : { bands }),
    ...(signal === undefined ? {} : { signal }),
  };
  const found = nameReasons(await retrieve(text, wanted));
  if (asOf !== undefined || askedTime === undefined) return toFound(found.hits, found.degradedReasons);
  const then = await retrieve(text, { ...wanted, asOf: toAsOf(askedTime) });
  return toFound(inTurn(aboutFirst(then.hits), found.hits), found.degradedReasons);
}

/** Every note of a month matches the month: passages that match only the time of the question come last. */
function aboutFirst(hits: readonly PassageHit[]): PassageHit[] {
  const isAbout = ({ why }: PassageHit) => why.coverage > 0;
  return [...hits.filter(isAbout), ...hits.filter((hit) => !isAbout(hit))];
}

/** Alternates between the two lists, without duplicates. */
function inTurn(one: readonly PassageHit[], other: readonly PassageHit[]): PassageHit[] {
  const byId = new Map<string, PassageHit>();
  for (let i = 0; i < Math.max(one.length, other.length); i++)
    for (const hit of [one[i], other[i]])
      if (hit !== undefined && !byId.has(hit.passage.id)) byId.set(hit.passage.id, hit);
  return [...byId.values()];
}

function toFound(hits: readonly PassageHit[], degradedReasons: readonly string[]): FoundPassages {
  return {
    // A statement that only an agent attributes to the user is in no answer.
    hits: hits
      .filter(({ passage }) => passage.context.speaker !== REPORTED)
      .map(
        ({ key, passage, score, why: { coverage, ...why }, best, words }): FoundPassage => ({
          key,
          passage,
          score,
          coverage,
          why,
          best,
          words,
        }),
      ),
    degradedReasons,
  };
}
