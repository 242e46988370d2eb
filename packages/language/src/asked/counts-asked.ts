import { holdsFigure } from './told/holds-figure.ts';
import { holdsForm } from './told/holds-form.ts';

/** `how many`, as the languages most asked in say it, with what stands behind it. */
const HOW_MANY =
  /(?:^|[^\p{L}])(?:how many|wie viele|wieviele|combien (?:de|d['’])|cu[aá]nt[oa]s|quant[ie]|quant[oa]s|hoeveel|ile|hur m[aå]nga|hvor mange|kuinka monta|сколько|câ(?:ți|te)|kolik)\s*(?<rest>.+)$/iu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** As many words of what is counted are looked at: `status types` of "How many status types does it know?". */
const NAMED = 2;
/** Words that count kinds of a thing, by language: whoever asks how many kinds of knots there are is answered by `two forms` too. */
const KINDS: readonly (readonly string[])[] = [
  'forms kinds sorts types varieties',
  'arten formen sorten typen',
  'formes sortes types',
  'clases formas tipos',
].map((words) => words.split(' '));
const OF = /^(?:of|von|de|des|d|di)$/u;
const ARTICLE = /^(?:the|an?|le|la|les|l|el|los|las)$/u;
/** A number may stand this many words before what it counts: `six possible types`. */
const BEFORE = 3;
/** As many first letters in common are one word in two forms. */
const SAME = 4;

/** True where a text gives a number of what a question asks the number of: `six possible types` where the types are asked for. */
export function countsAsked(question: string, text: string): boolean {
  const { kinds, things } = readCounted(question);
  const named = [...kinds, ...things];
  const words = tokensOf(text);
  return words.some(
    (word, at) =>
      named.some((each) => isForm(each, word) && each.at(-1) === word.at(-1)) &&
      words.slice(Math.max(0, at - BEFORE), at).some(isNumber),
  );
}

/** Who asks how many may be, asks for a bound that no list tells. */
const BOUND =
  /(?<!\p{L})(?:at (?:most|least)|up to|max(?:imum|imal)?|min(?:imum|imal)?|limit|höchstens|mindestens|au (?:plus|moins)|como máximo|al massimo|no máximo)(?!\p{L})/iu;

/** True where a text ends in the name of what a question asks the number of: a heading `Scope modifiers`, where the modifiers are asked for. */
export function namesCounted(question: string, text: string): boolean {
  if (BOUND.test(question)) return false;
  const { kinds, things } = readCounted(question);
  const last = wordsOf(text).at(-1);
  return last !== undefined && [...kinds, ...things].some((each) => isForm(each, last));
}

/** True where a text names what a question asks the number of, or the question names nothing. */
export function holdsCounted(question: string, text: string): boolean {
  const { kinds, things } = readCounted(question);
  // Every second note says `type`: kinds are named where a number of them is.
  if (kinds.length > 0 && countsAsked(question, text)) return true;
  if (things.length === 0 || things.some((each) => holdsForm(each, text))) return true;
  return wordsOf(text).some((word) => things.some((each) => isForm(each, word)));
}

/** What is counted, of the words behind `how many`; and all words for kinds, where kinds of a thing are. */
function readCounted(question: string): {
  readonly kinds: readonly string[];
  readonly things: readonly string[];
} {
  const rest = HOW_MANY.exec(question)?.groups?.['rest'];
  const words = rest === undefined ? [] : wordsOf(rest);
  const kinds = KINDS.find((each) => each.includes(words[0] ?? ''));
  const thing = words.slice(2).find((word) => !ARTICLE.test(word));
  if (kinds !== undefined && thing !== undefined && OF.test(words[1] ?? ''))
    return { kinds, things: [thing] };
  return { kinds: [], things: words.slice(0, NAMED) };
}

function isForm(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= SAME && a.slice(0, SAME) === b.slice(0, SAME));
}

/** What stands between blanks, without the signs around it. */
function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}%#]+|[^\p{L}\p{N}%]+$/gu, ''));
}

/** A number by itself: `6`, `six`, and neither `#6` nor `v6`. */
function isNumber(word: string): boolean {
  return /^[\p{N}.,]+$|^[\p{L}-]+$/u.test(word) && holdsFigure(word);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
