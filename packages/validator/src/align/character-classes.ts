/** How the normaliser treats a UTF-16 code unit. */
export const PLAIN = 1;
/** May combine with the unit before it (marks, Hangul vowels and finals). */
export const MARK = 2;
export const SPACE = 3;
export const INVISIBLE = 4;
export const HYPHEN = 5;
export const LONG_DASH = 6;
/** Replaced by other text; see {@link replacementOf}. */
export const REPLACED = 7;
/** Opening guillemet: removes the space after it; a closing one removes the space before. */
export const OPEN_GUILLEMET = 8;
export const CLOSE_GUILLEMET = 9;
/** ASCII that may be part of Markdown, an entity or a tag. */
export const SYNTAX = 10;

const classes = new Uint8Array(0x10000);
const replacements = new Map<number, string>();

for (let unit = 0x21; unit < 0x7f; unit++) classes[unit] = PLAIN;
fill('\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000', SPACE);
for (let unit = 0x2000; unit <= 0x200a; unit++) classes[unit] = SPACE;
fill('\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff', INVISIBLE);
for (const [from, to] of [
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xfe00, 0xfe0f],
] as const) {
  for (let unit = from; unit <= to; unit++) classes[unit] = INVISIBLE;
}
fill('\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d', HYPHEN);
fill('\u2014\u2015\u2e3a\u2e3b\ufe58', LONG_DASH);
fill('«‹', OPEN_GUILLEMET);
fill('»›', CLOSE_GUILLEMET);
fill('-*_`=[]!\\&<#%^|"\'', SYNTAX);
replace('‘’‚‛′＇', "'");
replace('“”„‟″＂「」『』', '"');
replace('…', '...');
replace('\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06', 'ff fi fl ffi ffl st st'.split(' '));
for (let unit = 0xff01; unit <= 0xff5e; unit++) {
  if (classes[unit] === 0) replace(String.fromCharCode(unit), String.fromCharCode(unit - 0xfee0));
}

function fill(units: string, value: number): void {
  for (let i = 0; i < units.length; i++) classes[units.charCodeAt(i)] = value;
}

function replace(units: string, by: string | readonly string[]): void {
  fill(units, REPLACED);
  for (let i = 0; i < units.length; i++) {
    replacements.set(units.charCodeAt(i), typeof by === 'string' ? by : (by[i] as string));
  }
}

/** Returns the class of a code unit; cached for non-ASCII units. */
export function classOf(unit: number): number {
  return classes[unit] || learn(unit);
}

function learn(unit: number): number {
  const character = String.fromCharCode(unit);
  let value = PLAIN;
  if (/\p{M}/u.test(character) || (unit >= 0x1160 && unit <= 0x11ff)) value = MARK;
  else if (/\p{Cc}/u.test(character)) value = INVISIBLE;
  else if ((unit & 0xf800) !== 0xd800 && character.normalize('NFC') !== character) {
    replacements.set(unit, character.normalize('NFC'));
    value = REPLACED;
  }
  classes[unit] = value;
  return value;
}

/** Returns the replacement for a unit of class {@link REPLACED}. */
export function replacementOf(unit: number): string {
  return replacements.get(unit) as string;
}

/** True for scripts written without spaces, in which a line break is not a space. */
export function isUnspaced(unit: number): boolean {
  return (
    (unit >= 0x0e00 && unit <= 0x0eff) ||
    (unit >= 0x1000 && unit <= 0x109f) ||
    (unit >= 0x1780 && unit <= 0x17ff) ||
    (unit >= 0x2e80 && unit <= 0x303f) ||
    (unit >= 0x3040 && unit <= 0x30ff) ||
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff00 && unit <= 0xffef) ||
    (unit >= 0xd840 && unit <= 0xd888)
  );
}
