import { createSeededRandom, type SeededRandom } from '../citations/seeded-random.ts';
import {
  DEPENDENCIES,
  DISPUTES,
  DUE_DECISIONS,
  FILLERS,
  MENTIONS,
  PROPOSALS,
  QUESTIONS,
  REPLACEMENTS,
  SHARED,
  SINGLE_FACTS,
  type TemplateSet,
} from './sentence-templates.ts';

/** What a fault is; one row of the study's table each. */
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

/** One planted fault: an item of its kind has to rest on every one of these sentences, or name every one of these notes. */
export interface PlantedFault {
  readonly kind: FaultKind;
  readonly split: 'tuned' | 'held out';
  readonly sentences: readonly string[];
  readonly notes: readonly string[];
}

/** A generated vault: notes by path, what is wrong with it on purpose, and how much looks wrong and is not. */
export interface FaultyVault {
  readonly notes: ReadonlyMap<string, string>;
  /** Files that are too large to be read, by path. */
  readonly tooLarge: readonly string[];
  readonly faults: readonly PlantedFault[];
  readonly decoys: number;
}

/** The day on which the study looks at the vault. */
export const TODAY: Date = new Date(2026, 5, 15, 9, 0);
const SIZE = 1_000;
const REGIONS = [
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

/** Makes the vault of the study, filled up to `size` notes. The same seed gives the same vault. */
export function generateFaultyVault(seed: number, size = SIZE): FaultyVault {
  const plant = createPlant(createSeededRandom(seed));
  for (const split of ['tuned', 'held out'] as const) {
    plantDisputes(plant, split);
    plantReplacements(plant, split);
    plantDecisions(plant, split);
    plantGaps(plant, split);
  }
  plantDecoys(plant);
  plantFailures(plant);
  while (plant.notes.size < size) plant.note({ region: plant.random.pick(REGIONS) });
  return { notes: plant.notes, tooLarge: plant.tooLarge, faults: plant.faults, decoys: plant.decoys() };
}

type Split = PlantedFault['split'];

interface NoteParts {
  readonly region: string;
  readonly name?: string;
  readonly date?: string | null;
  readonly status?: string;
  /** Paragraphs of the note, besides its filling. */
  readonly body?: readonly string[];
  readonly fill?: number;
}

interface Plant {
  readonly random: SeededRandom;
  readonly notes: Map<string, string>;
  readonly tooLarge: string[];
  readonly faults: PlantedFault[];
  readonly decoys: () => number;
  /** A name that nothing else has. */
  readonly name: () => string;
  /** Writes a note and gives its path. */
  readonly note: (parts: NoteParts) => string;
  readonly fault: (
    kind: FaultKind,
    split: Split,
    sentences: readonly string[],
    notes?: readonly string[],
  ) => void;
  /** Something that looks like a fault, and the notes it takes. */
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

function createPlant(random: SeededRandom): Plant {
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
    // A question is answered by what its section asserts behind it: it comes last.
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

function pickFrom<T>(list: readonly T[], i: number): T {
  return list[i % list.length] as T;
}

function half<T>(set: TemplateSet<T>, split: Split): readonly T[] {
  return split === 'tuned' ? set.tuned : set.heldOut;
}

/** Two notes without a date of their own, so that neither replaces the other. */
function plantDisputes(plant: Plant, split: Split): void {
  for (const [i, template] of [...half(DISPUTES, split), ...half(DISPUTES, split)].entries()) {
    const [a, b] = template(plant.name(), plant.random.below(50));
    const region = plant.region();
    const other = i % 2 === 0 ? region : plant.region(region);
    plant.note({ region, body: [a] });
    plant.note({ region: other, body: [b] });
    plant.fault(region === other ? 'contradiction, same region' : 'contradiction, across regions', split, [
      a,
      b,
    ]);
  }
}

/** Something newer replaces what a standing note says; in the second half something rests on it, over one step or two. */
function plantReplacements(plant: Plant, split: Split): void {
  for (const [i, template] of [...half(REPLACEMENTS, split), ...half(REPLACEMENTS, split)].entries()) {
    const [older, newer] = template(plant.name(), plant.random.below(50));
    const region = plant.region();
    const title = `Basis of ${plant.name()}`;
    plant.note({ region, name: title, date: `2025-0${1 + (i % 9)}-03`, body: [older] });
    plant.note({ region: plant.region(), date: `2026-0${1 + (i % 5)}-14`, body: [newer] });
    if (i < half(REPLACEMENTS, split).length) {
      plant.fault('newer source', split, [older, newer]);
      continue;
    }
    const rests = plant.random.pick(half(DEPENDENCIES, split))(plant.name(), title);
    const planTitle = `Plan for ${plant.name()}`;
    plant.note({ region, name: planTitle, date: '2025-10-01', body: [rests] });
    const sentences = [older, rests];
    if (i % 2 === 0) {
      const far = plant.random.pick(half(DEPENDENCIES, split))(plant.name(), planTitle);
      plant.note({ region: plant.region(region), date: '2025-11-01', body: [far] });
      sentences.push(far);
    }
    plant.fault('stale chain', split, sentences);
  }
}

function plantDecisions(plant: Plant, split: Split): void {
  for (let i = 0; i < 6; i++) {
    const due = pickFrom(half(DUE_DECISIONS, split), i)(plant.name(), i);
    plant.note({ region: plant.region(), date: `2025-0${1 + i}-11`, body: [due] });
    plant.fault('decision due', split, [due]);
  }
  for (let i = 0; i < 6; i++) {
    const proposed = pickFrom(half(PROPOSALS, split), i)(plant.name(), i);
    plant.note({ region: plant.region(), date: `2026-0${1 + (i % 4)}-11`, body: [proposed] });
    plant.fault('decision due', split, [proposed]);
  }
  for (let i = 0; i < 9; i++) {
    const question = pickFrom(half(QUESTIONS, split), i)(plant.name(), i);
    plant.note({ region: plant.region(), body: [question] });
    plant.fault('open question', split, [question]);
  }
}

function plantGaps(plant: Plant, split: Split): void {
  for (let i = 0; i < 5; i++) {
    const other = plant.name();
    const single = pickFrom(half(SINGLE_FACTS, split), i)(other, i);
    plant.note({ region: plant.region(), body: [single] });
    const naming = Array.from(
      { length: 2 + (i % 2) },
      (_, k) => pickFrom(half(MENTIONS, split), i + k)(plant.name(), other) ?? '',
    );
    for (const sentence of naming) plant.note({ region: plant.region(), body: [sentence] });
    plant.fault('single-claim subject', split, [single]);
  }
  for (let i = 0; i < 4; i++) {
    const what = plant.name();
    const regions = [...REGIONS].slice(i, i + 3 + (i % 2));
    const shared = regions.map((region) => {
      const sentence = pickFrom(half(SHARED, split), i)(plant.name(), what);
      plant.note({ region, body: [sentence] });
      return sentence;
    });
    plant.fault('cross-region pattern', split, shared);
  }
  for (let i = 0; i < 5; i++) {
    const target = `Unwritten ${plant.name()}`;
    const places = Array.from({ length: 2 + (i % 3) }, () =>
      plant.note({ region: plant.region(), body: [`More about ${plant.name()} stands in [[${target}]].`] }),
    );
    plant.fault('dangling link', split, [], places);
  }
  for (let i = 0; i < 4; i++) {
    const title = `Draft of ${plant.name()}`;
    const unsure = pickFrom(FILLERS, i * 3 + (split === 'tuned' ? 0 : 1))(plant.name(), i);
    plant.note({ region: plant.region(), name: title, status: 'draft', fill: 0, body: [unsure] });
    const rests = plant.random.pick(half(DEPENDENCIES, split))(plant.name(), title);
    plant.note({ region: plant.region(), body: [rests] });
    plant.fault('low-confidence ground', split, [unsure]);
  }
}

/** Files above the size that is read. */
function plantFailures(plant: Plant): void {
  for (let i = 0; i < 4; i++) {
    const path = `${plant.region()}/huge-${i}.md`;
    plant.tooLarge.push(path);
    plant.fault('failed note', i % 2 === 0 ? 'tuned' : 'held out', [], [path]);
  }
}

/** What looks like a fault to somebody who looks less closely. */
function plantDecoys(plant: Plant): void {
  const { decoy, name, region, random } = plant;
  for (let i = 0; i < 6; i++) {
    const [s, t, at] = [name(), name(), region()];
    // The same fact in two notes, and in other words.
    decoy(
      { region: at, body: [`The ${s} timeout is 30 seconds.`] },
      { region: region(), body: [`The ${s} timeout is **30 seconds**.`] },
    );
    // Two measures of one thing; two values of what takes several.
    decoy(
      { region: at, body: [`The ${t} buffer is 4 MB.`] },
      { region: at, body: [`The ${t} timeout is 45 seconds.`] },
    );
    decoy(
      { region: at, body: [`${name()} and ${s} use ${name()}.`] },
      { region: at, body: [`${t} uses ${name()}.`] },
    );
    const both = name();
    decoy(
      { region: at, body: [`${both} supports ${name()} files.`] },
      { region: region(), body: [`${both} supports ${name()} files.`] },
    );
    // What was and what is, each with its own time.
    const timed = name();
    decoy(
      { region: at, body: [`In 2023 the budget of ${timed} was 40,000 euros.`] },
      { region: at, body: [`In 2025 the budget of ${timed} was 55,000 euros.`] },
    );
    // Not asserted.
    const maybe = name();
    decoy(
      { region: at, body: [`${maybe} is written in ${t}script.`] },
      { region: at, body: [`If ${maybe} were written in Tcl, builds would be faster.`] },
    );
    // A day's log may say what was so on that day.
    const logged = name();
    decoy(
      {
        region: 'episodic/2025',
        name: `2025-0${1 + i}-0${1 + i} log ${logged}`,
        date: `2025-0${1 + i}-0${1 + i}`,
        body: [`The ${logged} version is 1.4.`],
      },
      {
        region: 'episodic/2026',
        name: `2026-0${1 + (i % 5)}-0${1 + i} log ${logged}`,
        date: `2026-0${1 + (i % 5)}-0${1 + i}`,
        body: [`The ${logged} version is 2.0.`],
      },
    );
    // What rests on something that still stands.
    const basis = `Standing basis ${name()}`;
    decoy(
      { region: at, name: basis, date: '2025-02-02', body: [`The ${name()} frame weighs ${50 + i} kg.`] },
      { region: at, body: [`The ${name()} rollout depends on [[${basis}]].`] },
    );
    // Decisions that are not due: reviewed later, without a review, proposed lately.
    decoy({
      region: region(),
      date: '2026-03-01',
      body: [`We decided to keep ${name()} in house; to be reviewed by 2027-0${1 + i}-15.`],
    });
    decoy({ region: region(), date: '2025-03-01', body: [`We decided to repair ${name()} ourselves.`] });
    decoy({ region: region(), date: '2026-06-10', body: [`Proposal: move ${name()} to the new site.`] });
    // A question that its section answers, and one in code.
    decoy({
      region: region(),
      fill: 0,
      body: [`Who pays for ${name()}?`, 'The city pays for it.']
        .map((line, k) => (k === 0 ? `${line} The city pays for it.` : ''))
        .filter(Boolean),
    });
    decoy({
      region: region(),
      body:
        ['```sh', `is_${i} ${name()}?`, '```'].length === 3 ? [`\`\`\`sh\nwho runs ${name()}?\n\`\`\``] : [],
    });
    // Links that lead somewhere, to a file, to a thought for later, or that are none.
    decoy({ region: region(), body: [`${name()} is drawn on ![[plan-${i}.png]].`] });
    decoy({ region: region(), body: [`Some day there will be [[A thought about ${name()}]].`] });
    decoy({ region: region(), body: [`Use \`[[Shared code link]]\` to link ${name()}.`] });
    // A subject with one claim that nobody names; one that a single note names.
    decoy({ region: region(), body: [`${name()} was seen once.`] });
    const rare = name();
    decoy(
      { region: region(), body: [`${rare} holds ${20 + i} ropes.`] },
      { region: region(), body: [`${name()} sends its readings to ${rare}.`] },
    );
    // The same of two subjects, and a word that everybody has.
    const shared = name();
    decoy(
      { region: REGIONS[0], body: [`${name()} depends on the ${shared} cluster.`] },
      { region: REGIONS[1], body: [`${name()} depends on the ${shared} cluster.`] },
    );
    decoy({
      region: random.pick(REGIONS),
      status: 'draft',
      body: [`${name()} has drafts, and nothing rests on draft ${i}.`],
    });
  }
}
