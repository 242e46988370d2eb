import type { Memory } from '@memora/engine';
import { usageError } from './read-option.ts';

/** Minimum number of characters of an id that a person has to type. */
const FEWEST = 4;
const WHOLE = 16;
/** The number of characters of an id that are printed. */
const SHOWN = 8;
const PAGE = 5_000;

/** True for an id that is not the beginning of one. */
export function isWholeId(id: string): boolean {
  return id.length >= WHOLE;
}

/** An id as printed, short enough to type. */
export function shortId(id: string): string {
  return id.slice(0, SHOWN);
}

/**
 * The id that begins with the given text, as git completes a commit. A whole, too short or unknown id is returned as it is, so that the lookup reports it.
 * Throws `USAGE` if several begin with it.
 */
export function completeId(given: string, ids: Iterable<string>): string {
  const wanted = bareId(given);
  if (wanted.length < FEWEST || isWholeId(wanted)) return wanted;
  const found = new Set<string>();
  for (const id of ids) if (id.startsWith(wanted)) found.add(id);
  const [only = wanted, other] = found;
  if (other === undefined) return only;
  throw usageError(
    `${found.size} ids begin with ${wanted}`,
    `Type more of it: ${[...found].slice(0, 3).join(', ')}${found.size > 3 ? ', …' : ''}.`,
  );
}

/**
 * The id of the claim that begins with the text. Secret ones are found only by their whole id. Throws
 * `USAGE`.
 */
export async function completeClaimId(given: string, { claims }: Pick<Memory, 'claims'>): Promise<string> {
  const wanted = bareId(given);
  if (wanted.length < FEWEST || isWholeId(wanted)) return wanted;
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await claims.listClaims({
      bands: ['public', 'private'],
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of page.claims) if (id.startsWith(wanted)) ids.push(id);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return completeId(wanted, ids);
}

function bareId(given: string): string {
  const id = given.trim().toLowerCase();
  return id.startsWith('claim:') ? id.slice('claim:'.length) : id;
}
