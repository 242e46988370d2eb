import type { PassageOptions } from '../../memory.ts';
import type { LiveClaims } from '../../privacy/live-bands.ts';
import { readPlaces } from '../../privacy/read-places.ts';
import type { SearchPage } from '../answer-passage.ts';
import { type AnswerPorts, toFound } from '../answer-question.ts';
import { searchPage } from './search-page.ts';

/** Returns the page of passages for a question. */
export async function findPage(
  question: string,
  { k, behind, ...options }: PassageOptions,
  { live, most, ...ports }: AnswerPorts & { readonly live: LiveClaims; readonly most: number },
): Promise<SearchPage> {
  const readers = { ...ports, readNote: ports.sources, floor: ports.settings.floor };
  const { passages, nearest, abstained, reads, ordered } = await searchPage(question, options, readers);
  const asked = { ...options, ...(behind === undefined ? {} : { behind }) };
  const found = await toFound(reads, ordered, k ?? most, asked, ports);
  const places = await readPlaces(
    found.hits.map(({ claim }) => claim),
    () => live,
  );
  return {
    passages: passages.map(({ targets: _, ...passage }) => passage),
    nearest,
    abstained,
    hits: found.hits.map((hit, i) => ({ ...hit, place: places[i] ?? null })),
    behind: found.behind,
    degraded: reads.degradedReasons.length > 0,
    degradedReasons: reads.degradedReasons,
  };
}
