import type { SeededRandom } from '../citations/seeded-random.ts';
import { FILLERS, type TemplateSet } from './sentence-templates.ts';

/** The kinds of faults, with one row of the study's table each. */
export const FAULT_KINDS = [
  'contradiction, same region',
  'contradiction, across regions',
  'newer source',
  'stale chain',
  'decision due',
  'open question',
  'cross-region pattern',
  'single-claim subject',
  'low-confidence ground',
  'dangling link',
  'failed note',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One planted fault: an item of its kind must be based on every one of these sentences, or name every one of these notes. */
export interface PlantedFault {
  readonly kind: FaultKind;
  readonly split: 'tuned' | 'held out';
  readonly sentences: readonly string[];
  readonly notes: readonly string[];
}

/** Folders of the vault. */
export const REGIONS = [
  'semantic/projects/harbour',
  'semantic/projects/orchard',
  'semantic/projects/relay',
  'semantic/projects/lantern',
  'semantic/projects/quarry',
  'semantic/sites/north',
  'semantic/sites/south',
  'semantic/sites/island',
  'semantic/suppliers',
  'semantic/people',
  'procedural/runbooks',
  'procedural/checklists',
] as const;

/** The half of the sentences that a fault is made from. */
export type Split = PlantedFault['split'];

/** A note to be written. */
export interface NoteParts {
  readonly region: string;
  readonly name?: string;
  readonly date?: string | null;
  readonly status?: string;
  /** Paragraphs of the note, besides its filler. */
  readonly body?: readonly string[];
  readonly fill?: number;
}

/** A vault under construction. */
export interface Plant {
  readonly random: SeededRandom;
  readonly notes: Map<string, string>;
  readonly tooLarge: string[];
  readonly faults: PlantedFault[];
  readonly decoys: () => number;
  /** A unique name. */
  readonly name: () => string;
  /** Writes a note and returns its path. */
  readonly note: (parts: NoteParts) => string;
  readonly fault: (
    kind: FaultKind,
    split: Split,
    sentences: readonly string[],
    notes?: readonly string[],
  ) => void;
  /** A decoy, and the number of its notes. */
  readonly decoy: (...notes: readonly NoteParts[]) => void;
  readonly region: (not?: string) => string;
}

const FIRST =
  'Amber Basalt Cobalt Dorsal Ember Fallow Garnet Hazel Indigo Jasper Kestrel Linden Marrow Nimbus Ochre Pewter Quartz Russet Sorrel Tamar Umber Velvet Willow Yarrow Zephyr'.split(
    ' ',
  );
const SECOND =
  'Anchor Beacon Cistern Depot Engine Ferry Gantry Hoist Inlet Jetty Kiln Ladder Mast Netting Outfall Pylon Quay Reservoir Sluice Turbine Uplink Vessel Windlass Yard Zenith'.split(
    ' ',
  );

/** Starts a vault without notes. */
export function createPlant(random: SeededRandom): Plant {
  const notes = new Map<string, string>();
  const faults: PlantedFault[] = [];
  const names = FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`));
  let named = 0;
  let decoys = 0;
  const name = () => {
    const base = names[named % names.length] as string;
    const round = Math.floor(named++ / names.length);
    return round === 0 ? base : `${base} ${'BCDEFGHIJK'[round - 1]}`;
  };
  const note = ({ region, name: given, date, status, body = [], fill = 1 + random.below(3) }: NoteParts) => {
    const title = given ?? `${random.pick(['Notes on', 'About', 'Facts of', 'Remarks on'])} ${name()}`;
    const fillers = Array.from({ length: fill }, () => random.pick(FILLERS)(name(), random.below(1_000)));
    const paragraphs =
      random.below(2) === 0 ? [...fillers, ...body] : [...body.slice(0, 1), ...fillers, ...body.slice(1)];
    // Later assertions in its section answer a question, so it comes last.
    const asks = body.some((line) => line.endsWith('?'));
    const lines = asks ? [...fillers, ...body] : paragraphs;
    const front = [
      `title: ${title}`,
      ...(date === undefined || date === null ? [] : [`date: ${date}`]),
      ...(status === undefined ? [] : [`status: ${status}`]),
    ];
    const file = `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.md`;
    const path = `${region}/${file}`;
    if (notes.has(path)) throw new Error(`two notes at ${path}`);
    notes.set(path, `---\n${front.join('\n')}\n---\n# ${title}\n\n${lines.join('\n\n')}\n`);
    return path;
  };
  return {
    random,
    notes,
    tooLarge: [],
    faults,
    decoys: () => decoys,
    name,
    note,
    fault: (kind, split, sentences, at = []) => faults.push({ kind, split, sentences, notes: at }),
    decoy: (...parts) => {
      decoys++;
      for (const each of parts) note(each);
    },
    region: (not) => {
      let region: string;
      do region = random.pick(REGIONS);
      while (region === not);
      return region;
    },
  };
}

/** The item at a position, modulo the length. */
export function pickFrom<T>(list: readonly T[], i: number): T {
  return list[i % list.length] as T;
}

/** The sentences of one half. */
export function half<T>(set: TemplateSet<T>, split: Split): readonly T[] {
  return split === 'tuned' ? set.tuned : set.heldOut;
}
