import { languagesOf } from './function-words.ts';
import { readWords } from './read-words.ts';

/** Scripts by a letter of theirs; those that write one language stand for it. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Latn', /\p{Script=Latin}/gu],
];

/** What a text is written in. */
export interface TextLanguage {
  /** ISO 15924, or the language that alone uses the script; `Latn` where there are no letters. */
  readonly script: string;
  /** ISO 639-1, or `null` where no word tells. */
  readonly language: string | null;
}

/** Tells the language of a text by its script and the words that hold its sentences together. */
export function languageOf(text: string): TextLanguage {
  let script = 'Latn';
  let most = 0;
  for (const [name, letters] of SCRIPTS) {
    // A name in Latin letters is common in other scripts, and Kana among Han says that it is Japanese.
    const weight = name === 'ja' ? 4 : name === 'zh' ? 2 : 1;
    const count = (text.match(letters)?.length ?? 0) * weight;
    if (count > most) [script, most] = [name, count];
  }
  if (script.length === 2) return { script, language: script };
  const hits = new Map<string, number>();
  for (const { text: word, key } of readWords(text)) {
    // Accents tell languages apart: only a word without them is looked up by its key.
    const own = languagesOf(word.toLowerCase());
    for (const language of own.length > 0 ? own : languagesOf(key))
      hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  const [first, second] = [...hits].sort((a, b) => b[1] - a[1]);
  const clear = first !== undefined && first[1] > (second?.[1] ?? 0);
  return { script, language: clear ? first[0] : null };
}

/** True where two texts are surely not of one language. */
export function areDifferentLanguages(a: TextLanguage, b: TextLanguage): boolean {
  // Japanese without Kana looks like Chinese.
  if (a.script !== b.script) return !(isHan(a.script) && isHan(b.script));
  return a.language !== null && b.language !== null && a.language !== b.language;
}

function isHan(script: string): boolean {
  return script === 'zh' || script === 'ja';
}
