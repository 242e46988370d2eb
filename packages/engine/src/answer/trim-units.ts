import { pointsBack } from '@memora/language/asked';
import type { Unit, UnitBlock, UnitLine } from './units/unit.ts';

/** A line that holds this share of what the best of its paragraph holds is told beside it. */
const AS_GOOD = 0.75;
/** `platforms:: all`, `Port: 8080`: such lines are one record of one thing. */
const FIELD = /^[-*\s]*\**[\p{L}\p{N}][\p{L}\p{N} _-]{0,40}\**::?\**\s/u;
/** Fewer lines than this are read at a glance. */
const LEAST_LINES = 3;

/**
 * Leaves out of a paragraph of one fact a line the lines that hold less of what is asked; a line that points back keeps the one before it. Fields of one record stay together. Prose is read whole: the
 * answer stands beside the sentence with the words of the question as often as in it (of TimeQA's answers one in eight is lost otherwise).
 */
export function trimUnits(units: readonly Unit[]): Unit[] {
  return units.map((unit) => ({ ...unit, blocks: unit.blocks.map((block) => trimBlock(block, unit)) }));
}

function trimBlock(block: UnitBlock, unit: Unit): UnitBlock {
  const { kind, lines, oneALine } = block;
  if (kind !== 'paragraph' || lines.length < LEAST_LINES || !oneALine) return block;
  if (lines.filter(({ text }) => FIELD.test(text)).length * 2 > lines.length) return block;
  const held = lines.map((line) => heldBy(line, unit));
  const best = Math.max(...held);
  // Found by its title alone: all of it is read.
  if (best === 0) return block;
  const kept = withPointedTo(
    lines,
    held.map((each) => each >= best * AS_GOOD),
  );
  return { ...block, lines: lines.filter((_, i) => kept[i]) };
}

/** How much of what is asked for the claims of a line hold by themselves. */
function heldBy({ claims }: UnitLine, { found }: Unit): number {
  const ids = new Set<string>(claims.map(({ id }) => id));
  const shares = found.flatMap(({ evidence }) =>
    evidence.filter(({ claim }) => ids.has(claim.id)).map(({ ownCoverage }) => ownCoverage),
  );
  return Math.max(0, ...shares);
}

/** A line is read with the one that it points back to, and with what points back to it. */
function withPointedTo(lines: readonly UnitLine[], chosen: readonly boolean[]): boolean[] {
  const kept = [...chosen];
  const back = (i: number) => i > 0 && pointsBack(lines[i]?.text ?? '');
  for (let i = 1; i < lines.length; i++) if (chosen[i - 1] && back(i)) kept[i] = true;
  for (let i = lines.length - 1; i > 0; i--) if (kept[i] && back(i)) kept[i - 1] = true;
  return kept;
}
