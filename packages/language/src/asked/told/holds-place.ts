const IS_LATIN = /\p{Script=Latin}/u;
/** Words by which something is placed, of the languages most asked in. */
const PLACED =
  /(?<![\p{L}\p{M}])(?:in|on|at|under|below|above|inside|into|within|to|from|near|behind|beside|between|here|there|im|am|auf|unter|über|bei|neben|hinter|vor|zu|zum|aus|nach|dans|sur|sous|à|au|aux|chez|en|sobre|bajo|al|nel|nella|su|sotto|no|na|em|bij|op|w|på|i|в|на|под|у|из)(?![\p{L}\p{M}])/iu;

/** True where a text may tell a place: by a preposition or `here`. Scripts other than Latin always may. */
export function holdsPlace(text: string): boolean {
  return PLACED.test(text) || !IS_LATIN.test(text);
}
