import { detectLanguage } from '@memora/language/detect';
import { stopWords } from '@memora/language/stems';
import { foldWord, patternByText } from '@memora/language/text';

const WORD = patternByText("[\\p{L}\\p{M}\\p{N}]+(?:[._/:@'’-][\\p{L}\\p{M}\\p{N}]+)*", 'gu');
const LETTER = patternByText('\\p{L}', 'gu');
const CAPITAL = patternByText('\\p{Lu}', 'u');
const SIGN = patternByText('\\p{N}|[._/@]', 'u');
const MOST = 6;
const FEWEST_LETTERS = 3;
/** For a name, and for a word in a script without capitals. */
const FEWEST_OF_NAME = 2;
/** How many characters of a message are read, from its beginning and its end. */
const READ = 4_000;

/**
 * At most six words of a message that describe its subject, in their order: names and figures first, then the longest. If it has none, its words of two
 * letters: one may be a name that is written in lower case or begins the message. A message that is one function word of two letters has none.
 */
export function toKeywords(message: string): string {
  const read = message.length <= 2 * READ ? message : `${message.slice(0, READ)}\n${message.slice(-READ)}`;
  const text = read.normalize('NFKC');
  const light = stopWords(detectLanguage(text).language);
  const byFold = new Map<string, { word: string; at: number; weight: number }>();
  const short = new Map<string, string>();
  const words = [...text.matchAll(WORD(text))];
  for (const match of words) {
    const [word] = match;
    const fold = foldWord(word.toLowerCase());
    const isName = readsAsName(word, match.index, text);
    const fewest = isName || word.toUpperCase() === word.toLowerCase() ? FEWEST_OF_NAME : FEWEST_LETTERS;
    const letters = word.match(LETTER(word))?.length ?? 0;
    if (light.has(fold)) continue;
    if (letters < fewest) {
      if (letters === FEWEST_OF_NAME && (words.length > 1 || CAPITAL(word).test(word))) short.set(fold, word);
      continue;
    }
    const known = byFold.get(fold);
    if (known !== undefined) known.weight += 2;
    else byFold.set(fold, { word, at: match.index, weight: Math.min(word.length, 12) + (isName ? 12 : 0) });
  }
  if (byFold.size === 0) return [...short.values()].slice(0, MOST).join(' ');
  return [...byFold.values()]
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, MOST)
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)
    .join(' ');
}

function readsAsName(word: string, at: number, text: string): boolean {
  const beginsSentence = at === 0 || /[.!?\n]\s*$/u.test(text.slice(Math.max(0, at - 3), at));
  return SIGN(word).test(word) || (CAPITAL(word).test(word) && !beginsSentence);
}
