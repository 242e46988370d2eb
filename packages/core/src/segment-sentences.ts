/** A half-open range `[start, end)` in UTF-16 code units of the text it was found in. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Options of {@link segmentSentences}. */
export interface SentenceOptions {
  /** BCP 47 tag for `Intl.Segmenter`; sentence rules differ little between languages, so `en` serves by default. */
  readonly locale?: string;
}

const TERMINATOR = /[.!?…。．！？｡؟۔।॥။።‼⁇⁈⁉\u0e2f]/u;
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Splits running text into sentences, for any script: `Intl.Segmenter` corrected for abbreviations, initials, ordinals
 * and line wraps. Ranges are in order, do not overlap, exclude surrounding white space and cover all other text.
 * A line break counts as a space: pass one paragraph at a time.
 */
export function segmentSentences(text: string, options: SentenceOptions = {}): TextRange[] {
  return isOneSentence(text) ? trimmed(text, 0, text.length) : splitSentences(text, options);
}

/** A stop between word characters, as in `1.20` or `example.org`: UAX #29 never breaks there (SB6, SB8). */
const INNER_STOP = /(?<=[0-9A-Za-z])\.(?=[0-9a-z])/gu;
/** One stop at the very end, with what closes after it. */
const LAST_STOP = /[.!?。！？]["”’»)\]]*\s*$/u;

/** True where no stop has anything after it. Most texts are one sentence, and a segmenter takes 10 ms to make. */
function isOneSentence(text: string): boolean {
  return !TERMINATOR.test(text) || !TERMINATOR.test(text.replace(INNER_STOP, '').replace(LAST_STOP, ''));
}

/** {@link segmentSentences} without its short cut. */
export function splitSentences(text: string, options: SentenceOptions = {}): TextRange[] {
  const line = text.replace(/[\r\n\u0085\u2028\u2029]/gu, ' ');
  const ranges: TextRange[] = [];
  let start = 0;
  for (const { index, segment } of segmenterOf(options.locale ?? 'en').segment(line)) {
    const end = index + segment.length;
    if (end < line.length && !endsSentence(line.slice(start, end), line.slice(end))) continue;
    ranges.push(...trimmed(text, start, end));
    start = end;
  }
  if (start < text.length) ranges.push(...trimmed(text, start, text.length));
  return ranges;
}

/** Abbreviations (lower case, without the last stop) after which a sentence goes on. */
const ABBREVIATIONS = new Set(
  (
    'dr mr mrs ms prof st jr sr rev hon gen col sgt lt capt cmdr gov sen rep vs etc e.g i.e cf al approx ca fig figs no nos vol ' +
    'vols pp p ed eds ch sec eq inc ltd co corp dept univ assn bros a.m p.m u.s u.k u.n jan feb mar apr jun jul aug sep sept oct ' +
    'nov dec mon tue wed thu fri sat sun z.b d.h u.a bzw usw ggf nr str hr fr evtl inkl zzgl s.o vgl m.e mme mlle av bd n.o ' +
    'sr sra dra ud uds art núm pág tel т.е т.д т.п др г ул им'
  ).split(' '),
);

/** These end a sentence as often as not: they do so where a capital follows. */
const MAY_END = new Set([
  'etc',
  'al',
  'inc',
  'ltd',
  'co',
  'corp',
  'a.m',
  'p.m',
  'u.s',
  'u.k',
  'u.n',
  'jr',
  'sr',
  'usw',
  'т.д',
  'т.п',
  'г',
]);

function endsSentence(before: string, after: string): boolean {
  const match = /(?:^|[\s(["'“‘«])([\p{L}\p{M}.]*[\p{L}\p{M}])\.\s+$/u.exec(before);
  if (match?.[1] === undefined) return !/(?:^|\s)\d{1,2}\.\s+$/u.test(before) || !/^\p{Ll}/u.test(after);
  const word = match[1];
  if (/^\p{Lu}$/u.test(word) && /^\p{Lu}/u.test(after)) return false;
  const key = word.toLowerCase();
  if (MAY_END.has(key)) return /^["'“‘«([]?[\p{Lu}\p{Lo}]/u.test(after);
  if (ABBREVIATIONS.has(key)) return false;
  return true;
}

function segmenterOf(locale: string): Intl.Segmenter {
  let segmenter = segmenters.get(locale);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
    segmenters.set(locale, segmenter);
  }
  return segmenter;
}

function trimmed(text: string, from: number, to: number): TextRange[] {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text[start] as string)) start++;
  while (end > start && /\s/u.test(text[end - 1] as string)) end--;
  return start < end ? [{ start, end }] : [];
}
