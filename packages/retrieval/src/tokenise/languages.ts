import { stemmer as ar } from '@orama/stemmers/arabic';
import { stemmer as hy } from '@orama/stemmers/armenian';
import { stemmer as da } from '@orama/stemmers/danish';
import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as fi } from '@orama/stemmers/finnish';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as el } from '@orama/stemmers/greek';
import { stemmer as hu } from '@orama/stemmers/hungarian';
import { stemmer as hi } from '@orama/stemmers/indian';
import { stemmer as id } from '@orama/stemmers/indonesian';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as lt } from '@orama/stemmers/lithuanian';
import { stemmer as no } from '@orama/stemmers/norwegian';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { stemmer as ro } from '@orama/stemmers/romanian';
import { stemmer as ru } from '@orama/stemmers/russian';
import { stemmer as es } from '@orama/stemmers/spanish';
import { stemmer as sv } from '@orama/stemmers/swedish';
import { stemmer as ta } from '@orama/stemmers/tamil';
import { stemmer as tr } from '@orama/stemmers/turkish';
import { stemmer as uk } from '@orama/stemmers/ukrainian';
import { stopwords as arStop } from '@orama/stopwords/arabic';
import { stopwords as hyStop } from '@orama/stopwords/armenian';
import { stopwords as bgStop } from '@orama/stopwords/bulgarian';
import { stopwords as daStop } from '@orama/stopwords/danish';
import { stopwords as nlStop } from '@orama/stopwords/dutch';
import { stopwords as enStop } from '@orama/stopwords/english';
import { stopwords as fiStop } from '@orama/stopwords/finnish';
import { stopwords as frStop } from '@orama/stopwords/french';
import { stopwords as deStop } from '@orama/stopwords/german';
import { stopwords as elStop } from '@orama/stopwords/greek';
import { stopwords as huStop } from '@orama/stopwords/hungarian';
import { stopwords as hiStop } from '@orama/stopwords/indian';
import { stopwords as idStop } from '@orama/stopwords/indonesian';
import { stopwords as itStop } from '@orama/stopwords/italian';
import { stopwords as ltStop } from '@orama/stopwords/lithuanian';
import { stopwords as noStop } from '@orama/stopwords/norwegian';
import { stopwords as ptStop } from '@orama/stopwords/portuguese';
import { stopwords as roStop } from '@orama/stopwords/romanian';
import { stopwords as ruStop } from '@orama/stopwords/russian';
import { stopwords as esStop } from '@orama/stopwords/spanish';
import { stopwords as svStop } from '@orama/stopwords/swedish';
import { stopwords as taStop } from '@orama/stopwords/tamil';
import { stopwords as trStop } from '@orama/stopwords/turkish';
import { stopwords as ukStop } from '@orama/stopwords/ukrainian';
import { stemmer as en } from 'stemmer';
import { foldWord } from './fold-word.ts';

/** A language with a stemmer and stop words, by ISO 639-1 code; `und` is text in a language that has none here. */
export type Language =
  | 'ar'
  | 'bg'
  | 'da'
  | 'de'
  | 'el'
  | 'en'
  | 'es'
  | 'fi'
  | 'fr'
  | 'hi'
  | 'hu'
  | 'hy'
  | 'id'
  | 'it'
  | 'lt'
  | 'nl'
  | 'no'
  | 'pt'
  | 'ro'
  | 'ru'
  | 'sv'
  | 'ta'
  | 'tr'
  | 'uk'
  | 'und';

interface LanguageTools {
  readonly script: 'latin' | 'cyrillic' | 'greek' | 'arabic' | 'devanagari' | 'tamil' | 'armenian';
  readonly stem: (word: string) => string;
  readonly stop: readonly string[];
}

const TOOLS: Record<Exclude<Language, 'und'>, LanguageTools> = {
  ar: { script: 'arabic', stem: ar, stop: arStop },
  // The package's Bulgarian stemmer assigns to characters of strings and so throws on many words: words stay whole.
  bg: { script: 'cyrillic', stem: (word) => word, stop: bgStop },
  da: { script: 'latin', stem: da, stop: daStop },
  de: { script: 'latin', stem: de, stop: deStop },
  el: { script: 'greek', stem: el, stop: elStop },
  // English writes its loans with and without accents; its stemmer knows ASCII alone.
  en: { script: 'latin', stem: (word) => en(foldWord(word)), stop: enStop },
  es: { script: 'latin', stem: es, stop: esStop },
  fi: { script: 'latin', stem: fi, stop: fiStop },
  fr: { script: 'latin', stem: fr, stop: frStop },
  hi: { script: 'devanagari', stem: hi, stop: hiStop },
  hu: { script: 'latin', stem: hu, stop: huStop },
  hy: { script: 'armenian', stem: hy, stop: hyStop },
  id: { script: 'latin', stem: id, stop: idStop },
  it: { script: 'latin', stem: it, stop: itStop },
  lt: { script: 'latin', stem: lt, stop: ltStop },
  nl: { script: 'latin', stem: nl, stop: nlStop },
  no: { script: 'latin', stem: no, stop: noStop },
  pt: { script: 'latin', stem: pt, stop: ptStop },
  ro: { script: 'latin', stem: ro, stop: roStop },
  ru: { script: 'cyrillic', stem: ru, stop: ruStop },
  sv: { script: 'latin', stem: sv, stop: svStop },
  ta: { script: 'tamil', stem: ta, stop: taStop },
  tr: { script: 'latin', stem: tr, stop: trStop },
  uk: { script: 'cyrillic', stem: uk, stop: ukStop },
};

/** Every language with a stemmer, in a fixed order. */
export const LANGUAGES = Object.keys(TOOLS).sort() as readonly Exclude<Language, 'und'>[];

/** The script a language is written in; `null` for `und`. */
export function scriptOf(language: Language): LanguageTools['script'] | null {
  return language === 'und' ? null : TOOLS[language].script;
}

const CACHE_LIMIT = 100_000;
const stemCaches = new Map<Language, Map<string, string>>();

/** The folded stem of a lower-case word. Words of one or two letters are only folded. */
export function stemWord(word: string, language: Language): string {
  let cache = stemCaches.get(language);
  if (!cache) {
    cache = new Map();
    stemCaches.set(language, cache);
  }
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stem = language === 'und' || word.length < 3 ? word : stemOrWord(word, language);
  const folded = foldWord(stem === '' ? word : stem);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, folded);
  return folded;
}

/** A stemmer that fails on a word must not cost the note its index: the word then stands for itself. */
function stemOrWord(word: string, language: Exclude<Language, 'und'>): string {
  try {
    return TOOLS[language].stem(word);
  } catch {
    return word;
  }
}

const stopSets = new Map<Language, ReadonlySet<string>>();

/** The stop words of a language, lower case, folded, with and without apostrophes; empty for `und`. */
export function stopWords(language: Language): ReadonlySet<string> {
  let set = stopSets.get(language);
  if (!set) {
    const words = language === 'und' ? [] : TOOLS[language].stop;
    set = new Set(
      words.flatMap((word) => {
        const folded = foldWord(word.toLowerCase());
        if (!/['’]/u.test(folded)) return folded;
        return [folded, folded.replace(/['’]/gu, ''), ...folded.split(/['’]/u)];
      }),
    );
    stopSets.set(language, set);
  }
  return set;
}
