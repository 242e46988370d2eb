/** English words by which questions ask, which fingers swap the letters of most. */
const WORDS = 'what which where when whose there how does can could should would the';
/** Left-out letters that are no other word, and what is meant. */
const LEFT_OUT = 'wich:which wht:what wat:what wher:where whre:where whch:which shoud:should';
/** Words of their own. */
const OWN: ReadonlySet<string> = new Set(['dose', 'odes', 'wen', 'who', 'owe']);

let slips: ReadonlyMap<string, string> | null = null;
let pattern: RegExp | null = null;

/** A question with its asking words as they were meant: `waht is` asks `what is`, and no note says `waht`. */
export function repairAsked(question: string): string {
  slips ??= readSlips();
  pattern ??= new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:${[...slips.keys()].join('|')})(?![\\p{L}\\p{N}_-])`,
    'giu',
  );
  const known = slips;
  return question.replace(pattern, (word) => known.get(word.toLowerCase()) ?? word);
}

function readSlips(): ReadonlyMap<string, string> {
  const found = new Map(LEFT_OUT.split(' ').map((pair) => pair.split(':') as [string, string]));
  for (const word of WORDS.split(' '))
    for (let i = 1; i < word.length; i++) {
      const slip = `${word.slice(0, i - 1)}${word[i]}${word[i - 1]}${word.slice(i + 1)}`;
      if (slip !== word && !OWN.has(slip) && !found.has(slip)) found.set(slip, word);
    }
  return found;
}
