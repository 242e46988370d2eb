/**
 * How many sentences with another unit of measure or another weekday than their source pass the guard of critical tokens. The
 * sentences are made by the runtime's locale data, so no list of ours decides what is asked. `wrong-units.ts [FOLDER]` asks the
 * guard of another checkout.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Check = (
  statement: string,
  evidence: readonly string[],
) => { readonly disagreements: readonly unknown[] };

const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ka ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
const UNITS =
  'kilometer meter centimeter millimeter kilogram gram liter milliliter minute hour day week month year celsius fahrenheit'.split(
    ' ',
  );
const AMOUNTS = [5, 12];
/** 2024-01-01 is a Monday. */
const DAYS = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..');
const load = (path: string) => import(pathToFileURL(join(root, 'packages', path)).href);
const { checkCriticalTokens } = (await load('validator/src/tokens/check-critical-tokens.ts')) as {
  checkCriticalTokens: Check;
};
await load('language/src/scripts-at-once.ts');

const passed = new Map<string, number>();
let asked = 0;
for (const language of LANGUAGES) {
  const places = AMOUNTS.map((amount) => UNITS.map((unit) => `Drift: ${write(language, unit, amount)}.`));
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  for (const sentences of [...places, DAYS.map((date) => `Drift: ${day.format(date)}.`)])
    compare(language, sentences);
}

const sum = [...passed.values()].reduce((total, count) => total + count, 0);
for (const [language, count] of [...passed].sort((a, b) => b[1] - a[1])) console.log(`${language} ${count}`);
console.log(
  `${sum} of ${asked} wrong units and weekdays pass, in ${passed.size} of ${LANGUAGES.length} languages`,
);

function write(language: string, unit: string, amount: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/** Holds each sentence against each other one as its source. */
function compare(language: string, sentences: readonly string[]): void {
  for (const source of sentences)
    for (const statement of sentences) {
      if (statement === source) continue;
      asked++;
      if (checkCriticalTokens(statement, [source]).disagreements.length > 0) continue;
      passed.set(language, (passed.get(language) ?? 0) + 1);
    }
}
