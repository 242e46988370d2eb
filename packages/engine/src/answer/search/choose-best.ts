import { wordsOf } from '@memora/language/words';
import type { Target } from '../handles/create-citer.ts';

/**
 * Returns the target below a heading that the question names, if it holds as many words of the question as `best`, which stands below another heading: of
 * two persons' birthdays, that of the person asked about. Otherwise returns `best`. `words`: the words of the question in the passage.
 */
export function chooseBest(best: Target, targets: readonly Target[], words: readonly string[]): Target {
  const heldBy = (text: string) => {
    const own = new Set(wordsOf(text));
    return words.filter((word) => own.has(word));
  };
  const held = heldBy(best.text);
  const namedAbove = ({ headings }: Target) =>
    heldBy(headings.join(' ')).filter((word) => !held.includes(word)).length;
  const least = namedAbove(best);
  const holdsAll = (text: string) => {
    const own = heldBy(text);
    return held.every((word) => own.includes(word));
  };
  const named = targets.filter(
    (target) => !target.isFrame && namedAbove(target) > least && holdsAll(target.text),
  );
  return held.length === 0 ? best : (named[0] ?? best);
}
