import { type NormalisedText, normaliseText } from './normalise-text.ts';

/** A source prepared for several quotes: its normal form is computed once, on first use. */
export interface PreparedSource {
  readonly text: string;
  readonly normalised: () => NormalisedText;
  /** Returns the normal form without case, with the same length. */
  readonly folded: () => string;
}

/** Prepares a source for several calls of `alignQuote`. Costs nothing until a quote is not found verbatim. */
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

/** Lower-cases a text but keeps its length: a character with a longer lower case (`İ`) is kept. */
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
