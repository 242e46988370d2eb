import { finiteWords } from '@memora/language/assertion';
import { stopWords } from '@memora/language/stems';
import { ARTICLES } from '@memora/language/words';
import { toPlainText } from '@memora/vault/internal';

/** The closing mark for each opening mark of a name. */
const CLOSED_BY: Readonly<Record<string, string>> = {
  '[[': ']]',
  '**': '**',
  '`': '`',
  '[': '](',
};
const MOST_WORDS = 6;

/**
 * Returns the name at the start of a sentence, after an article: marked text, or words with a capital letter or a digit. Only a reader of all notes knows if a
 * note has that name. Returns null if the sentence begins otherwise.
 */
export function nameAtStart(markdown: string): string | null {
  const marked = markedAtStart(markdown);
  if (marked !== null) return marked;
  const [first = '', ...rest] = toPlainText(markdown).trim().split(' ');
  const words = ARTICLES.has(first.toLowerCase()) ? rest : [first, ...rest];
  const head = words[0]?.toLowerCase() ?? '';
  if (stopWords('en').has(head) || FINITE.has(head)) return null;
  const end = words.findIndex((word, i) => !isNamePart(word, i));
  if (end < 1 || end > MOST_WORDS) return null;
  return words.slice(0, end).join(' ');
}

const FINITE: ReadonlySet<string> = new Set(finiteWords());

function markedAtStart(markdown: string): string | null {
  const open = Object.keys(CLOSED_BY).find((each) => markdown.startsWith(each));
  const end = open === undefined ? -1 : markdown.indexOf(CLOSED_BY[open] ?? '', open.length);
  if (open === undefined || end < 0) return null;
  const name = toPlainText(markdown.slice(open.length, end).split('|').at(-1) ?? '').trim();
  return name === '' || name.split(' ').length > MOST_WORDS || !isName(name) ? null : name;
}

/** A word that ends a clause is not part of a name, nor is a word whose object is the topic. */
function isNamePart(word: string, place: number): boolean {
  const initial = word.charAt(0);
  const isCapital = initial !== initial.toLowerCase();
  return isName(word) && (isCapital || (place > 0 && initial >= '0' && initial <= '9'));
}

function isName(text: string): boolean {
  return !STOPS.some((stop) => text.endsWith(stop));
}

const STOPS = [',', ';', ':', '.', '!', '?', ')', "'s", '’s', "'", '’'];
