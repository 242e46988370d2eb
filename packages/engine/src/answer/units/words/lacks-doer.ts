import type { Unit } from '../unit.ts';
import { wordsOf } from './words-of.ts';

/** `printer` of `print`: who does it, or what it is done with. */
const DOER = /(?:er|or)s?$/u;
/** As many letters of the verb at least, so that `tag` makes no `tagger`. */
const VERB = 4;

/**
 * True where a question asks of what does something and of what it does, `Which printer prints the books?`, and a unit holds the second alone: one word of a note is not both. English alone; the
 * plural of another language ends so as well, and stands in no question beside its singular.
 */
export function lacksDoer({ blocks, headingPath, noteTitle }: Unit, question: string): boolean {
  const asked = wordsOf(question);
  const doers = asked.filter((word) => {
    const verb = word.replace(DOER, '');
    return verb !== word && verb.length >= VERB && asked.some((each) => each !== word && isForm(each, verb));
  });
  if (doers.length === 0) return false;
  const own = new Set(
    wordsOf(
      [noteTitle, ...headingPath, ...blocks.flatMap(({ lines }) => lines.map(({ text }) => text))].join('\n'),
    ),
  );
  return doers.some((word) => !own.has(word) && !own.has(word.replace(/s$/u, '')) && !own.has(`${word}s`));
}

function isForm(word: string, verb: string): boolean {
  return word.startsWith(verb) && /^(?:e?s|e?d|ing)?$/u.test(word.slice(verb.length));
}
