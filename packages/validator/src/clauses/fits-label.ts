import { type TextReading, textOf } from '../reading/text-reading.ts';
import { findInline } from '../statements/find-inline.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { UNSPACED } from '../words/unspaced.ts';
import { hasFiniteWord, isUnspacedLabel } from './clause-words.ts';
import { findEmbedded } from './find-embedded.ts';
import { createKnownWords } from './known-words.ts';
import { hasPackedStranger, PAST } from './packed-words.ts';
import { toReadText } from './to-read-text.ts';

/** A label of a script without spaces has no more characters. */
const LONGEST_LABEL = 6;
/** `Soldiers section of the website for further details`: a name of an unknown thing has no more words. */
const LONGEST_NAME = 6;

/** Ends a sentence, and no label: `الشاي ساخن.` has no verb. */
const STOP = /[.…。۔।][\s*_~"'”’»)\]]*$/u;

/**
 * True where a heading, lead-in or cell of a table's head only names what stands under it. It asserts, and so needs a citation of its own,
 * where it has a finite verb or several words that the evidence under it does not know. `sources` are the cited spans and what stands around them.
 */
export function fitsLabel(label: string, sources: readonly TextReading[]): boolean {
  const { cuts, foreign } = findEmbedded(label, findInline(label).ranges, () => sources.map(textOf));
  if (cuts.length + foreign.length > 0) return false;
  return label.split('|').every((cell) => isLabel(toReadText(cell), sources));
}

function isLabel(text: string, sources: readonly TextReading[]): boolean {
  const bare = text.replace(/^[\s#>*_~-]+|[\s*_~:：?？.。!！]+$/gu, '');
  if (!WORDLIKE.test(bare) || isUnspacedLabel(bare)) return true;
  const known = createKnownWords(sources, () => '');
  if (hasPackedStranger(bare, () => sources.map(textOf), known)) return false;
  const cover = known.cover(bare);
  const unknown = cover.words - cover.known;
  if (unknown === 0) return true;
  if (UNSPACED.test(bare))
    return (
      !STOP.test(text) && [...bare].length <= LONGEST_LABEL && !/[はがをた]|[是了有会會很都没沒]/u.test(bare)
    );
  if (hasFiniteWord(bare) || /[!！]/u.test(text)) return false;
  const words = bare.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length > LONGEST_NAME) return false;
  if (words.length < 2 || cover.words < 2) return true;
  if (STOP.test(text) || words.some((word) => PAST.test(word))) return false;
  // "Tea kills", "Aliens landed": a known subject with a word of its own; three words make a sentence in any language.
  return cover.words === 2 && cover.known === 0;
}
