import { createSeededRandom } from '../citations/seeded-random.ts';
import { createPlant, half, type Plant, type PlantedFault, pickFrom, REGIONS, type Split } from './plant.ts';
import { plantDecoys } from './plant-decoys.ts';
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
} from './sentence-templates.ts';

/** A generated vault: notes by path, its planted faults, and decoys that only look like faults. */
export interface FaultyVault {
  readonly notes: ReadonlyMap<string, string>;
  /** Files that are too large to be read, by path. */
  readonly tooLarge: readonly string[];
  readonly faults: readonly PlantedFault[];
  readonly decoys: number;
}

/** The day of the study. */
export const TODAY: Date = new Date(2026, 5, 15, 9, 0);
const SIZE = 1_000;
/** Creates the vault of the study, filled up to `size` notes. The same seed gives the same vault. */
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

/** A newer note replaces a statement of an older one. In the second half, other statements depend on it, over one or two steps. */
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

/** Files above the size limit. */
function plantFailures(plant: Plant): void {
  for (let i = 0; i < 4; i++) {
    const path = `${plant.region()}/huge-${i}.md`;
    plant.tooLarge.push(path);
    plant.fault('failed note', i % 2 === 0 ? 'tuned' : 'held out', [], [path]);
  }
}
