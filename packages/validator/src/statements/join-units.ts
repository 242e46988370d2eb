import type { StatementUnit } from './statement-unit.ts';
import { WORDLIKE } from './wordlike.ts';

/** At most this many statements without a marker may be the beginning of the one after them. */
const MOST = 8;

/** True for a statement without a marker: the one after it may be the rest of its sentence. */
function mayGoOn({ role, markers, raw }: StatementUnit): boolean {
  return role === 'text' && markers.length === 0 && WORDLIKE.test(raw);
}

/**
 * The number of units from `at` on that may form one sentence: up to the first with a marker, in one block. 1
 * if they don't; `null` if the following text may decide.
 */
export function countJoined(units: readonly StatementUnit[], at: number, isEnd: boolean): number | null {
  for (let count = 1; count <= MOST + 1; count++) {
    const unit = units[at + count - 1];
    if (unit === undefined) return isEnd ? 1 : null;
    if (count > 1 && unit.first) return 1;
    if (count > 1 && unit.markers.length > 0 && unit.leading === 0) return count;
    if (!mayGoOn(unit)) return 1;
  }
  return 1;
}

/** Joins several units of one block into one. */
export function joinUnits(units: readonly StatementUnit[]): StatementUnit {
  const [first, last] = [units[0] as StatementUnit, units.at(-1) as StatementUnit];
  const raw = units.reduce((text, unit, i) => (i === 0 ? unit.raw : text + unit.gap + unit.raw), '');
  const { end, markers, apart, underline, role } = last;
  return { ...first, end, raw, markers, apart, underline, role };
}
