/**
 * Characters that control a terminal, change the reading direction, or are invisible but read by a model: control characters other than white space,
 * bidirectional controls, invisible formats and fillers, interlinear annotations, lone surrogates, tags and the rest of their plane. Joiners (U+200C, U+200D)
 * and variation selectors of the first plane are parts of words and emoji and stay.
 */
const TREACHEROUS =
  /[\0-\u0008\u000e-\u001f\u007f-\u009f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffc\ud800-\udfff\u{e0000}-\u{e0fff}]/gu;

/** The text with each treacherous character written as its code point, such as `⟨U+202E⟩`, for people to read on a terminal or a page. */
export function spellTreacherous(text: string): string {
  return PLAIN.test(text) ? text : text.replace(TREACHEROUS, spell);
}

/** The text without treacherous characters, for models and for pages that are read as notes. */
export function dropTreacherous(text: string): string {
  return PLAIN.test(text) ? text : text.replace(TREACHEROUS, '');
}

/** JSON text with treacherous characters escaped: the same value to a program, harmless on a terminal. */
export function escapeTreacherous(json: string): string {
  return PLAIN.test(json) ? json : json.replace(TREACHEROUS, toEscape);
}

/** Most texts contain only printable ASCII and white space. */
const PLAIN = /^[\t-\r -~]*$/u;

function spell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

function toEscape(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++)
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
