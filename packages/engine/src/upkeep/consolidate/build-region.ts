import { chooseFacts, type countDependents, groupBySubject, weighFacts } from './choose-facts.ts';
import { composeAtlas } from './compose/compose-atlas.ts';
import { composeIndex } from './compose/compose-index.ts';
import type { FindClaim } from './compose/compose-queues.ts';
import type { PageSection } from './compose/page-section.ts';
import type { Region } from './group-regions.ts';
import { pathIn } from './pages/path-in.ts';

/** A page that should be in the vault. */
export interface PlannedPage {
  readonly path: string;
  readonly heading: string;
  readonly region: string;
  readonly sections: readonly PageSection[];
}

/** The inputs of a region's pages, in addition to the region. */
export interface RegionContext {
  /** The path of the world map. */
  readonly worldMap: string;
  readonly find: FindClaim;
  readonly dependents: ReturnType<typeof countDependents>;
  readonly atlasOf: (region: string) => string | null;
  /** Sections that a model wrote, between the overview and the subjects. */
  readonly prose: readonly PageSection[];
}

/** The two pages of a region. */
export function buildRegion(
  region: Region,
  { worldMap, find, dependents, atlasOf, prose }: RegionContext,
): PlannedPage[] {
  const facts = chooseFacts(region.claims);
  const weigh = weighFacts(facts, dependents);
  // Ties keep the order of the file.
  const key = facts.toSorted((a, b) => weigh(b) - weigh(a));
  const [overview, ...rest] = composeAtlas({
    region,
    subjects: groupBySubject(facts),
    key,
    find,
    atlasOf,
    worldMap,
  });
  const sections = [...(overview === undefined ? [] : [overview]), ...prose, ...rest];
  return [
    {
      path: pathIn(region.folder, '_atlas.md'),
      heading: `Atlas: ${region.name}`,
      region: region.name,
      sections,
    },
    {
      path: pathIn(region.folder, '_index.md'),
      heading: `Index: ${region.name}`,
      region: region.name,
      sections: composeIndex(region, key),
    },
  ];
}
