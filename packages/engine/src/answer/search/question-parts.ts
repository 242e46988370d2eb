import { detectLanguage } from '@memora/language/detect';
import { segmentSentences } from '@memora/language/sentences';
import { stopWords } from '@memora/language/stems';
import { chunksOf, foldWord, runsOf } from '@memora/language/text';

/** In UTF-16 units. A longer text is not a question with two parts. */
const LONGEST = 1_000;
const MOST_PARTS = 4;

/**
 * Returns the parts of a question: its sentences, and the clauses on both sides of the language's conjunction (`and`, `und`; from CLDR). Empty if it has only
 * one part. A clause has at least a short word and another word: `Bo and Ines` is not two parts.
 */
export function partsOfQuestion(question: string): readonly string[] {
  if (question.length > LONGEST) return [];
  const { language } = detectLanguage(question);
  if (language === 'und') return [];
  const small = stopWords(language);
  const [, joiner = { value: '' }] = new Intl.ListFormat(language).formatToParts(['a', 'b']);
  const isSpaced = joiner.value.startsWith(' ') && joiner.value.endsWith(' ');
  const parts = segmentSentences(question).flatMap(({ start, end }) => {
    const sentence = question.slice(start, end);
    return isSpaced ? splitClauses(sentence, joiner.value, small) : [sentence];
  });
  return parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => isClause(part, small))
    ? parts
    : [];
}

function splitClauses(sentence: string, joiner: string, small: ReadonlySet<string>): string[] {
  const clauses: string[] = [];
  for (const piece of sentence.split(joiner)) {
    const before = clauses.at(-1);
    if (before !== undefined && !(isClause(before, small) && isClause(piece, small)))
      clauses.splice(-1, 1, `${before}${joiner}${piece}`);
    else clauses.push(piece);
  }
  return clauses;
}

function isClause(text: string, small: ReadonlySet<string>): boolean {
  const runs = chunksOf(text).flatMap((chunk) => [...runsOf(chunk)]);
  const words = runs.map((run) => foldWord(run.text.toLowerCase()));
  const count = words.filter((word) => small.has(word)).length;
  return count > 0 && count < words.length;
}
