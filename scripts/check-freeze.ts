/**
 * Fails if the source gains rules of language, or SQL outside the typed queries: `node scripts/check-freeze.ts`. Prints the frozen figures and those
 * of the last landing from `scripts/house-figures.json`, and exits with 1 if one rose. `--write` stores lower figures, but never a higher one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FROZEN, type FrozenFigures, measureHouse } from './measure-house.ts';

const KEPT = fileURLToPath(new URL('./house-figures.json', import.meta.url));
const NAMES = Object.keys(FROZEN) as (keyof FrozenFigures)[];

/** The lower value of each figure. */
export function lowerOf(kept: FrozenFigures, now: FrozenFigures): FrozenFigures {
  return Object.fromEntries(
    NAMES.map((name) => [name, Math.min(kept[name], now[name])]),
  ) as unknown as FrozenFigures;
}

/** One line per figure, and the figures that rose. */
export function compareFigures(
  kept: FrozenFigures,
  now: FrozenFigures,
): { readonly lines: readonly string[]; readonly rose: readonly (keyof FrozenFigures)[] } {
  const rose = NAMES.filter((name) => now[name] > kept[name]);
  const lines = NAMES.map((name) => {
    const change = now[name] - kept[name];
    return `${FROZEN[name]}: ${now[name]} (${change > 0 ? '+' : ''}${change} since the last landing)`;
  });
  return { lines, rose };
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as FrozenFigures;
  const now = measureHouse(fileURLToPath(new URL('..', import.meta.url)));
  const { lines, rose } = compareFigures(kept, now);
  for (const line of lines) console.log(line);
  if (rose.length > 0)
    console.error(
      `freeze: ${rose.map((name) => FROZEN[name]).join(', ')} rose. A sentence that fails adds a line to a labelled set, or nothing; a statement is a query of packages/claims/src/store/queries.`,
    );
  if (process.argv.includes('--write')) {
    writeFileSync(KEPT, `${JSON.stringify(lowerOf(kept, now), null, 2)}\n`);
    console.log('freeze: what fell is kept');
  }
  process.exitCode = rose.length === 0 ? 0 : 1;
}
