import type { Claim } from '@memora/claims';
import type { HitPassage } from '@memora/retrieval';
import type { SourceReader } from '@memora/validator';
import type { Evidence } from '../evidence/evidence.ts';
import { groupByPassage } from './group-by-passage.ts';
import { type NotePassages, type PlanOptions, planUnits, type UnitPlan } from './plan-units.ts';
import { type ReadClaim, readBlock } from './read-blocks.ts';
import type { FoundPassage, Unit } from './unit.ts';

/** What writing units needs of an open memory. */
export interface UnitPorts {
  readonly around: (passages: readonly HitPassage[]) => Promise<readonly (readonly HitPassage[])[]>;
  readonly claimsIn: (passages: readonly HitPassage[]) => Promise<ReadonlyMap<number, readonly Claim[]>>;
  readonly sources: SourceReader;
  /** The text of a claim's span as it is on disk; null where it is gone or may not be shown. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
}

export interface UnitOptions extends PlanOptions {
  /** True where nothing may be shown but what was found: the caller wants a number of claims. */
  readonly onlyFound: boolean;
}

/** Passages beyond these answer nothing that those before them do not. */
const MOST_PASSAGES = 20;

/** Makes units of what was found, the best first: each passage with what it is read with, as the notes are now. */
export async function writeUnits(
  evidence: readonly Evidence[],
  ports: UnitPorts,
  options: UnitOptions,
): Promise<Unit[]> {
  const found = groupByPassage(evidence).slice(0, MOST_PASSAGES);
  const notes = await readNotes(found, ports);
  const plans = planUnits(found, notes, options);
  const wanted = plans.flatMap(({ passages }) => passages);
  const claimsByPassage = await ports.claimsIn(wanted);
  const knownById = new Map<string, Evidence>(evidence.map((each) => [each.claim.id, each]));
  const read = async (claim: Claim): Promise<ReadClaim[]> => {
    if (options.onlyFound && !knownById.has(claim.id)) return [];
    const text = knownById.get(claim.id)?.text ?? (await ports.readSpan(claim));
    return text === null ? [] : [{ claim, text }];
  };
  const units = await Promise.all(
    plans.map(async (plan): Promise<Unit | null> => {
      const bytes = await ports.sources(plan.best.notePath);
      const blocks = await Promise.all(
        blocksOf(plan, claimsByPassage).map(async ([passage, claims]) =>
          readBlock(passage, (await Promise.all(claims.map(read))).flat(), bytes),
        ),
      );
      const { notePath, noteTitle, headingPath, score } = plan.best;
      const shown = blocks.filter((block) => block !== null);
      if (shown.length === 0) return null;
      return { notePath, noteTitle, headingPath, blocks: shown, found: plan.found, score };
    }),
  );
  return units.filter((unit) => unit !== null);
}

function blocksOf(
  { passages, best }: UnitPlan,
  claimsByPassage: ReadonlyMap<number, readonly Claim[]>,
): (readonly [HitPassage | null, readonly Claim[]])[] {
  if (passages.length === 0) return [[null, best.evidence.map(({ claim }) => claim)]];
  return passages.map((passage) => [passage, claimsByPassage.get(passage.key) ?? []]);
}

async function readNotes(
  found: readonly FoundPassage[],
  { around, sources }: UnitPorts,
): Promise<ReadonlyMap<number, NotePassages>> {
  const passages = found.flatMap(({ passage }) => passage ?? []);
  const pathByKey = new Map(
    found.flatMap(({ passage, notePath }) => (passage === null ? [] : [[passage.key, notePath] as const])),
  );
  const notes = new Map<number, NotePassages>();
  for (const list of await around(passages)) {
    const path = list.map(({ key }) => pathByKey.get(key)).find((each) => each !== undefined);
    const note = { passages: list, bytes: path === undefined ? null : await sources(path) };
    for (const { key } of list) notes.set(key, note);
  }
  return notes;
}
