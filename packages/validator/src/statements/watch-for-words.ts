import type { MarkerReader } from './parse-citations.ts';
import { plainText } from './render-markers.ts';
import { WORDLIKE } from './wordlike.ts';

/**
 * Tells of a block that grows whether it holds markers and says nothing beside them. Takes what was added since the last call, whole
 * lines: no marker spans two, so that each is read once.
 */
export function watchForWords(read: MarkerReader): (added: string) => boolean {
  let marked = false;
  let speaks = false;
  return (added) => {
    if (!speaks && WORDLIKE.test(added)) {
      const markers = read(added);
      marked ||= markers.length > 0;
      speaks = WORDLIKE.test(plainText(added, 0, markers));
    }
    return marked && !speaks;
  };
}
