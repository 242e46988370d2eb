import type { VerificationSettings } from '../contract/verification-options.ts';
import { compareFigures } from '../figures/compare-figures.ts';
import { saidFigures } from '../figures/read-figures.ts';
import { readBoxes } from '../passages/read-boxes.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { leadInWords } from '../wording/context-words.ts';
import { denyingWords, joiningWords } from '../wording/find-other-value.ts';
import { readWords, UNSPACED } from '../wording/read-words.ts';
import { indexEvidence } from './check-figures.ts';
import type { CheckedStatement } from './check-statement.ts';
import { findForeignMarkup } from './find-foreign-markup.ts';

/** A heading with more words that the notes do not have counts as a statement. */
const MOST_STRANGE = 1;
/** The same for scripts without spaces, in characters. */
const MOST_STRANGE_SIGNS = 4;

/**
 * True if a heading, lead-in or table head may stay above a statement that stays. It may have no box, figure or markup that the statement's evidence lacks and,
 * unless every statement is only marked, only words of the cited words and of their context. If
 * only proven words stay, the note has the line there.
 */
export function introduces(
  unit: StatementUnit,
  plain: string,
  { cited: places, above, wording }: CheckedStatement,
  settings: VerificationSettings,
): boolean {
  const passages = [...new Set(places.flatMap((place) => place.passages))];
  const boxes = new Set(readBoxes(unit.lead + plain).all);
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
  if (wording === 'quoted') {
    if (above.some((line) => line.unit === unit)) return true;
    if (settings.policy === 'strip' && unit.role !== 'head') return false;
  }
  const known = new Set(
    readWords(
      [
        settings.question,
        ...places.map(({ quote }) => quote),
        ...passages.flatMap(({ context }) => Object.values(context).flat()),
      ].join('\n'),
    ),
  );
  const isJoining = (word: string) =>
    (joiningWords().has(word) || leadInWords().has(word)) && !denyingWords().has(word);
  const isStrange = (word: string) => !isJoining(word) && !known.has(word);
  // If a table's head is dropped there is no table: each cell of it is a separate label.
  const isTable = unit.role === 'head';
  return (isTable ? plain.split('|') : [plain]).every((label) => {
    const words = readWords(label);
    const strange = words.filter(isStrange);
    const most = UNSPACED.test(label) ? MOST_STRANGE_SIGNS : MOST_STRANGE;
    return strange.length === 0 || (strange.length <= most && (isTable || strange.length === words.length));
  });
}
