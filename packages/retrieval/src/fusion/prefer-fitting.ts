import { preferAskedKind } from './prefer-asked-kind.ts';
import { preferSameWords } from './prefer-same-words.ts';

/** Of what conversations say, puts first what can be what is asked for, and what is said in its words. */
export function preferFitting(
  ...[candidates, ...asked]: Parameters<typeof preferSameWords>
): ReturnType<typeof preferSameWords> {
  return preferSameWords(preferAskedKind(candidates, ...asked), ...asked);
}
