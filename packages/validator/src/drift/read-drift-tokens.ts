import { type NumberToken, readNumbers } from '@memora/language/numbers';
import { ASCII_WORD, isAscii } from '../words/ascii-words.ts';
import { languagesOf } from '../words/function-words.ts';
import { isEmptyWord } from '../words/read-terms.ts';
import { stemOf, wordKey } from '../words/read-words.ts';
import { NO_ROLE, roleOf, type WordRole } from './drift-words.ts';

/** A word, figure or (in a script without spaces) character of a sentence, as it is aligned with another sentence. */
export interface DriftToken {
  readonly text: string;
  /** UTF-16 range in the text that was read. */
  readonly start: number;
  readonly end: number;
  /** Lower case, contractions written out. */
  readonly key: string;
  /** Under which it is matched: the stem of a content word, the value of a figure. */
  readonly stem: string;
  readonly role: WordRole;
  /** Says something of its own: neither grammar nor a word that a rule of its own compares. */
  readonly content: boolean;
  readonly number: NumberToken | null;
  /** Capitalised inside a sentence. */
  readonly name: boolean;
  /** First of its sentence. */
  readonly opens: boolean;
  readonly unspaced: boolean;
}

const UNSPACED =
  '\\p{scx=Han}\\p{Script=Hiragana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
// A stop is no word, though it is of a script.
const PIECE = new RegExp(
  `[\\p{Script=Katakana}ー]{2,}|(?!\\p{P})[${UNSPACED}\\p{Script=Katakana}]\\p{M}*|(?:(?![${UNSPACED}\\p{Script=Katakana}])[\\p{L}\\p{M}\\p{N}])+(?:['’](?:(?![${UNSPACED}\\p{Script=Katakana}])[\\p{L}\\p{M}])+)*`,
  'gu',
);
const ASCII_PIECE = new RegExp(ASCII_WORD, 'gi');
const CHARACTER = new RegExp(`^[${UNSPACED}\\p{Script=Katakana}ー]`, 'u');
const OPENS = /[.!?:;•\n。！？"“„«(][\s"'“„«(*_#>-]*$/u;

/** Reads the tokens of a sentence. Figures count by value, contractions and elisions are written out. */
export function readDriftTokens(text: string): DriftToken[] {
  const tokens: DriftToken[] = [];
  // Otto is a name, though also the Italian eight.
  const numbers = readNumbers(text).filter(
    ({ spelled, values, start, text: own }) =>
      !spelled || ((values[0] as number) > 1 && (start === 0 || !/^\p{Lu}/u.test(own))),
  );
  let next = 0;
  let end = 0;
  const ascii = isAscii(text);
  for (const { 0: piece, index } of text.matchAll(ascii ? ASCII_PIECE : PIECE)) {
    while (next < numbers.length && (numbers[next] as NumberToken).end <= index) next++;
    const number = numbers[next];
    if (number !== undefined && index >= number.start && index < number.end) {
      if (tokens.at(-1)?.number !== number) tokens.push(numberToken(number));
      end = number.end;
      continue;
    }
    const opens = tokens.length === 0 || OPENS.test(text.slice(end, index));
    end = index + piece.length;
    if (!ascii && CHARACTER.test(piece)) tokens.push(characterToken(piece, index));
    else {
      // `non-negative`, `no-fly` are words of their own.
      const joined = text[end] === '-' && /^(?:non|no)$/iu.test(piece);
      for (const part of partsOf(piece)) tokens.push(wordToken(part, index, end, opens, joined));
    }
  }
  return tokens;
}

function numberToken(number: NumberToken): DriftToken {
  const { text, start, end, values } = number;
  const key = `#${values[0]}`;
  return {
    text,
    start,
    end,
    key,
    stem: key,
    role: NO_ROLE,
    content: true,
    number,
    name: false,
    opens: false,
    unspaced: false,
  };
}

function characterToken(text: string, start: number): DriftToken {
  const content = !/^[\u3041-\u309f]/.test(text);
  return {
    text,
    start,
    end: start + text.length,
    key: text,
    stem: text,
    role: NO_ROLE,
    content,
    number: null,
    name: text.length > 1,
    opens: false,
    unspaced: true,
  };
}

function wordToken(part: string, start: number, end: number, opens: boolean, joined: boolean): DriftToken {
  const written = part.toLowerCase();
  const key = wordKey(part);
  const capital = /^\p{Lu}/u.test(part);
  const shouted = part.length > 1 && part === part.toUpperCase();
  // A capitalised word inside a sentence is no word of another language's lexicon, and May is a month.
  const role = joined
    ? NO_ROLE
    : capital && !opens && !shouted && part.length > 1 && !/^(?:I|A)$/.test(part)
      ? nameRole(key, written)
      : roleOf(key, written);
  const grammar = role.function || isGrammar(role) || (role !== NO_ROLE && isEmptyWord(key));
  return {
    text: part,
    start,
    end,
    key,
    stem: grammar ? written : stemOf(key.replace(/(?<=\p{L}{3})s$/u, '')),
    role,
    content: !grammar,
    number: null,
    name: capital && !opens && !grammar,
    opens,
    unspaced: false,
  };
}

/** In a title every word has a capital: the commonest stay what they are. */
function nameRole(key: string, written: string): WordRole {
  const role = roleOf(key, written);
  return role.traits.includes('honorific') ||
    languagesOf(key).includes('en') ||
    /^(?:sie|ihre?[nmrs]?|der|das|den|dem|eine?[nmrs]?)$/u.test(key)
    ? role
    : NO_ROLE;
}

function isGrammar({ negator, quantifier, modal, hedge, only, condition, side }: WordRole): boolean {
  return negator || quantifier !== '' || modal !== '' || hedge || only || condition || side !== 0;
}

const WHOLE: Readonly<Record<string, readonly string[]>> = {
  cannot: ['can', 'not'],
  "can't": ['can', 'not'],
  "won't": ['will', 'not'],
  "shan't": ['shall', 'not'],
  "ain't": ['is', 'not'],
};
const BEHIND: Readonly<Record<string, string>> = { re: 'are', ve: 'have', ll: 'will', m: 'am' };

/** The words that one written word stands for: `isn't`, `l'eau`, `we'll`. */
function partsOf(piece: string): readonly string[] {
  if (piece === 'cannot') return WHOLE['cannot'] as readonly string[];
  const at = piece.search(/['’]/u);
  if (at === -1) return [piece];
  const low = piece.toLowerCase().replace('’', "'");
  const whole = WHOLE[low];
  if (whole !== undefined) return whole;
  if (low.endsWith("n't")) return [piece.slice(0, -3), 'not'];
  const head = piece.slice(0, at);
  const tail = piece.slice(at + 1);
  const behind = BEHIND[tail.toLowerCase()];
  if (behind !== undefined) return [head, behind];
  if (
    /^(?:[ldjnscmt]|qu|jusqu|lorsqu|puisqu|un|del|dell|nell|all|dall|sull|quell|quest)$/iu.test(head) &&
    tail.length > 1
  )
    return [head.toLowerCase() === 'n' ? 'ne' : head, tail];
  return [piece];
}
