import { unspacedWords } from '@memora/language/scripts';
import { onOneLine, readCode, shows, withoutCode } from '../tokens/compare-code.ts';
import { isFunctionWord, isNegator, wordSet } from '../words/lexicon.ts';
import { readWords, stemOf } from '../words/read-words.ts';

/** Words with which prose shows code, and says nothing of it. */
const showing = wordSet('shows');

/**
 * True where a claim that is code can carry the statement: all code that the statement shows stands in the claim, and the prose
 * around it says nothing beyond the words of the claim and of what stands `beside` it (title, headings), but that it is code.
 */
export function codeCarries(statement: string, claim: string, beside: string): boolean {
  const code = onOneLine(claim);
  if (!readCode(statement).every((each) => shows(code, each))) return false;
  const prose = withoutCode(statement);
  // A statement that is the code itself, without marks.
  if (shows(code, onOneLine(prose).replace(/[.:]$/u, ''))) return true;
  const known = new Set<string>();
  // `fooBar` has two words.
  const spoken = `${claim} ${beside}`.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
  for (const { key } of readWords(spoken)) known.add(key).add(stemOf(key));
  const shown = showing();
  const unspaced = unspacedWords();
  return readWords(prose).every(({ key, text }) => {
    if (isNegator(key)) return known.has(key);
    if (isFunctionWord(key) || shown.has(key) || shown.has(text.toLowerCase())) return true;
    if (known.has(key) || known.has(stemOf(key))) return true;
    return (
      unspaced !== null &&
      /[\u3040-\u30ff\u3400-\u9fff]/u.test(key) &&
      readWords(key.replace(unspaced.shows, ' ')).every((part) => code.includes(part.key))
    );
  });
}
