import type { TextRange } from '../sentences/segment-sentences.ts';
import { allMatches } from '../text/all-matches.ts';

/** A time of day in a text. */
export interface TimeToken extends TextRange {
  readonly text: string;
  /** Seconds since midnight. */
  readonly seconds: number;
  /** True if the text does not say whether morning or afternoon is meant. */
  readonly open: boolean;
  /** True if it is written as a word: `noon`. */
  readonly word: boolean;
}

const HALF = '(?:\\s*([ap])\\.?\\s?m\\b\\.?)?';
const CLOCK = new RegExp(
  `(?<![\\p{Lu}\\p{Ll}\\d:.,/-])([01]?\\d|2[0-4])(?::|\\s?h\\s?|\\.(?=\\d\\d\\s*(?:Uhr|[ap]\\.?m)))([0-5]\\d)(?::([0-5]\\d))?(?![\\d:]|\\.\\d)${HALF}`,
  'giu',
);
const FULL_HOUR =
  /(?<![\p{Lu}\p{Ll}\d:.,/-])([01]?\d|2[0-4])(?:\s*(?:([ap])\.?\s?m\b\.?|uhr(?:\s([0-5]?\d)(?!\d))?|o['’]clock)|(?=\s+(?:de la (?:mañana|tarde|noche|madrugada)|du (?:matin|soir)|de l['’]après-midi|da (?:manhã|tarde|noite)|di (?:mattina|sera)|del (?:mattino|pomeriggio))))/giu;
const PART_OF_DAY =
  /^\s*(?:de la|du|de l['’]|da|di|del)\s*(mañana|madrugada|matin|manhã|mattina|mattino|tarde|noche|soir|après-midi|noite|sera|pomeriggio)/iu;
const CJK =
  /(午前|上午|早上|凌晨|清晨|午後|下午|晚上|傍晚|夜里|夜)?\s*(?<![\d.])(\d{1,2})\s*(?:[時时](?![間间])|[点點](?=\s*(?:\d|半|钟|鐘|整|$|[^\d\p{P}]))|:)(?:\s*(\d{1,2})\s*分?|(半))?/gu;
const WORDS: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})(?:noon|midday|mittags?|midi|mediodía|meio-dia|mezzogiorno|полдень)(?!\p{L})|正午|中午/giu, 12],
  [
    /(?<!\p{L})(?:midnight|mitternachts?|minuit|medianoche|meia-noite|mezzanotte|полночь)(?!\p{L})|午夜|零時|零点/giu,
    0,
  ],
];
const MAY_HOLD =
  /\d\s?[:h時时点點]|\d\s*[ap]\.?\s?m|\d\.\d\d\s*uhr|uhr|clock|noon|mid|mitt|mini|medi|mei[ao]|mezz|полн|полд|正午|中午|午夜|零[時点]|\d\s+(?:de la|du|de l|da|di|del)\s/iu;

/** Reads the times of day in a text, in words and digits. */
export function readTimes(text: string): TimeToken[] {
  if (!MAY_HOLD.test(text)) return [];
  const times: TimeToken[] = [];
  const add = (
    match: RegExpExecArray,
    hour: number,
    minute: number,
    second: number,
    half: string,
    word = false,
  ) => {
    if (hour > 24 || minute > 59) return;
    const after = half === 'p' && hour < 12 ? 12 : half === 'a' && hour === 12 ? -12 : 0;
    const start = match.index;
    times.push({
      text: match[0].trim(),
      start,
      end: start + match[0].trimEnd().length,
      seconds: ((hour + after) % 24) * 3600 + minute * 60 + second,
      open: half === '' && hour > 0 && hour <= 12 && !/^0\d/u.test(match[0]),
      word,
    });
  };
  for (const match of allMatches(text, CLOCK)) {
    const half = match[4]?.toLowerCase() ?? partOfDay(text, match);
    add(match, Number(match[1]), Number(match[2]), Number(match[3] ?? 0), half);
  }
  for (const match of allMatches(text, FULL_HOUR)) {
    const half = match[2]?.toLowerCase() ?? partOfDay(text, match);
    add(match, Number(match[1]), Number(match[3] ?? 0), 0, half);
  }
  for (const match of allMatches(text, CJK)) {
    const [whole, part, hour, minute, half] = match;
    if (part === undefined && /:/u.test(whole)) continue;
    const late = part === undefined ? '' : /[後下晚傍夜]/u.test(part) ? 'p' : 'a';
    add(match, Number(hour), half === undefined ? Number(minute ?? 0) : 30, 0, late);
  }
  for (const [pattern, hour] of WORDS)
    for (const match of allMatches(text, pattern)) add(match, hour, 0, 0, hour === 12 ? 'p' : 'a', true);
  return times.sort((a, b) => a.start - b.start);
}

function partOfDay(text: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length;
  const part = PART_OF_DAY.exec(text.slice(end, end + 24))?.[1]?.toLowerCase();
  if (part === undefined) return '';
  return part.startsWith('ma') ? 'a' : 'p';
}
