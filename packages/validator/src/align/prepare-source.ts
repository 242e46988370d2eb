import { type NormalisedText, normaliseText } from './normalise-text.ts';

/** A source made ready for several quotes: its normal form is worked out once, when it is first needed. */
export interface PreparedSource {
  readonly text: string;
  readonly normalised: () => NormalisedText;
  /** The normal form in one case, unit for unit as long as it. */
  readonly folded: () => string;
}

/** Prepares a source for several calls of `alignQuote`. Costs nothing until a quote is not found as it is. */
export function prepareSource(source: string | PreparedSource): PreparedSource {
  if (typeof source !== 'string') return source;
  let normalised: NormalisedText | undefined;
  let folded: string | undefined;
  const prepared: PreparedSource = {
    text: source,
    normalised: () => {
      normalised ??= normaliseText(source);
      return normalised;
    },
    folded: () => {
      folded ??= foldCase(prepared.normalised().text);
      return folded;
    },
  };
  return prepared;
}

/** Lower case that keeps the length: a character whose lower case is longer (`İ`) stays. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let folded = '';
  for (const character of text) {
    const low = character.toLowerCase();
    folded += low.length === character.length ? low : character;
  }
  return folded;
}
