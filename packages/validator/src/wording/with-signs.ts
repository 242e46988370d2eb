import type { PlacedSign } from './read-signs.ts';
import type { WordUnit } from './read-units.ts';

/** True if a unit has this sign at this place. */
export function hasSign({ signs }: WordUnit, sign: string, at: number): boolean {
  return signs.some((own) => own.sign === sign && own.at === at);
}

/** The first unit with the same words that has the signs of the statement outside the struck-out part. */
export function withSigns(
  units: readonly WordUnit[],
  signs: readonly PlacedSign[],
  from: number,
): WordUnit | undefined {
  const isSame = (unit: WordUnit) =>
    signs.every(
      ({ sign, at }) => at <= from || at >= from + unit.words.length || hasSign(unit, sign, at - from),
    ) &&
    unit.signs.every(({ sign, at }) => signs.some((said) => said.sign === sign && said.at === from + at));
  const standing = units.filter(({ forms }) => !forms.includes('~~'));
  return standing.find(isSame) ?? standing[0] ?? units.find(isSame) ?? units[0];
}
