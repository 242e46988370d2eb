import { fromWords, wordsOf } from '@memora/language/scripts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import type { TextReading } from '../reading/text-reading.ts';
import { isNegator } from '../words/lexicon.ts';
import { readWords, wordKey } from '../words/read-words.ts';
import { negatorsWithin } from '../words/unspaced-lexicon.ts';

/** Parts a verdict from what it is about: `Myth: …`, `… — wrong`, `… = false`. */
const PARTS = /[:：=→⇒;；,，、()（）[\]—–|]|\.{2,}|…|\s-+>?\s/gu;
/** `That is simply not true`: a verdict has no more words; behind a comma a clause begins (`they say, that it is untrue`). */
const MOST_WORDS = 5;
const MOST_BEHIND_COMMA = 2;
/** `It is a common misconception that …`. */
const THAT = /^([^\n]{1,80}?),?\s(?:that|dass|daß|que|che|dat|что)\s/u;
const MOST_BEFORE_THAT = 8;
const STRUCK = /~~(?!~)[^\n]*?\S~~/u;

/** `No, no` is no longer. */
const MOST_IN_REPLY = 2;

const replies = fromWords(() => new Set(wordsOf('reply').map(wordKey)));
const verdicts = fromWords(() => new Set(wordsOf('untrue').map(wordKey)));

/**
 * A statement that only denies (`No`) beside spans that deny nothing; one that calls what it says untrue, in front of it or at its end
 * (`Myth: …`, `… — wrong`), or strikes it out, while no cited span does; and one that leaves out what each cited span says of itself.
 */
export function compareVerdict(statement: string, spans: readonly TextReading[]): TokenDisagreement[] {
  if (STRUCK.test(statement) && !spans.some(({ text }) => text.includes('~~')))
    return [disagree('negator', '~~')];
  const reply = findReply(statement);
  if (reply !== null && !spans.some(({ text }) => denies(text))) return [disagree('negator', reply)];
  const ours = findVerdict(statement);
  if (ours !== null) return spans.some(({ text }) => namesVerdict(text)) ? [] : [disagree('negator', ours)];
  const [first, ...others] = spans.map(({ text }) => findVerdict(text));
  if (first === undefined || first === null || others.includes(null) || namesVerdict(statement)) return [];
  return [disagree('negator', '', first)];
}

/** A statement that is `No`: what it denies stands in the question. */
function findReply(statement: string): string | null {
  const words = statement.length > 40 ? [] : readWords(statement);
  const isReply =
    words.length <= MOST_IN_REPLY && words.every(({ key }) => replies().has(key) || isNegator(key));
  return isReply ? (words[0]?.text ?? null) : null;
}

function denies(text: string): boolean {
  return negatorsWithin(text).length > 0 || readWords(text).some(({ key }) => isNegator(key));
}

/** True where a text has a word that calls something untrue, or strikes something out. */
export function namesVerdict(text: string): boolean {
  return text.includes('~~') || readWords(text).some(({ key }) => verdicts().has(key));
}

/** The word by which the first or the last part of a text calls the rest untrue, or `null`. */
function findVerdict(text: string): string | null {
  const that = THAT.exec(text);
  const before = that === null ? null : verdictOf(that[1] as string, MOST_BEFORE_THAT);
  if (before !== null) return before;
  const parts = text.split(PARTS).filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length < 2) return null;
  const last = parts.at(-1) as string;
  const isBehindComma = /[,，、]\s*$/u.test(text.slice(0, text.lastIndexOf(last)));
  return verdictOf(parts[0] as string) ?? verdictOf(last, isBehindComma ? MOST_BEHIND_COMMA : MOST_WORDS);
}

function verdictOf(part: string, most = MOST_WORDS): string | null {
  const words = part.length > 80 ? [] : readWords(part);
  return words.length > most ? null : (words.find(({ key }) => verdicts().has(key))?.text ?? null);
}
