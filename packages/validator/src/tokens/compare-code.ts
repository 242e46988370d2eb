import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

/** Inline code of a text, or a fenced block with its info word. */
const CODE = /(`{3,}|~{3,})[^\s`~]*\s([\s\S]*?)(?:\1|$)|(?<!`)(`{1,2})(?!`)([^\n]+?)(?<!`)\3(?!`)/gu;

/** The code that a text shows, without its marks, on one line each. */
export function readCode(text: string): string[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  return Array.from(text.matchAll(CODE), ([, , fenced, , inline = '']) =>
    onOneLine(fenced ?? (isTypesetQuote(inline) ? '' : inline)),
  ).filter((code) => code !== '');
}

/** From one ``typeset'' quotation to the next. */
function isTypesetQuote(code: string): boolean {
  return code.includes("''") || /\S\s$/u.test(code) !== /^\s/u.test(code);
}

/** The text without the code that it shows. */
export function withoutCode(text: string): string {
  return text.replace(CODE, ' ');
}

/** A flag of a command in small letters, in code or not. What opens a comment of HTML (`<!--x`) is none. */
const FLAG = /(?<![\p{L}\p{N}_!-])--[a-z][a-z\d]*(?:-[a-z\d]+)*(?![\p{L}\p{N}_])/gu;

/** Flags that the evidence does not show: `--no-cache` is not `--cache`. */
function compareFlags(statement: string, known: readonly string[]): TokenDisagreement[] {
  const flagsOf = (text: string): readonly string[] => text.toLowerCase().match(FLAG) ?? [];
  return [...new Set(flagsOf(statement))]
    .filter((flag) => !known.some((text) => flagsOf(text).includes(flag)))
    .map((flag) => disagree('identifier', flag));
}

/**
 * Code of the statement that its evidence does not show: a command has to stand there as it is, a single word with all its parts.
 * Without any evidence nothing is said.
 */
export function compareCode(
  statement: string,
  spans: readonly { readonly text: string }[],
  beside: string,
): TokenDisagreement[] {
  const shown = [...new Set(readCode(statement))];
  if (shown.length === 0 && !statement.includes('--')) return [];
  const known = [...spans.flatMap(({ text }) => [text, readCode(text).join('\n')]), beside].map(onOneLine);
  if (known.every((text) => text === '')) return [];
  const flags = compareFlags(statement, known);
  const code = shown
    .filter((code, i) => i >= MOST_CODES || !known.some((text) => shows(text, code)))
    .slice(0, MOST_CODES)
    .map((code) => disagree('identifier', code));
  return code.length > 0 ? code : flags;
}

/** A statement that shows more different pieces of code is not held against its source piece by piece: the others are missing. */
const MOST_CODES = 200;
const MOST_PARTS = 32;

/** True where `text` (on one line) shows all of `code` (on one line). */
export function shows(text: string, code: string): boolean {
  if (text.includes(code)) return true;
  if (/\s/u.test(code)) return false;
  const parts = code.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return parts.length > 0 && parts.length <= MOST_PARTS && parts.every((part) => text.includes(part));
}

/** Code is compared without its prompt, its quotation marks, its case and its line breaks. */
export function onOneLine(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<=^|\n)\s*[$%>] (?=\S)/gu, '')
    .replace(/["'“”‘’]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
