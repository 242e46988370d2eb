import type { Claim } from '@memora/claims';
import type { Region } from '../group-regions.ts';
import { count } from './compose-atlas.ts';
import { linkNote } from './link-note.ts';
import type { PageSection, QuoteGroup } from './page-section.ts';

/** The section of `_index.md`: every note of a region, with one line of its own words, the first among `facts`, which are in order of weight. */
export function composeIndex(
  { notes, claims }: Pick<Region, 'notes' | 'claims'>,
  facts: readonly Claim[],
): PageSection[] {
  const firstOf = new Map<string, Claim>();
  for (const claim of facts) if (!firstOf.has(claim.notePath)) firstOf.set(claim.notePath, claim);
  const claimsOf = Map.groupBy(claims, ({ notePath }) => notePath);
  const groups = notes.flatMap(({ path, title, status }): QuoteGroup[] => {
    const claim = firstOf.get(path);
    const lead = `${linkNote(path, title)} · ${count(claimsOf.get(path)?.length ?? 0, 'claim')}${status === 'active' ? '' : ` · ${status}`}`;
    return [{ lead, keepsLead: true, quotes: claim === undefined ? [] : [{ claim }] }];
  });
  return [{ name: 'notes', heading: null, groups }];
}
