import { TIME_WORDS } from '../../asked-time/time-words.ts';
import { MONTHS } from '../../dates/all-months.ts';
import { findDate } from '../../dates/find-dates.ts';
import { monthForms, namesPattern } from '../../dates/months.ts';
import { dayByName } from '../../dates/weekdays.ts';
import { readAskedLanguage } from '../../detect/told-language.ts';
import { fromWords } from '../../scripts/script-words.ts';

/** Parts of a day and how often something is, which are no units and no seasons. */
const DAY_PARTS =
  'noon midnight morning evening afternoon night overnight weekend hour minute daily weekly monthly yearly hourly annually quarterly ' +
  'mittag mitternacht morgen morgens abend abends nacht nachts vormittag nachmittag wochenende stunde minute täglich wöchentlich monatlich jährlich stündlich ' +
  'midi minuit matin soir nuit heure quotidien hebdomadaire mensuel mediodía medianoche mañana tarde noche hora diario semanal mensual ' +
  'mezzogiorno mezzanotte mattina sera notte ora manhã noite ochtend avond nacht uur dagelijks wekelijks полдень полночь утро вечер ночь час ежедневно еженедельно';

/** A year, a version, a time of day, and the signs of East Asian times. */
const SIGNS = /\b(?:1\d|20)\d\d\b|\b\d+\.\d+|\d{1,2}[:.]\d\d|\b\d{1,2}\s?[ap]\.?m\b|[年月日時时週周]/iu;

/** The month that is a verb as well: with a capital, behind what stands before a month. */
const MAY =
  /\b(?:in|since|until|till|by|from|before|after|during|of|last|next|every|early|late|mid|seit|bis|im|ab|depuis|en)[\s-]+May\b(?!\s+(?:I|we|you|he|she|it|they|the)\b)/u;

/** Months in short of which another language has a word that follows a figure: `2 set pieces`, `5 ago`. */
const BESIDE_FIGURES: ReadonlySet<string> = new Set(['out', 'set', 'ago', 'mar']);

/** Names of days and months, units, seasons and parts of a day, with the endings that they take in a sentence (`Mondays`, `Montags`). */
const named = fromWords(() => {
  const months = Object.values(MONTHS)
    .flatMap(monthForms)
    .map(([form]) => form);
  const entries = Object.values(TIME_WORDS).flatMap(({ units, seasons, yesterday, today }) =>
    // `Now` and `currently` tell how something is, not when it was or will be.
    [...`${units} ${seasons}`.split(' '), yesterday, today.replace(/\|.*/u, '')].filter(
      (entry) => entry !== '-',
    ),
  );
  const names = [...months, ...dayByName().keys(), ...DAY_PARTS.split(' ')].filter((name) => name.length > 3);
  // `may` by itself is a verb, and other short names are words too: beside a day they are months, but for `10 out of 12`.
  const short = namesPattern(months.filter((name) => name.length <= 3 && !BESIDE_FIGURES.has(name)));
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:\\d{1,2}(?:st|nd|rd|th|er|\\.)?\\s(?:of |de |di )?(?:${short})(?![\\p{L}\\p{N}])|(?:${short})\\.? \\d{1,2}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]))|` +
      `(?<!\\p{L})(?:(?:${namesPattern(names)})(?:e?s|e?n)?|${entries.map((entry) => entry.replaceAll('_', ' ')).join('|')})(?!\\p{L})`,
    'iu',
  );
});

/** Words for a time in one language that are words of something else in English: the French year, the German and the Dutch day, the Spanish month. */
const ALSO_ENGLISH: ReadonlySet<string> = new Set('an ans ay dag fall mes ora tag yaz'.split(' '));

/** True where a text says a time: a date, a time of day, a day of the week, a season, how often. */
export function holdsTime(text: string): boolean {
  return SIGNS.test(text) || MAY.test(text) || namesTime(text) || findDate(text) !== null;
}

function namesTime(text: string): boolean {
  const found = [...text.matchAll(new RegExp(named(), 'giu'))];
  if (found.length === 0) return false;
  if (found.some(([word]) => !ALSO_ENGLISH.has(word.toLowerCase()))) return true;
  const { language = null } = readAskedLanguage(text) ?? {};
  return language !== null && language !== 'en';
}
