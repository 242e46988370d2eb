import { magnitudeOf, numberOf } from '../../numbers/number-words.ts';

/**
 * What the table of number words leaves out: how often, and numbers of further languages or that are also another word. None of them is a
 * common word of another language, such as the Danish `to`.
 */
const FURTHER_WORDS: ReadonlySet<string> = new Set(
  (
    'once twice every daily weekly monthly yearly hourly annually elf einmal zweimal täglich wöchentlich monatlich jährlich ' +
    'sept fois vez due sei cem två fyra fem sex sju åtta nio tio hundra tusen seks syv otte hundrede ' +
    'dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć sto tysiąc две'
  ).split(' '),
);
const SIGNS = /\p{N}|[一二三四五六七八九十百千万両]|[하한두세네]\s?(?:개|명|번|시간)/u;

/** True where a text says a number, in figures of any script or as a word. */
export function holdsFigure(text: string): boolean {
  if (SIGNS.test(text)) return true;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu))
    if (FURTHER_WORDS.has(word) || saysFigure(word)) return true;
  return false;
}

/** `one` and the short forms of magnitudes (`5k`) stand for other things where they stand alone. */
function saysFigure(word: string): boolean {
  const value = numberOf(word);
  return value === undefined ? word.length > 2 && magnitudeOf(word) !== undefined : value > 1;
}
