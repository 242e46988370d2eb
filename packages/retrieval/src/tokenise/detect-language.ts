import { foldWord } from './fold-word.ts';
import { LANGUAGES, type Language, scriptOf, stopWords } from './languages.ts';

const SCRIPTS: readonly [RegExp, ReturnType<typeof scriptOf>][] = [
  [/\p{Script=Latin}/u, 'latin'],
  [/\p{Script=Cyrillic}/u, 'cyrillic'],
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Armenian}/u, 'armenian'],
];

/** Letters that stand in languages for which there is no stemmer here: Polish, Czech, Slovak, Vietnamese. */
const UNSUPPORTED = /[łąęśźżřěůťďľĺŕơư\u1ea0-\u1ef9]/u;
const WORD = /[\p{L}\p{M}]+/gu;
/** Detection reads no more than this: a claim and its neighbours are shorter, and a question always is. */
const SAMPLE = 1200;

const languagesByWordByScript = new Map<string, Map<string, Language[]>>();

/** Languages by stop word, of one script: no word is written in two, and a question need not wait for the others. */
function stopIndex(script: ReturnType<typeof scriptOf>): Map<string, Language[]> {
  const known = languagesByWordByScript.get(script ?? '');
  if (known) return known;
  const languagesByWord = new Map<string, Language[]>();
  languagesByWordByScript.set(script ?? '', languagesByWord);
  for (const language of LANGUAGES) {
    if (scriptOf(language) !== script) continue;
    for (const word of stopWords(language)) {
      if (word.length === 0) continue;
      const list = languagesByWord.get(word);
      if (list) list.push(language);
      else languagesByWord.set(word, [language]);
    }
  }
  return languagesByWord;
}

export interface DetectedLanguage {
  readonly language: Language;
  /** True where the words said so, false where it is only the usual language of the script. */
  readonly sure: boolean;
}

/**
 * The language of a text by its stop words: one vote a word, shared among the languages that have it.
 * Where no stop word decides, Latin script counts as English and another script as its commonest language here.
 * Depends on the text alone, so that an index built in any order is the same.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const sample = text.slice(0, SAMPLE).toLowerCase();
  const votes = new Map<Language, number>();
  const indexes = SCRIPTS.filter(([pattern]) => pattern.test(sample)).map(([, script]) => stopIndex(script));
  for (const match of sample.matchAll(WORD)) {
    const word = foldWord(match[0]);
    const languages = indexes.flatMap((index) => index.get(word) ?? []);
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length);
  }
  let best: Language = 'und';
  let bestVotes = 0;
  let second = 0;
  for (const language of LANGUAGES) {
    const count = votes.get(language) ?? 0;
    if (count > bestVotes) {
      second = bestVotes;
      best = language;
      bestVotes = count;
    } else if (count > second) second = count;
  }
  if (UNSUPPORTED.test(sample) && bestVotes < 6) return { language: 'und', sure: true };
  if (best !== 'und' && bestVotes >= 1 && bestVotes > second * 1.2)
    return { language: best, sure: bestVotes >= 1.5 };
  return { language: fallback(sample), sure: false };
}

const DEFAULTS: Readonly<Record<string, Language>> = {
  latin: 'en',
  cyrillic: 'ru',
  greek: 'el',
  arabic: 'ar',
  devanagari: 'hi',
  tamil: 'ta',
  armenian: 'hy',
};

function fallback(text: string): Language {
  for (const [pattern, script] of SCRIPTS) if (script && pattern.test(text)) return DEFAULTS[script] ?? 'und';
  return 'und';
}
