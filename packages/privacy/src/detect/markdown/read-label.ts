import { WORDS_OF_A_TITLE } from './find-secret-cells.ts';

/** A longer line is not a label. */
const LONGEST = 80;
/** Signs at the end of a sentence, which a label does not have. */
const STOPS: ReadonlySet<string> = new Set('.!?。！？');
/** The signs that YAML writes after the colon if the value is on the next lines. */
const BLOCK: ReadonlySet<string> = new Set('|>-+ ');

/** The label of a line, without a colon, a link around it, a remark in brackets and a year after it; empty if the line is not a label. */
export function readLabel(line: string): string {
  const text = withoutBrackets(withoutColon(withoutMarks(line)));
  if (text === '' || text.length > LONGEST || STOPS.has(text.at(-1) ?? '')) return '';
  if (text.includes('=')) return '';
  const words = text.split(' ');
  while (words.length > 1 && isNumber(words.at(-1) ?? '')) words.pop();
  return words.length > WORDS_OF_A_TITLE ? '' : words.join(' ');
}

/** The text of a line without its tags, the id of its block, and the signs of an Obsidian comment. */
export function withoutMarks(line: string): string {
  const words = line.split(' ');
  while (words.length > 1 && ['#', '^'].includes(words.at(-1)?.[0] ?? '')) words.pop();
  const text = words.join(' ');
  return text.startsWith('%%') && text.endsWith('%%') ? text.slice(2, -2).trim() : text;
}

function withoutColon(text: string): string {
  let end = text.length;
  while (end > 0 && BLOCK.has(text[end - 1] ?? '')) end--;
  const sign = text[end - 1];
  return sign === ':' || sign === '：' ? text.slice(0, end - 1).trimEnd() : text;
}

/** `[[Password]]`, `[[a|Password]]`, `[!password]`, and `Password (wifi)`. A link reads as `[Password  a.md)`. */
function withoutBrackets(text: string): string {
  const remark = text.indexOf(' (');
  if (remark > 0) return text.slice(0, remark).trimEnd();
  if (!text.startsWith('[')) return text;
  const [target = '', alias] = text.split(']')[0]?.split('|') ?? [];
  let name = (alias ?? target).split('  ')[0] ?? '';
  while (name.startsWith('[') || name.startsWith('!')) name = name.slice(1);
  return name.trim();
}

function isNumber(word: string): boolean {
  return [...word].every((sign) => sign >= '0' && sign <= '9');
}
