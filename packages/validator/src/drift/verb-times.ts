import { fromWords, unspacedWords, wordsOf } from '@memora/language/scripts';
import { readWords, wordKey } from '../words/read-words.ts';

/* The time of a verb by its form: regular endings of the languages we claim, and the commonest irregular verbs. */

/** When a verb form says that something holds. What is planned may be told in the present. */
export type VerbTime = 'past' | 'present' | 'future';

interface VerbForm {
  readonly stem: string;
  readonly time: VerbTime;
}

/** Endings of the past, the present, the future; `$` is the bare stem. */
const ENDINGS: Readonly<Record<string, readonly (readonly [VerbTime, RegExp])[]>> = {
  en: table('ied ed', 'ies es s e y $'),
  de: table('ete te eten ten', 'et t en e'),
  fr: table('ait aient a èrent', 'e ent $', 'era eront ra ront'),
  es: table('ó ió aba aban ía ían aron ieron', 'a an e en', 'ará arán erá erán irá irán'),
  it: table('ava avano eva evano iva ivano ò ì arono irono', 'a ano e ono isce', 'erà eranno irà iranno'),
  pt: table('ou ava avam ia iam eu iu aram eram iram', 'a am e em', 'ará arão erá erão irá irão'),
  nl: table('te ten de den', 't en $'),
  ru: table('л ла ло ли лся лась лось лись', 'ет ёт ит ют ут ят ат ется ится ются утся ятся'),
  tr: table(
    'y?[dt][ıiuü](?:lar|ler)?',
    '[ıiuü]yor(?:lar)? [dt][ıiuü]r m[ae]kt[ae](?:d[ıi]r)? [aeıiuü]r $',
    'y?[ae]ca[kğ] y?ece[kğ] y?[ae]cakt[ıi]r y?ecektir',
  ),
  hi: table('ा ी े या', 'ता ती ते', '(?:ए|े|ें|एं)ग[ाीे]'),
};
const LATIN = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'tr'];

function table(past: string, present: string, future = ''): (readonly [VerbTime, RegExp])[] {
  const times = [
    ['past', past],
    ['present', present],
    ['future', future],
  ] as const;
  return times.flatMap(([time, endings]) =>
    endings === '' ? [] : endings.split(' ').map((end) => [time, new RegExp(`${end}$`, 'u')] as const),
  );
}

/** Forms of verbs that no ending tells. */
const irregular = fromWords(() => {
  const found = new Map<string, VerbForm[]>();
  for (const pair of wordsOf('irregular')) {
    const [past = '', present = ''] = pair.split('=');
    const add = (word: string, time: VerbTime) =>
      found.set(word, [...(found.get(word) ?? []), { stem: `=${past}`, time }]);
    add(past, 'past');
    for (const word of present.replace(/(.+)\+/u, '$1s,$1').split(',')) add(word, 'present');
  }
  return found;
});

/** True where a text may speak of the past: by one of its verbs, or a word such as `formerly`. `language` is `null` where nothing tells. */
export function tellsPast(text: string, script: string, language: string | null): boolean {
  if (unspacedWords()?.overToo.test(text) === true) return true;
  const words = new Set([...wordsOf('past'), ...wordsOf('former')]);
  const languages = script === 'Cyrl' ? ['ru'] : [language ?? 'en'];
  return readWords(text).some(
    ({ text: word, key }) =>
      words.has(word.toLowerCase()) ||
      (!/^\p{Lu}/u.test(word) &&
        word.length > 3 &&
        languages.some((each) => formsOf(key, each).some(({ time }) => time === 'past'))),
  );
}

/** True where two words are forms of one verb, and no reading of them has the same time. `language` is of both, `null` where nothing tells. */
export function differInTime(one: string, other: string, script: string, language: string | null): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return false;
  if (script === 'ko') return a[0] === b[0] && isKoreanPast(a) !== isKoreanPast(b);
  if (script === 'Arab') return differInArabic(a, b);
  const languages =
    script === 'Cyrl' ? ['ru'] : script === 'Deva' ? ['hi'] : language === null ? LATIN : [language];
  return languages.some((each) => differIn(a, b, each));
}

function differIn(a: string, b: string, language: string): boolean {
  const theirs = formsOf(b, language);
  let differ = false;
  for (const { stem, time } of formsOf(a, language)) {
    for (const other of theirs) {
      if (stem !== other.stem) continue;
      // What is planned is told in the present too.
      if ((time === 'past') === (other.time === 'past')) return false;
      differ = true;
    }
  }
  return differ;
}

/** A shorter stem tells nothing. */
const SHORTEST: Readonly<Record<string, number>> = { de: 3, fr: 3, nl: 3, hi: 1 };

function formsOf(word: string, language: string): VerbForm[] {
  const forms: VerbForm[] = [...(irregular().get(word) ?? [])];
  for (const [time, ending] of ENDINGS[language] ?? []) {
    const match = ending.exec(word);
    if (match === null || match.index < (SHORTEST[language] ?? 2)) continue;
    forms.push({ stem: normal(word.slice(0, match.index), language), time });
  }
  return forms;
}

function normal(stem: string, language: string): string {
  if (language === 'ru') return stem.replace(/[ое]ва$/u, 'у').replace(/[аеёиоуыюя]+$/u, '');
  if (language === 'tr') return stem.replace(/[aeıioöuü]+y?$/u, '');
  const plain = wordKey(stem);
  return language === 'en' || language === 'nl' ? plain.replace(/(.)\1$/u, '$1') : plain;
}

/** A syllable that ends in ㅆ before the ending, but for 있 and 겠, which say nothing of the past by themselves. */
function isKoreanPast(word: string): boolean {
  for (const letter of word.slice(1)) {
    const code = letter.charCodeAt(0) - 0xac00;
    if (code >= 0 && code < 11172 && code % 28 === 20 && letter !== '있' && letter !== '겠') return true;
  }
  return false;
}

/** The present has a prefix, the past none or an alif, and endings of its own. */
function differInArabic(a: string, b: string): boolean {
  return isArabicPair(a, b) || isArabicPair(b, a);
}

function isArabicPair(past: string, present: string): boolean {
  if (!/^[يت].{3}/u.test(present) || /^(?:ال|[يت])/u.test(past)) return false;
  const root = present.slice(1).replace(/(?:ون|ان)$/u, '');
  return root.length > 2 && past.replace(/^ا(?=.{4})/u, '').replace(/(?:ت|وا|تا)$/u, '') === root;
}
