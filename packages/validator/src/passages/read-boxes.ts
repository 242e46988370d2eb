import { readSyntax } from '../align/read-syntax.ts';
import { WORDLIKE } from '../statements/wordlike.ts';

/** The boxes in a text: `[ ]` for an empty one, `[x]` for a ticked one, otherwise with its sign. */
interface TextBoxes {
  /**
   * The boxes of tasks: at the start or end of a line, after a stop or colon, and empty ones between words.
   */
  readonly tasks: readonly string[];
  /**
   * Boxes of tasks, except those between words or in code, which may also be about neighbouring sentences.
   */
  readonly outer: readonly string[];
  /** Every box, including `[?]` after a word. */
  readonly all: readonly string[];
}

/** A letter other than `x` needs a space after it, because `[T]he pump` is a correction. */
const BOX =
  /(?<![\p{L}\p{N})[])(?:\[ *\]|\[ *(?:[xX]|\p{Ll}(?=\] )|[^\p{L}\p{N}\s[\]…]) *\](?![([:\]])|\((?: *[xX])? *\))/gu;
/** The sign for a bracket, a box, or a blank in a box. */
const SIGNS = new Map([
  ...Array.from('☐□◻◽▢⬜⬚❏❐❑❒🔲🔳', (sign) => [sign, ' [ ] '] as const),
  ...Array.from('☑☒🗹🗷🗵⮽⮾🮱', (sign) => [sign, ' [x] '] as const),
  ...Array.from('［【⟦', (sign) => [sign, '['] as const),
  ...Array.from('］】⟧', (sign) => [sign, ']'] as const),
  ['\u2800', ' '] as const,
]);
/** These signs, other blanks, and invisible characters. */
const SIGN = new RegExp(`<input\\b[^<>]*>|[${[...SIGNS.keys()].join('')}\\p{Zs}\\t\\\\]|\\p{DI}`, 'giu');
const STARTS = ['[', '(', '&', '<', ...SIGNS.keys()];
/** In the middle of a sentence, like a word. */
const INSIDE = ',=+([)]';
const FORMATTING = ' *_~`|"';

/**
 * Boxes of tasks that are open, done, in progress, in question or given up. At the start of a line, any other
 * sign marks a task too.
 */
const TASK_BOXES: ReadonlySet<string> = new Set(['[ ]', '[x]', '[/]', '[?]', '[-]']);
const NONE: TextBoxes = { tasks: [], outer: [], all: [] };

/**
 * Reads boxes in any notation: with or without a space after it, in bold, in code, in a heading, after a
 * backslash, as one character, as an entity or an HTML field. Linear in the text.
 */
export function readBoxes(text: string): TextBoxes {
  if (!STARTS.some((sign) => text.includes(sign))) return NONE;
  const tasks: string[] = [];
  const outer: string[] = [];
  const all: string[] = [];
  for (const line of toBrackets(text).split('\n')) {
    let from = 0;
    let isStart = true;
    let isCode = false;
    const end = skipBack(line, line.length);
    for (const { 0: raw, index } of line.matchAll(BOX)) {
      const between = line.slice(from, index);
      from = index + raw.length;
      isStart &&= !WORDLIKE.test(between);
      if (between.split('`').length % 2 === 0) isCode = !isCode;
      const box = `[${raw.slice(1, -1).trim().toLowerCase() || ' '}]`;
      const before = between[skipBack(between, between.length) - 1] ?? '';
      const isBehindStop = before !== '' && !WORDLIKE.test(before) && !INSIDE.includes(before);
      const isOuter = isStart || (TASK_BOXES.has(box) && !isCode && (isBehindStop || from >= end));
      if (raw.startsWith('(') && !isStart) continue;
      all.push(box);
      if (isOuter && !isCode) outer.push(box);
      if (isOuter || (box === '[ ]' && raw !== '[]' && !isCode)) tasks.push(box);
    }
  }
  return { tasks, outer, all };
}

/**
 * The boxes of tasks in each part of a row or block. If a part has words and a box at its start or end, that
 * box is its own. It is unknown what other boxes are about, so they count for all parts.
 */
export function readPartBoxes(parts: readonly string[]): string[][] {
  const own = parts.map(readBoxes);
  const all = new Set(own.flatMap(({ outer }) => outer));
  if (all.size === 0) return own.map(({ tasks }) => [...tasks]);
  const isWorded = parts.map((part) => WORDLIKE.test(toBrackets(part).replace(BOX, '')));
  const alone = new Set(own.flatMap(({ outer }, i) => (isWorded[i] === true ? [] : outer)));
  return own.map(({ tasks, outer }, i) => [
    ...tasks,
    ...(outer.length > 0 && isWorded[i] === true ? alone : all),
  ]);
}

/** True for a text that consists of boxes. */
export function isBoxOnly(text: string): boolean {
  return readBoxes(text).tasks.length > 0 && !WORDLIKE.test(toBrackets(text).replace(BOX, ''));
}

/** The text after its first box, because `x` in a box is not a word. */
export function withoutFirstBox(text: string): string {
  if (!text.includes('[')) return text;
  const [first] = text.matchAll(BOX);
  if (first === undefined || WORDLIKE.test(text.slice(0, first.index))) return text;
  return text.slice(first.index + first[0].length);
}

/** The end of the text before `at`, without blanks and formatting marks. */
function skipBack(text: string, at: number): number {
  let end = at;
  while (end > 0 && FORMATTING.includes(text[end - 1] as string)) end--;
  return end;
}

function toBrackets(text: string): string {
  return decoded(text).replace(SIGN, (sign) => {
    const known = SIGNS.get(sign);
    if (known !== undefined) return known;
    if (sign.startsWith('<')) return sign.toLowerCase().includes('checked') ? ' [x] ' : ' [ ] ';
    return sign.trim() === '' ? ' ' : '';
  });
}

function decoded(text: string): string {
  const [first = '', ...others] = text.split('&');
  const read = others.map((rest) => {
    const entity = readSyntax(`&${rest}`, 0, 0x26);
    return entity === null ? `&${rest}` : entity.text + rest.slice(entity.end - 1);
  });
  return first + read.join('');
}
