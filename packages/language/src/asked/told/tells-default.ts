const ASKED = /(?<!\p{L})(?:defaults?|standard(?:wert|mäßig)|défaut|defecto)(?!\p{L})/iu;
/** `Default: 5`, `"off"` is Disabled (default), `defaults to`, `the default is`, `by default`. */
const TOLD =
  /(?<!\p{L})(?:defaults?[*_`]*\s*(?:[:=]|is\b|to\b|value\b)|by default(?!\p{L})|standard(?:wert|mäßig)|(?:par|por) (?:défaut|defecto))|\(default\)/iu;

/** True where a question asks what is so unless somebody sets it otherwise, and a text tells that of something. */
export function tellsDefaultAsked(question: string, text: string): boolean {
  return ASKED.test(question) && TOLD.test(text);
}
