import { foldWord } from '@memora/language/text';
import type { Unit } from '../unit.ts';
import { sharesStart } from './shares-start.ts';
import { wordsOf } from './words-of.ts';

/** `How do I skip the frontmatter?`: what is done, and to what. */
const ASKED_ACT =
  /^\W*how\s+(?:(?:do|can|could|should|would)\s+(?:i|we|you)|to)\s+(?<act>[\p{L}-]+)\s+(?:(?:the|a|an|my|our|all|any)\s+)?(?<thing>[\p{L}\p{N}-]+)\W*$/iu;
/** Behind one of these a thing is only distinguished from others of its kind. */
const DISTINGUISHES = /^(?:that|which|who|whose|where|with|without|having|containing)$/u;
/** No more words than these between what is done and what distinguishes its thing. */
const THING = 4;

/**
 * True where a unit does what is asked for to another thing, which what is asked for only distinguishes from others: `skips files that have tags in their frontmatter` where it is
 * asked how frontmatter is skipped.
 */
export function actsOnAnother({ blocks, headingPath, noteTitle }: Unit, question: string): boolean {
  const groups = ASKED_ACT.exec(question)?.groups;
  if (groups === undefined) return false;
  const [act, thing] = [
    foldWord(groups['act'] ?? '').toLowerCase(),
    foldWord(groups['thing'] ?? '').toLowerCase(),
  ];
  const isThing = (word: string) => sharesStart(word, thing);
  if ([noteTitle, ...headingPath].some((text) => wordsOf(text).some(isThing))) return false;
  const sentences = blocks
    .flatMap(({ lines }) => lines.flatMap(({ text }) => text.split(/[.!?]\s|\n/u)))
    .map(wordsOf)
    .filter((words) => words.some(isThing));
  // Code may hold the word of what is done as well: the last one stands in the sentence itself.
  const acts = sentences.map((words) => words.findLastIndex((word) => sharesStart(word, act)));
  return (
    acts.some((at) => at >= 0) &&
    sentences.every((words, i) => {
      const at = acts[i] ?? -1;
      if (at < 0) return true;
      const distinguishing = words.findIndex((word, j) => j > at + 1 && DISTINGUISHES.test(word));
      return distinguishing > 0 && distinguishing - at <= THING && words.findIndex(isThing) > distinguishing;
    })
  );
}
