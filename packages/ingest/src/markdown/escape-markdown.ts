import { hasAny } from './has-any.ts';

/** Characters with a meaning within a line, without those that only matter at its beginning. `<` and `::` are two more. */
const SPECIAL = [...'\\*_`[]&~=$#^%'];

/**
 * Escapes text of a document so that Markdown shows exactly that text: no markup, no link, no tag, no marker.
 * One line or several.
 */
export function escapeMarkdown(text: string): string {
  if (!text.includes('\n')) return escapeLineStart(escapeInline(text));
  return text
    .split('\n')
    .map((line) => escapeLineStart(escapeInline(line)))
    .join('\n');
}

/** True for a text that {@link escapeInline} returns unchanged, as a whole and in parts, unless it has `<` or `::`. */
function isPlainBesides(text: string): boolean {
  return !hasAny(text, SPECIAL);
}

/** Like {@link escapeMarkdown}, for text that does not begin a line. */
export function escapeInline(text: string): string {
  if (!text.includes('<') && !text.includes('::') && isPlainBesides(text)) return text;
  let escaped = text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=#?[a-z\d]{1,31};)/gi, '&amp;')
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    .replace(/[*`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~|==|%%/g, '\\$&')
    .replace(/(^|[\s([])#(?=[\p{L}\p{N}_])/gu, '$1\\#')
    .replace(/::/g, ':\\:')
    .replace(/(^|\s)\^(?=[a-z\d-]+\s*$)/gi, '$1\\^');
  if (LINK.test(escaped)) escaped = escaped.replace(/\[/g, '\\[');
  return escaped.includes('$') ? escaped.replace(/\$(?=\S)(?=[^$\n]*\S\$(?!\d))/g, '\\$$') : escaped;
}

/** Contexts in which a bracket has a meaning: a link, a footnote, a definition, a field, the marker of a claim. */
const LINK = /\[[[^]|\](?:\(|\[|:)|:\\:|\[\s*claim/i;

/** Escapes a line so that it can only begin a paragraph. */
export function escapeLineStart(line: string): string {
  return beginsWithLetter(line) ? line : escapeSigns(line);
}

/** True for an ASCII letter; any other character may begin something. */
export function beginsWithLetter(line: string): boolean {
  const lower = line.charCodeAt(0) | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function escapeSigns(line: string): string {
  return line
    .trimStart()
    .replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=_](?=[-=_ ]*$)|\||~~~|:::)/u, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
