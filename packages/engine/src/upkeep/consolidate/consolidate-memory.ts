import { setImmediate } from 'node:timers/promises';
import type { ChallengeItem } from '../challenge/challenger-report.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { buildRegion, type PlannedPage, type RegionContext } from './build-region.ts';
import { countDependents } from './choose-facts.ts';
import { composeWorldMap } from './compose/compose-world-map.ts';
import type { PageSection } from './compose/page-section.ts';
import type { ConsolidateOptions, Consolidation } from './consolidation.ts';
import {
  type ConsolidationState,
  type PageState,
  type RegionState,
  readConsolidationState,
  writeConsolidationState,
} from './consolidation-state.ts';
import { groupRegions, type Region } from './group-regions.ts';
import { isUntouched } from './pages/is-untouched.ts';
import { pathIn } from './pages/path-in.ts';
import { removePage } from './pages/remove-page.ts';
import { type PagePorts, writePlannedPage } from './pages/write-planned-page.ts';
import { proposeMoves } from './propose-moves.ts';

/** The dependencies of consolidating. */
export interface ConsolidatePorts extends Omit<PagePorts, 'known' | 'dryRun'> {
  readonly readFacts: () => Promise<VaultFacts>;
  /** Items that need attention, for Today's review. */
  readonly challenge: (facts: VaultFacts) => Promise<readonly ChallengeItem[]>;
  /** The folder of all pages; `''` for the vault itself. */
  readonly pagesRoot: string;
  /** The model that words the pages; part of a region's fingerprint. */
  readonly writer: string;
  /** Verified prose about a region; absent if no model writes it. */
  readonly writeProse: (region: Region, facts: VaultFacts) => Promise<readonly PageSection[]>;
}

/**
 * Updates `_atlas.md`, `_index.md` and `world_map.md` from the claims. The pages of changed regions are built
 * again, and only generated blocks with different text are written. Nothing else in the vault changes.
 */
export async function consolidateMemory(
  options: ConsolidateOptions,
  ports: ConsolidatePorts,
): Promise<Consolidation> {
  const dryRun = options.dryRun === true;
  const facts = await ports.readFacts();
  const items = await ports.challenge(facts);
  const regions = groupRegions(facts, ports.writer, ports.pagesRoot);
  const before = await readConsolidationState(ports.vault.root);
  const stored = (await ports.store.exists()) ? await (await ports.store.read()).pages() : [];
  const known = new Map(stored.map((page) => [page.path, page]));
  const tally = createTally();
  const paging: PagePorts = { ...ports, known, dryRun };
  const context = createContext(facts, regions, ports.pagesRoot);

  const states: Record<string, RegionState> = {};
  const due: Region[] = [];
  for (const region of regions.values()) {
    const last = before.regions[region.name];
    const isDue = options.all === true || !(await isUnchanged(region, last, ports));
    if (isWanted(region.name, options) && isDue) due.push(region);
    else if (last !== undefined) states[region.name] = last;
  }
  let done = 0;
  const total = due.length;
  options.onProgress?.({ done, total, current: null });
  // Several at a time, because writing a page mostly waits for the disk.
  for (let from = 0; from < due.length; from += AT_ONCE) {
    options.signal?.throwIfAborted();
    // Lets indexing, questions and captures run in between.
    await setImmediate();
    await Promise.all(
      due.slice(from, from + AT_ONCE).map(async (region) => {
        const prose = options.useModel === false ? [] : await ports.writeProse(region, facts);
        const pages = await writePages(buildRegion(region, { ...context, prose }), paging, tally);
        if (pages !== null) states[region.name] = { digest: region.digest, pages };
        done++;
        options.onProgress?.({ done, total, current: region.name });
      }),
    );
  }
  tally.written.sort();
  const map: PlannedPage = {
    path: context.worldMap,
    heading: 'World map',
    region: 'default',
    sections: composeWorldMap(facts, regions, items, context.atlasOf),
  };
  await writePages([map], paging, tally);
  const wanted = new Set([context.worldMap, ...[...regions.values()].flatMap(pagesOf)]);
  const removed: string[] = [];
  for (const path of [...new Set([...pathsIn(before), ...known.keys()])].sort()) {
    if (!wanted.has(path) && (await removePage(path, paging))) removed.push(path);
  }
  if (!dryRun)
    await writeConsolidationState(ports.vault.root, before, {
      regions: Object.fromEntries(Object.entries(states).sort(([a], [b]) => (a < b ? -1 : 1))),
    });
  return {
    regions: regions.size,
    regionsRebuilt: due.map(({ name }) => name),
    pagesWritten: tally.written,
    pagesRemoved: removed,
    sentences: tally.sentences,
    dropped: tally.dropped,
    proposals: proposeMoves(regions.values()).length,
    notesMoved: 0,
    failures: tally.failures,
  };
}

/** The lookups that all pages of a run share. */
export function createContext(
  facts: VaultFacts,
  regions: ReadonlyMap<string, Region>,
  pagesRoot: string,
): Omit<RegionContext, 'prose'> {
  return {
    worldMap: pathIn(pagesRoot, 'world_map.md'),
    find: (id) => facts.claimById.get(id as never),
    dependents: countDependents(facts),
    atlasOf: (name) => {
      const region = regions.get(name);
      return region === undefined ? null : pathIn(region.folder, '_atlas.md');
    },
  };
}

/** Regions whose pages are made at the same time. */
const AT_ONCE = 8;

interface Tally {
  readonly written: string[];
  readonly failures: { path: string; code: string }[];
  sentences: number;
  dropped: number;
}

function createTally(): Tally {
  return { written: [], failures: [], sentences: 0, dropped: 0 };
}

/** Writes pages and returns the state of each; null if one of them could not be written, so that the next run tries again. */
async function writePages(
  pages: readonly PlannedPage[],
  ports: PagePorts,
  tally: Tally,
): Promise<Record<string, PageState> | null> {
  const states: Record<string, PageState> = {};
  for (const page of pages) {
    const { changed, sentences, dropped, state, code } = await writePlannedPage(page, ports);
    tally.sentences += sentences;
    tally.dropped += dropped;
    if (changed) tally.written.push(page.path);
    if (code !== null) tally.failures.push({ path: page.path, code });
    if (state !== null) states[page.path] = state;
  }
  return Object.keys(states).length === pages.length ? states : null;
}

function isWanted(name: string, { region }: ConsolidateOptions): boolean {
  return region === undefined || name === region || name.startsWith(`${region}/`);
}

async function isUnchanged(
  region: Region,
  last: RegionState | undefined,
  { vault }: Pick<ConsolidatePorts, 'vault'>,
): Promise<boolean> {
  if (last?.digest !== region.digest) return false;
  return isUntouched(vault.root, pagesOf(region), last.pages);
}

function pagesOf({ folder }: Region): string[] {
  return [pathIn(folder, '_atlas.md'), pathIn(folder, '_index.md')];
}

function pathsIn({ regions }: ConsolidationState): string[] {
  return Object.values(regions).flatMap(({ pages }) => Object.keys(pages));
}
