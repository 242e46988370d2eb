import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import type { TextReading } from '../reading/text-reading.ts';
import { isNegator } from '../words/lexicon.ts';
import { readWords, type WordToken } from '../words/read-words.ts';
import { compareClasses } from './compare-classes.ts';
import { compareNegators } from './compare-negators.ts';
import { compareUnspaced, isUnspacedText } from './compare-unspaced.ts';
import { contentOf, matchSentences } from './match-sentences.ts';
import { compareFocus } from './roles/compare-focus.ts';
import { compareOrder } from './roles/compare-order.ts';
import { compareRoles } from './roles/compare-roles.ts';
import { isTurnedRound } from './roles/turned-comparison.ts';

const findNegator = (words: readonly WordToken[]) => words.find(({ key }) => isNegator(key));

/**
 * Compares negators, quantifiers, modals, opposites and the order of operands with the evidence sentence that says the same
 * words. Silent where no sentence does: a paraphrase is not judged.
 */
export function comparePolarity(statement: string, evidence: readonly TextReading[]): TokenDisagreement[] {
  if (isUnspacedText(statement))
    return compareUnspaced(
      statement,
      evidence.map(({ text }) => text),
    );
  const said = readWords(statement);
  // `Tea is hot... not [1].`: no sentence has its words, and yet it takes back the one before it.
  const alone = contentOf(said).length === 0 && findNegator(said);
  if (alone)
    return evidence.some(({ text }) => findNegator(readWords(text))) ? [] : [disagree('negator', alone.text)];
  const matches = matchSentences(
    said,
    evidence.map(({ sentences }) => sentences),
  );
  let first: TokenDisagreement[] = [];
  for (const match of matches) {
    const found = [
      ...compareNegators(said, match),
      ...compareClasses(said, match),
      ...compareFocus(said, match),
      ...compareRoles(said, match),
      ...(isTurnedRound(said, match.sentence) ? [] : compareOrder(said, match)),
    ];
    // One sentence that agrees is enough: the statement may rest on that one.
    if (found.length === 0) return [];
    if (first.length === 0) first = found;
  }
  return first;
}
