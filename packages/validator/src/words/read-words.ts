import { fromWords, wordsOf } from '@memora/language/scripts';
import { ASCII_WORD, isAscii } from './ascii-words.ts';

/** A word of a text, and its form under which words are compared. */
export interface WordToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Lower case, without accents, possessive and apostrophe. */
  readonly key: string;
  /** First of its sentence. */
  readonly opens: boolean;
}

/** An article, pronoun or negator of French or Italian that is written with the next word: `n'utilise`, `dell'acqua`. */
const ELIDED = '(?:[ldnsjmtc]|qu|dell|nell|dall|sull|all|un|quell)';
const ASCII_ELISION = `(?<![a-z0-9'])${ELIDED}'(?=[a-z]{2})`;
const ASCII = new RegExp(`${ASCII_ELISION}|${ASCII_WORD}`, 'gi');
const ELISION = `(?<![\\p{L}\\p{M}\\p{N}'’])${ELIDED}['’](?=\\p{L}{2})`;
const WORD = new RegExp(`${ELISION}|[\\p{L}\\p{M}\\p{N}]+(?:['’][\\p{L}\\p{M}]+)*`, 'giu');
/** Scripts whose particles stand right behind a name of another script: `Obsidianは`, `Slack은`. */
const ATTACHING = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u;
const MIXED_WORD =
  /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]+|[\uac00-\ud7a3]+|(?:(?![\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])[\p{L}\p{M}\p{N}])+(?:['’](?![\uac00-\ud7a3])[\p{L}\p{M}]+)*/gu;

/** The words of a text in order. */
export function readWords(text: string): WordToken[] {
  const words: WordToken[] = [];
  let end = 0;
  const pattern = isAscii(text) ? ASCII : ATTACHING.test(text) ? MIXED_WORD : WORD;
  for (const match of text.matchAll(pattern)) {
    const gap = text.slice(end, match.index);
    words.push({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      key: keyIn(text, match[0]),
      opens: end === 0 || /[.!?:;•\n。！？"“(]/u.test(gap),
    });
    end = match.index + match[0].length;
  }
  return words;
}

function keyIn(text: string, word: string): string {
  if (/['’]$/u.test(word)) return /^n/iu.test(word) ? 'ne' : 'de';
  // Romanian for not, and elsewhere for now.
  return /^nu$/iu.test(word) && /[ășțşţ]/iu.test(text) ? 'not' : wordKey(word);
}

/** `Ben's`, `the users'`: a word as it stands in its text. */
export function isPossessive(text: string): boolean {
  return /(?:['’]s|s['’])$/u.test(text);
}

export function wordKey(word: string): string {
  const low = word
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replaceAll('’', "'");
  return /[^\x00-\x7f]/.test(low)
    ? low
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/gu, '')
        .normalize('NFC')
    : low;
}

const TURKISH_SIGN = /[ıüöşğç]|yor|bilir|m[ae]z$|m[ae]l[ıi](?:d|$)/u;
/** Turkish: what follows the stem of a verb, its negation and its mood included. */
const TURKISH_VERB =
  /(?<=\p{L}{2})(?:y?[ae]bil)?(?:m[ae]|m(?=[ıiuü]yor))?(?:[ıiuü]?yor|m[ae]z|[ae]r|[ıiuü]r|d[ıiuü]|m[ıi]ş|y?[ae]c[ae]k|m[ae]l[ıi])(?:d[ıiuü]r|l[ae]r|s[ıi]n)?$/u;

/** As {@link stemOf}, and `bought` has the stem of `buy`: sentences that say the same in another time meet. */
export function verbStem(key: string): string {
  return stemOf(key.length < 9 ? (pastForms().get(key) ?? key) : key);
}

/** `bought` gives `buy`: the past forms that no ending tells. */
const pastForms = fromWords(() => {
  const found = new Map<string, string>();
  for (const pair of wordsOf('irregular')) {
    const [past = '', present = ''] = pair.split('=');
    found.set(wordKey(past), wordKey(present.replace('+', '').replace(/.*,/u, '')));
  }
  return found;
});

/** A crude stem, so that `permits` and `permitted` meet: enough to pair words, never to tell meanings apart. */
export function stemOf(key: string): string {
  // In Korean endings and particles follow the stem, of two syllables mostly.
  if (key >= '가' && key <= '힣') return key.slice(0, 2);
  if (key >= '\u0621' && key <= '\u06ff') return key.replace(/^(?:[وبل]?ال|[يتنأ])(?=.{3})/u, '');
  if (key.length > 5 && TURKISH_SIGN.test(key) && TURKISH_VERB.test(key))
    return key
      .replace(TURKISH_VERB, '')
      .slice(0, 5)
      .replace(/(?<=.{2})[aeıiuü]$/u, '');
  if (key.length < 5)
    // `calls` loses one of its two letters too.
    return key.length === 4 && /s$|([^aeiou])\1$/u.test(key)
      ? key.slice(0, 3)
      : key === 'grey'
        ? 'gray'
        : key;
  return spelledOneWay(key)
    .replace(/(?:ies|ied|ing|ed|es|s|e|en|er|t|y)$/u, '')
    .replace(/(.)\1$/u, '$1');
}

const BRITISH = /our|tre|mme|[iy]z|ageing/;

/** `colour` and `color`, `centre` and `center`, `programme` and `program`, `analyze` and `analyse`. */
function spelledOneWay(key: string): string {
  return BRITISH.test(key)
    ? key
        .replace(/(?<=\p{L}{2})our(?=$|s$|ed|ing|al|ful|ab|ist|it|less|er)/u, 'or')
        .replace(/(?<=\p{L}{3})tre(?=s?$)/u, 'ter')
        .replace(/mme(?=s?$)/u, 'm')
        .replace(/([iy])z(?=e|ing|at)/u, '$1s')
        .replace('ageing', 'aging')
    : key;
}
