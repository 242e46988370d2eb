import type { NumberToken } from './read-numbers.ts';

const ABOVE =
  /(?<!\p{L})(?:more than|over|above|at least|exceed(?:s|ed|ing)?|greater than|no (?:less|fewer) than|beyond|(?:in excess|upwards|north) of|surpass(?:es|ed|ing)?|topp(?:ed|ing)|tops|[>≥]=?|mehr als|über|mindestens|plus de|au moins|más de|al menos|como mínimo(?: de)?|più di|almeno|mais de|pelo menos|no mínimo|более|больше|超过|至少|最少)\s*$/iu;
const BELOW =
  /(?<!\p{L})(?:less than|fewer than|under|below|at most|up to|no more than|[<≤]=?|weniger als|unter|höchstens|bis zu|moins de|au plus|au maximum|menos de|como máximo(?: de)?|meno di|al massimo|no máximo|менее|меньше|不到|最多|不超过)\s*$/iu;
const ABOUT =
  /(?<!\p{L})(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|~|≈|etwa|rund|ungefähr|fast|environ|presque|alrededor de|unos|casi|circa|quasi|cerca de|quase|около|почти|约|大约|およそ|約)\s*$/iu;
/** A bound after its number. */
const BEHIND = /^[^\s\d]{0,4}?(?:(以上)|(以下|以内|未満|未满))/u;

/** The bound that the words around the number at `start` give it. */
export function boundOf(text: string, start: number, end = start): NumberToken['bound'] {
  const before = text.slice(Math.max(0, start - 18), start).replace(/^[\s\S]*\n\s*\n|\san?\s+$/gu, '');
  if (BELOW.test(before)) return 'below';
  if (ABOVE.test(before)) return 'above';
  const behind = end > start ? BEHIND.exec(text.slice(end, end + 8)) : null;
  if (behind !== null) return behind[1] === undefined ? 'below' : 'above';
  return ABOUT.test(before) ? 'about' : '';
}

/** `minus 12`, `零下12度`. */
export function isMinus(text: string, start: number): boolean {
  return /(?:(?<!\p{L})(?:minus|минус)\s|マイナス|零下|氷点下|负|負)$/iu.test(
    text.slice(Math.max(0, start - 8), start),
  );
}

/** A unit of two words. */
export const PERCENTAGE_POINTS = 'percentage points';
const POINTS =
  /^[\s-]?(?:percentage points?|prozentpunkte?n?|points? de pourcentage|puntos porcentuales|pontos percentuais|个百分点|パーセントポイント)/iu;

/** The number of code units that name percentage points right after a number; 0 if none do. */
export function pointsAt(text: string, end: number): number {
  return POINTS.exec(text.slice(end, end + 24))?.[0].length ?? 0;
}
