import { toArabicNumerals } from '@memora/language/numbers';
import { ARTICLES } from '@memora/language/words';

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}]|[\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+(?:[.:,'/_@+-]+(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+)*/gu;
/** A sign of a script without blanks. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What is elided before a vowel, in French and Italian. */
const ELIDED = /(?<!\p{L})(l|d|n|s|c|j|m|t|qu|dell|all|nell|sull|dall)'(?=\p{L})/gu;

/** `2 000` */
const THOUSANDS = /(?<=(?<![\d.,])\d{1,3})[ \u00a0\u202f](?=\d{3}(?!\d))/gu;

/** A statement is held against a few others, each by several rules: this many texts are remembered at most, of each thing that is read of them. */
const MOST_REMEMBERED = 100;
/** Longer texts, in UTF-16 units, are no statements. */
const LONGEST_REMEMBERED = 600;

/** Has what is read of a text alone read once for as long as it is held against others. Nobody may change what it gives. */
export function rememberTexts<Reading>(read: (text: string) => Reading): (text: string) => Reading {
  const remembered = new Map<string, Reading>();
  return (text) => {
    if (text.length > LONGEST_REMEMBERED) return read(text);
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const reading = read(text);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(text, reading);
    return reading;
  };
}

/** Small letters, elisions apart, without the mark at the end. */
export const toPlain = rememberTexts((text: string): string =>
  (UNSPACED.test(text) ? toArabicNumerals(text) : text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`]/gu, "'")
    .replace(/(?<!\p{L})(?:can't|cannot)(?!\p{L})/gu, 'can not')
    .replace(/(?<!\p{L})won't(?!\p{L})/gu, 'will not')
    .replace(/n't(?!\p{L})/gu, ' not')
    .replace(ELIDED, "$1' ")
    .replace(THOUSANDS, '')
    .replace(/(?<![\s.!。！])[\s.!。！]+$/u, '')
    .replace(/\s+/gu, ' ')
    .trim(),
);

/** Its words; single signs where words are not parted. An article at its head is left out. */
export const tokensOf = rememberTexts((text: string): readonly string[] => {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.filter((token, i) => i > 0 || !ARTICLES.has(token));
});

/** Where two statements differ. */
export interface Gap {
  readonly prefix: readonly string[];
  readonly suffix: readonly string[];
  readonly a: readonly string[];
  readonly b: readonly string[];
}

/** The one place at which two statements differ; null where they begin differently or are the same. */
export function align(a: readonly string[], b: readonly string[]): Gap | null {
  let from = 0;
  while (from < Math.min(a.length, b.length) && sameWord(a[from] as string, b[from])) from++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++;
  if (from === 0) return null;
  return {
    prefix: b.slice(0, from),
    suffix: end === 0 ? [] : b.slice(-end),
    a: a.slice(from, a.length - end),
    b: b.slice(from, b.length - end),
  };
}

/** The same word, or another form of a long one: `Ansprechpartner` and `Ansprechpartnerin`. */
export function sameWord(a: string, b: string | undefined): boolean {
  if (b === undefined) return false;
  if (a === b || toPerson(a) === toPerson(b)) return true;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  // A woman who is one, in German; a case, in Russian.
  if (shorter.length > 3 && longer === `${shorter}in`) return true;
  if (shorter.length > 5 && CYRILLIC.test(shorter) && a.slice(0, -1) === b.slice(0, -1)) return true;
  return (
    shorter.length > 5 &&
    longer.length - shorter.length <= 2 &&
    longer.startsWith(shorter) &&
    !/\p{N}/u.test(longer)
  );
}

/** Who does something, man or woman: `chairwoman`, `trésorière`, `tesorera`. */
function toPerson(word: string): string {
  if (word.length < 6) return word;
  return word
    .replace(/wom[ae]n$/u, 'man')
    .replace(/ère$/u, 'er')
    .replace(/trice$/u, 'teur')
    .replace(/(?<=[rst])[ao]$/u, 'o');
}

/** Another form of a word, as verbs have many: `burn` and `burns`, `studies` and `studying`. */
export function isForm(a: string, b: string): boolean {
  if (sameWord(a, b)) return true;
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  const rest = Math.max(a.length, b.length) - shared;
  return shared > 2 && rest <= 4 && rest <= shared && !/\p{N}/u.test(a + b);
}

const CYRILLIC = /^\p{Script=Cyrillic}+$/u;

/** Without the ending of a genitive. */
export function bare(token: string): string {
  return token.replace(/'s?$/u, '');
}
