import { isFunctionWord, isPolar } from './compare-polarity.ts';
import { isNumberWord, isUnitWord } from './number-words.ts';
import { isMonth } from './read-dates.ts';

/** Which comparisons a statement needs: those whose tokens do not plainly stand in the evidence as they do in the statement. */
export interface Screening {
  readonly figures: boolean;
  readonly names: boolean;
  readonly polarity: boolean;
}

const EVERYTHING: Screening = { figures: true, names: true, polarity: true };

interface Chunk {
  /** Between two spaces, without punctuation at its ends. */
  readonly text: string;
  readonly low: string;
  readonly digit: boolean;
  readonly capital: boolean;
}

/**
 * One cheap pass over both texts, so that most statements are compared in a few microseconds. It only ever leaves out a comparison
 * that could find nothing: texts beyond ASCII and everything uncertain are compared in full.
 */
export function screenTokens(statement: string, evidence: readonly string[], around: string): Screening {
  const said = chunksOf(statement);
  const known = chunksOf(evidence.length === 1 ? (evidence[0] as string) : evidence.join('\n'));
  const beside = around === '' ? [] : chunksOf(around);
  if (said === null || known === null || beside === null) return EVERYTHING;
  const places = new Map<string, number>();
  let polarity = false;
  for (let i = 0; i < known.length; i++) {
    const { low, digit } = known[i] as Chunk;
    if (!places.has(low)) places.set(low, i);
    if (digit) places.set(figureKey(known, i), i);
    else if (hasPart(low, isPolar)) polarity = true;
  }
  for (let i = 0; i < beside.length; i++) {
    const { low, digit } = beside[i] as Chunk;
    if (!places.has(low)) places.set(low, -1);
    if (digit && !places.has(figureKey(beside, i))) places.set(figureKey(beside, i), -1);
  }
  let figures = false;
  let names = false;
  const order: number[] = [];
  for (let i = 0; i < said.length; i++) {
    const { low, digit, capital } = said[i] as Chunk;
    const place = places.get(low);
    if (digit) {
      if (!places.has(figureKey(said, i)) || isBound(said[i - 1]?.low)) figures = true;
      if (/[a-z]/.test(low) && place === undefined) names = true;
    } else {
      if (hasPart(low, isFigureWord)) figures = true;
      if (hasPart(low, isPolar)) polarity = true;
      if (capital && place === undefined) names = true;
    }
    if (!isFunctionWord(low)) order.push(place ?? -1);
  }
  return { figures, names, polarity: polarity || mayBeSwapped(order) };
}

function isFigureWord(word: string): boolean {
  return isMonth(word) || isNumberWord(word);
}

/** True for a word or a part of a joined one (`twenty-two`). */
function hasPart(low: string, test: (word: string) => boolean): boolean {
  return test(low) || (JOINED.test(low) && low.split(JOINED).some(test));
}

const JOINED = /[^a-z0-9']/;

/** All words stand in the evidence, and exactly two of them not in the order of the rest; or a word may stand there inflected. */
function mayBeSwapped(places: readonly number[]): boolean {
  if (places.length < 3) return false;
  const missing = places.filter((place) => place === -1).length;
  if (missing > 0) return missing * 4 <= places.length;
  const sorted = [...places].sort((a, b) => a - b);
  let moved = 0;
  for (let i = 0; i < places.length; i++) if (places[i] !== sorted[i]) moved++;
  return moved === 2;
}

/** A figure together with the unit behind it. */
function figureKey(chunks: readonly Chunk[], i: number): string {
  const next = chunks[i + 1]?.low ?? '';
  return isUnitWord(next) ? `${(chunks[i] as Chunk).text} ${next}` : `${(chunks[i] as Chunk).text} `;
}

const BOUNDS = new Set(
  'than over under above below least most about around approximately roughly nearly almost some circa to exceed exceeds exceeded exceeding'.split(
    ' ',
  ),
);

function isBound(word: string | undefined): boolean {
  return word !== undefined && BOUNDS.has(word);
}

/** `null` where the text is more than plain ASCII words. */
function chunksOf(text: string): Chunk[] | null {
  const chunks: Chunk[] = [];
  let start = -1;
  let digit = false;
  let lower = true;
  let end = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = i === text.length ? 0x20 : text.charCodeAt(i);
    if (unit > 0x7e) return null;
    if (unit > 0x20) {
      const alphanumeric = (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
      if (alphanumeric || SIGNS.has(unit)) {
        if (start === -1) {
          start = i;
          digit = false;
          lower = true;
        }
        if (unit < 0x61 && unit > 0x40) lower = false;
        if (unit >= 0x30 && unit <= 0x39) digit = true;
        end = i + 1;
      }
      continue;
    }
    if (start === -1) continue;
    const chunk = text.slice(start, end);
    const first = chunk.charCodeAt(0);
    const low = lower ? chunk : chunk.toLowerCase();
    chunks.push({ text: chunk, low, digit, capital: first >= 0x41 && first <= 0x5a });
    start = -1;
  }
  return chunks;
}

/** Signs that belong to a figure: - + $ % ~ < > # */
const SIGNS = new Set([0x2d, 0x2b, 0x24, 0x25, 0x7e, 0x3c, 0x3e, 0x23]);
