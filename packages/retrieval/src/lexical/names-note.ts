import type { PassageRow } from './passages/passage-rows.ts';
import type { QuestionReading } from './question-reading.ts';

/** Of the words of a title this share has to stand in the question. */
const NAMED_SHARE = 0.5;
const LETTER = /\p{L}/u;

/** Tells whether the question names the note of a passage: by half of the words of its title, one of them written as a name. */
export function createNamesNote({
  positionsByTerm,
  question,
}: QuestionReading): (row: PassageRow) => boolean {
  const known = new Map<string, boolean>();
  const names = [...positionsByTerm].flatMap(([term, found]) =>
    found.some(({ position }) => question.terms[position]?.name === true) ? [term] : [],
  );
  const isAsked = (title: string): boolean => {
    // Years beside a name ("1858–1944") tell it from others, and nobody asks by them.
    const terms = title.split(' ').filter((term) => LETTER.test(term));
    const found = terms.filter((term) => positionsByTerm.get(term)?.some(({ typo }) => !typo));
    return (
      found.length > 0 &&
      found.length >= NAMED_SHARE * terms.length &&
      found.some((term) =>
        positionsByTerm.get(term)?.some(({ position }) => question.terms[position]?.name === true),
      )
    );
  };
  return ({ fields }) => {
    const title = fields[1] ?? '';
    // Most titles hold no name of the question, not even as part of a word.
    if (!names.some((name) => title.includes(name))) return false;
    let named = known.get(title);
    if (named === undefined) {
      named = isAsked(title);
      known.set(title, named);
    }
    return named;
  };
}
