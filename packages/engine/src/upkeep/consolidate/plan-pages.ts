import { setImmediate } from 'node:timers/promises';
import { buildRegion, type PlannedPage } from './build-region.ts';
import { composeWorldMap } from './compose/compose-world-map.ts';
import { createContext } from './consolidate-memory.ts';
import { groupRegions } from './group-regions.ts';
import { isOnlyGenerated, mergeBlocks } from './pages/merge-blocks.ts';
import { renderPage, verifyPage } from './pages/render-page.ts';
import type { PreviewPorts } from './preview-pages.ts';

/** A page with its new bytes; null bytes remove the page. */
interface ChangedPage {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** The pages that would change. */
interface PagePlan {
  readonly pages: readonly ChangedPage[];
  readonly regions: number;
  readonly sentences: number;
  readonly dropped: number;
}

/**
 * The pages of all regions and the world map as they would be written now. Includes existing pages that are
 * no longer wanted, without their blocks: `standing` are the paths of the existing pages. People's text on a
 * page stays. Writes nothing.
 */
export async function planPages(
  ports: PreviewPorts & { readonly standing: readonly string[]; readonly signal?: AbortSignal | undefined },
): Promise<PagePlan> {
  const { readNote, pagesRoot, standing, signal } = ports;
  const facts = await ports.readFacts();
  const items = await ports.challenge(facts);
  const regions = groupRegions(facts, 'plain', pagesRoot);
  const context = createContext(facts, regions, pagesRoot);
  const plan = { pages: [] as ChangedPage[], regions: regions.size, sentences: 0, dropped: 0 };
  const wanted = new Set<string>();
  const stands = new Set(standing);
  const add = async (page: PlannedPage): Promise<void> => {
    wanted.add(page.path);
    const verified = await verifyPage(page, ports);
    plan.sentences += verified.sentences;
    plan.dropped += verified.dropped;
    // The remains of a removed page do not count as a page.
    const before = stands.has(page.path) ? await readNote(page.path) : null;
    const after = renderPage(page, verified, before);
    if (before === null || Buffer.compare(before, after) !== 0)
      plan.pages.push({ path: page.path, before, after });
  };
  for (const region of regions.values()) {
    signal?.throwIfAborted();
    // Lets a holder of a lease renew it.
    await setImmediate();
    for (const page of buildRegion(region, { ...context, prose: [] })) await add(page);
  }
  // Without regions there is nothing to navigate.
  if (regions.size > 0) {
    const sections = composeWorldMap(facts, regions, items, context.atlasOf);
    await add({ path: context.worldMap, heading: 'World map', region: 'default', sections });
  }
  for (const path of standing) {
    const bytes = wanted.has(path) ? null : await readNote(path);
    const bare = bytes === null ? null : mergeBlocks(bytes, '', []);
    // A page without a generated block is a person's note.
    if (bytes === null || bare === null || Buffer.compare(bytes, bare) === 0) continue;
    plan.pages.push({ path, before: bytes, after: isOnlyGenerated(bytes) ? null : bare });
  }
  return plan;
}
