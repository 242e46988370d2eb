import type { MarkerReader } from './parse-citations.ts';
import { plainText } from './render-markers.ts';
import { WORDLIKE } from './wordlike.ts';

/**
 * Decides if a growing block has markers and no words. Takes only the lines that were added since the last
 * call, because no marker spans two lines.
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
