import { PREFIX_WORDS } from '@memora/language/words';

/** The words of the document, which decide how lines are joined. */
export interface WordsOfDocument {
  readonly words: ReadonlySet<string>;
  readonly compounds: ReadonlySet<string>;
}

const WORD = /[\p{L}\p{M}]+(?:[-‐][\p{L}\p{M}]+)*/gu;
const HALF_WORD = /([\p{L}\p{M}]+)[-‐\u00ad]$/u;
/**
 * Number of UTF-16 units at the end of a paragraph that decide how its next line is joined: reading all of it
 * for each line would take quadratic time.
 */
const TAIL = 120;

/** The words that appear whole within lines, and the hyphenated words. */
export function wordsOfLines(lines: Iterable<string>): WordsOfDocument {
  const words = new Set<string>();
  const compounds = new Set<string>();
  for (const line of lines) {
    const said = line.trimEnd();
    // The word at the end of a line may be half a word.
    const whole = said.slice(0, said.length - (HALF_WORD.exec(said.slice(-TAIL))?.[0].length ?? 0));
    for (const [word] of whole.matchAll(WORD)) {
      const lower = word.toLowerCase();
      if (/[-‐]/.test(lower)) compounds.add(lower.replace(/‐/g, '-'));
      else words.add(lower);
    }
  }
  return { words, compounds };
}

/** Joins lines to a paragraph: a split word becomes whole, a hyphenated one keeps its hyphen. */
export function joinLines(lines: readonly string[], { words, compounds }: WordsOfDocument): string {
  let text = '';
  for (const line of lines) {
    if (text === '') {
      text = line;
      continue;
    }
    const tail = text.slice(-TAIL);
    const half = /[-‐\u00ad]$/u.test(tail.slice(-1)) ? (HALF_WORD.exec(tail)?.[1] ?? '') : '';
    const [rest = ''] = /^[\p{L}\p{M}]+/u.exec(line) ?? [];
    if (half !== '' && rest !== '' && isLower(rest)) {
      text = isParted(half, rest, text.endsWith('\u00ad')) ? text.slice(0, -1) + line : text + line;
    } else if (/[-‐–—/]$/u.test(tail) && half === '' && !/\s[-‐–—]$/u.test(tail)) text += line;
    else if (half !== '') text += line;
    else text += isWithoutSpaces(tail, line) ? line : ` ${line}`;
  }
  return text;

  function isParted(half: string, rest: string, isSoft: boolean): boolean {
    if (isSoft) return true;
    const [one, other] = [half.toLowerCase(), rest.toLowerCase()];
    if (compounds.has(`${one}-${other}`)) return false;
    if (words.has(one + other)) return true;
    // Both halves are words of the document, and their combination is not.
    if (PREFIX_WORDS.has(one) && (words.has(other) || other.length > 3)) return false;
    return true;
  }
}

function isLower(word: string): boolean {
  const [first = ''] = word;
  return first === first.toLowerCase();
}

/** Scripts without spaces between words need none between lines. */
function isWithoutSpaces(before: string, after: string): boolean {
  return (
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]$/u.test(before) &&
    /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(after)
  );
}
