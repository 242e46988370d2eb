import { foldWord } from '../text/fold-word.ts';
import { toAmericanSpelling } from './american-spelling.ts';
import { baseForm } from './irregular-forms.ts';
import { MORE_STOP_WORDS, NO_STOP_WORDS } from './more-stop-words.ts';
import { STOP_WORDS, type StopWordLanguage } from './stop-words.ts';

/** A language with a stemmer and stop words, by ISO 639-1 code; `und` for a language that has none here. */
export type Language = StopWordLanguage | 'und';

/** Any language except `und`. */
export type NamedLanguage = StopWordLanguage;

/** The scripts of the languages here. */
export type Script = 'latin' | 'cyrillic' | 'greek' | 'arabic' | 'devanagari' | 'tamil' | 'armenian';

const SCRIPT_BY_LANGUAGE: Record<NamedLanguage, Script> = {
  ar: 'arabic',
  bg: 'cyrillic',
  da: 'latin',
  de: 'latin',
  el: 'greek',
  en: 'latin',
  es: 'latin',
  fi: 'latin',
  fr: 'latin',
  hi: 'devanagari',
  hu: 'latin',
  hy: 'armenian',
  id: 'latin',
  it: 'latin',
  lt: 'latin',
  nl: 'latin',
  no: 'latin',
  pt: 'latin',
  ro: 'latin',
  ru: 'cyrillic',
  sv: 'latin',
  ta: 'tamil',
  tr: 'latin',
  uk: 'cyrillic',
};

/** Every language with a stemmer, in a fixed order. */
export const LANGUAGES = Object.keys(SCRIPT_BY_LANGUAGE).sort() as readonly NamedLanguage[];

/** The script a language is written in; `null` for `und`. */
export function scriptOf(language: Language): Script | null {
  return language === 'und' ? null : SCRIPT_BY_LANGUAGE[language];
}

/** Stems a lower-case word. */
export type Stemmer = (word: string) => string;

const stemmerByLanguage = new Map<Language, Stemmer>([
  // The package's Bulgarian stemmer assigns to characters of strings, and therefore throws on many words;
  // these words stay whole.
  ['bg', (word) => word],
  ['und', (word) => word],
]);

/** True if {@link stemWord} works for a language. */
export function hasStemmer(language: Language): boolean {
  return stemmerByLanguage.has(language);
}

/** Registers stemmers: those of one language for a question, all of them for an index. */
export function registerStemmers(stemmers: Readonly<Partial<Record<Language, Stemmer>>>): void {
  for (const [language, stemmer] of Object.entries(stemmers)) {
    if (!stemmerByLanguage.has(language as Language)) stemmerByLanguage.set(language as Language, stemmer);
  }
}

const CACHE_LIMIT = 100_000;
const stemCaches = new Map<Language, Map<string, string>>();

/**
 * The folded stem of a lower-case word. Words of one or two letters are only folded. Throws a `TypeError` if the language's stemmer was not registered: a word
 * must not be read in two ways.
 */
export function stemWord(word: string, language: Language): string {
  let cache = stemCaches.get(language);
  if (!cache) {
    cache = new Map();
    stemCaches.set(language, cache);
  }
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stem = word.length < 3 ? word : stemOrWord(word, language);
  const folded = besideStopWords(foldWord(stem === '' ? word : stem), word, language);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, folded);
  return folded;
}

/**
 * Keeps a word whole if its stem equals a stop word and the word itself is not one: `used` is not `us`, and
 * `one` not `on`.
 */
function besideStopWords(stem: string, word: string, language: Language): string {
  if (stem === word) return stem;
  const small = stopWords(language);
  return small.has(stem) && !small.has(foldWord(word)) ? `${stem}e` : stem;
}

/** If a stemmer fails on a word, the note must still be indexed, so the word becomes its own stem. */
function stemOrWord(word: string, language: Language): string {
  const stem = stemmerByLanguage.get(language);
  if (stem === undefined) throw new TypeError(`the stemmer of ${language} is not loaded`);
  try {
    const spelt = language === 'en' ? toAmericanSpelling(word) : word;
    return stem(language === 'und' ? spelt : baseForm(spelt, language));
  } catch {
    return word;
  }
}

function readStopWords(language: NamedLanguage): ReadonlySet<string> {
  const words = `${STOP_WORDS[language]} ${MORE_STOP_WORDS[language] ?? ''}`.trim().split(/ +/u);
  const content = new Set(NO_STOP_WORDS[language]?.split(' '));
  return new Set(words.filter((word) => !content.has(word)));
}

const stopSets = new Map<Language, ReadonlySet<string>>();

/** The stop words of a language: lower case, folded, with and without apostrophes; empty for `und`. */
export function stopWords(language: Language): ReadonlySet<string> {
  let set = stopSets.get(language);
  if (!set) {
    set = language === 'und' ? new Set() : readStopWords(language);
    stopSets.set(language, set);
  }
  return set;
}
