import { fromWords, wordsOf } from '@memora/language/scripts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import { compareFigures } from '../figures/compare-figures.ts';
import { saidFigures } from '../figures/read-figures.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { readBoxes } from '../passages/read-boxes.ts';
import { isNearestName } from '../wording/context-words.ts';
import { readWords } from '../wording/read-words.ts';
import { indexEvidence } from './check-figures.ts';
import { findForeignMarkup } from './find-foreign-markup.ts';

/** A heading with more words that the notes do not have counts as a statement. */
const MOST_STRANGE = 1;
/** The same for scripts without spaces, in characters. */
const MOST_STRANGE_SIGNS = 4;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * True if a heading, lead-in or table head may stay above a statement that stays. It may have no box, figure or markup that the statement's evidence lacks and,
 * unless every statement is only marked, only words of labels, of the cited words and of their context.
 */
export function introduces(
  plain: string,
  lead: string,
  places: readonly CitedPlace[],
  settings: VerificationSettings,
  isTable: boolean,
): boolean {
  const passages = [...new Set(places.flatMap((place) => place.passages))];
  const boxes = new Set(readBoxes(lead + plain).all);
  for (const { text, context } of boxes.size > 0 ? passages : [])
    for (const box of readBoxes(`${text}\n${context.header}`).all) boxes.delete(box);
  if (boxes.size > 0) return false;
  if (findForeignMarkup(plain, places, settings).length > 0) return false;
  const figures = saidFigures(plain);
  if (
    figures.length > 0 &&
    compareFigures(figures, indexEvidence(places, passages, settings).figures()).length > 0
  )
    return false;
  if (settings.policy === 'mark') return true;
  const said = readWords(plain);
  // A lead-in of the note may deny its items: `We do not:`.
  const isOwn = places.some(({ passages: own, range }) =>
    own.some((passage) => isNearestName(said, passage, range.start) !== null),
  );
  if (isOwn) return true;
  const known = new Set(
    readWords(
      [
        settings.question ?? '',
        ...places.map(({ quote }) => quote),
        ...passages.flatMap(({ context: { title, path, headings, speaker, leadIn, header } }) => [
          title,
          path,
          ...headings,
          speaker,
          leadIn,
          header,
        ]),
      ].join('\n'),
    ),
  );
  const labels = labelWords();
  const isStrange = (word: string) => !labels.has(word) && !known.has(word);
  // If a table's head is dropped there is no table: each cell of it is a separate label.
  return (isTable ? plain.split('|') : [plain]).every((label) => {
    const words = readWords(label);
    const strange = words.filter(isStrange);
    const most = UNSPACED.test(label) ? MOST_STRANGE_SIGNS : MOST_STRANGE;
    return strange.length === 0 || (strange.length <= most && (isTable || strange.length === words.length));
  });
}

/** Words that name a part of an answer or connect a sentence; none is a negation. */
const labelWords = fromWords((): ReadonlySet<string> => {
  const negators = new Set([...wordsOf('negator'), ...wordsOf('privative')]);
  return new Set(
    [...wordsOf('label'), ...wordsOf('function'), ...wordsOf('leadin')].filter((word) => !negators.has(word)),
  );
});
