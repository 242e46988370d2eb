import type { AskedKind } from '@memora/language/asked';
import { coverageOf } from './answers-asked.ts';
import { chooseUnits, MOST_UNITS, type RatedUnit } from './choose-units.ts';
import type { Unit } from './unit.ts';

/** So much of what is asked for an answer from a user's own words holds: chats are full of sentences with a word or two of any question. */
const ENOUGH = 0.5;
/** From here on it is shown without the figure that is asked for: the reader may have to count. */
const ALL = 0.9;

/**
 * The units for a question about the user, from what the user said. Where none answers alone, several may together: what is asked of two days, or
 * how often something was done, no turn says by itself.
 */
export function chooseOwnWords(rated: readonly RatedUnit[], asked: AskedKind): Unit[] {
  const enough = rated.map((each) => ({
    ...each,
    answers: (each.answers && each.coverage >= ENOUGH) || each.coverage >= ALL,
  }));
  const chosen = chooseUnits(enough, asked);
  if (chosen.length > 0) return chosen;
  const several = addingUp(rated.slice(0, 2 * MOST_UNITS).map(({ unit }) => unit));
  return several.length > 1 && coverageOf({ found: several.flatMap(({ found }) => found) }).coverage >= ENOUGH
    ? several
    : [];
}

/** Those that hold a word which none before them holds. */
function addingUp(units: readonly Unit[]): Unit[] {
  const chosen: Unit[] = [];
  let held = 0;
  for (const unit of units) {
    if (chosen.length >= MOST_UNITS) break;
    const together = coverageOf({ found: [...chosen, unit].flatMap(({ found }) => found) }).coverage;
    if (together <= held) continue;
    held = together;
    chosen.push(unit);
  }
  return chosen;
}
