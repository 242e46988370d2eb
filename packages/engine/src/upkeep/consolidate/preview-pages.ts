import { buildRegion, type PlannedPage } from './build-region.ts';
import { composeWorldMap } from './compose/compose-world-map.ts';
import { renderSection } from './compose/render-section.ts';
import { type ConsolidatePorts, createContext } from './consolidate-memory.ts';
import { groupRegions } from './group-regions.ts';
import { verifyPage } from './pages/render-page.ts';

/** The dependencies of showing a page: no writer and no state. */
export type PreviewPorts = Pick<
  ConsolidatePorts,
  'readFacts' | 'challenge' | 'claims' | 'readNote' | 'pagesRoot'
>;

/** The world map as it would be written now, from the current notes. Writes nothing. */
export async function previewWorldMap(ports: PreviewPorts): Promise<string> {
  const facts = await ports.readFacts();
  const items = await ports.challenge(facts);
  const regions = groupRegions(facts, '', ports.pagesRoot);
  const { atlasOf, worldMap } = createContext(facts, regions, ports.pagesRoot);
  const sections = composeWorldMap(facts, regions, items, atlasOf);
  return toMarkdown({ path: worldMap, heading: 'World map', region: 'default', sections }, ports);
}

/** A region's atlas as it would be written now; null for a region without notes that may be shown. */
export async function previewAtlas(
  name: string,
  ports: Omit<PreviewPorts, 'challenge'>,
): Promise<{ readonly region: string; readonly markdown: string; readonly noteCount: number } | null> {
  const facts = await ports.readFacts();
  const regions = groupRegions(facts, '', ports.pagesRoot);
  const region = regions.get(name);
  if (region === undefined) return null;
  const [atlas] = buildRegion(region, { ...createContext(facts, regions, ports.pagesRoot), prose: [] });
  if (atlas === undefined) return null;
  return { region: name, markdown: await toMarkdown(atlas, ports), noteCount: region.notes.length };
}

/** The page without the markers that only a later run needs. */
async function toMarkdown(
  page: PlannedPage,
  ports: Pick<PreviewPorts, 'claims' | 'readNote'>,
): Promise<string> {
  const { heading, sections } = page;
  const { verified } = await verifyPage(page, ports);
  const texts = sections
    .map((section) => renderSection(section, verified).text)
    .filter((text) => text !== '');
  return `${[`# ${heading}`, ...texts].join('\n\n')}\n`;
}
