/** One handle of a marker: `3`, or `3: "exact words"`. */
export interface Handle {
  readonly number: number;
  readonly quotes: readonly string[];
}

/** A marker that a model wrote, in UTF-16 offsets of its draft. */
interface HandleMarker {
  readonly start: number;
  readonly end: number;
  readonly handles: readonly Handle[];
}

/** The closing marks for each opening quotation mark. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"”“',
  '“': '”"“',
  '„': '“”"',
  '«': '»',
  '»': '«',
  "'": "'’",
  '‘': "’'",
  '「': '」',
  '『': '』',
  '`': '`',
};
const LONGEST_QUOTE = 4_000;
const MOST_NUMBERS = 20;

/**
 * Finds `[3]`, `[1, 3]`, `[2–4]` and `[3: "exact words"]` in a draft, but not links, footnotes, definitions, array indices in code and text between backticks.
 */
export function readHandles(text: string): HandleMarker[] {
  const markers: HandleMarker[] = [];
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    const marker = readMarker(text, at);
    if (marker === null || isCode(text, at)) continue;
    markers.push(marker);
    at = marker.end - 1;
  }
  return markers;
}

/** Returns the start of a possibly unfinished marker at the end of `text`: later text can still change what begins at this `[`. */
export function openMarkerAt(text: string): number {
  const at = text.lastIndexOf('[');
  if (at === -1 || text.length - at > LONGEST_QUOTE) return -1;
  const marker = readMarker(text, at);
  if (marker !== null) return marker.end >= text.length - 1 ? at : -1;
  return /^\[\s*(?:\d|$)/u.test(text.slice(at)) && !/[\r\n]\s*[\r\n]/u.test(text.slice(at)) ? at : -1;
}

function readMarker(text: string, start: number): HandleMarker | null {
  const handles: Handle[] = [];
  let at = skipSpace(text, start + 1);
  for (;;) {
    const numbers = readNumbers(text, at);
    if (numbers === null) return null;
    at = skipSpace(text, numbers.end);
    const quoted = readQuotes(text, at);
    if (quoted === null) return null;
    at = skipSpace(text, quoted.end);
    const last = numbers.numbers.length - 1;
    for (const [i, number] of numbers.numbers.entries())
      handles.push({ number, quotes: i === last ? quoted.quotes : [] });
    if (text[at] === ']') break;
    if (text[at] !== ',' && text[at] !== ';') return null;
    at = skipSpace(text, at + 1);
  }
  const end = at + 1;
  // `[1](…)` is a link and `[1]: …` a definition.
  if (text[end] === '(' || (text[end] === ':' && isLineStart(text, start))) return null;
  return handles.length > MOST_NUMBERS ? null : { start, end, handles };
}

function readNumbers(text: string, start: number): { numbers: number[]; end: number } | null {
  const [all = '', from = '', to] =
    /^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?(?!\p{L})/u.exec(text.slice(start, start + 12)) ?? [];
  if (all === '') return null;
  const [first, last] = [Number(from), Number(to ?? from)];
  if (last < first || last - first >= MOST_NUMBERS) return null;
  return { numbers: Array.from({ length: last - first + 1 }, (_, i) => first + i), end: start + all.length };
}

/** Reads `: "a", "b"` after a number; empty without a colon. Returns null if the text is not a marker. */
function readQuotes(text: string, start: number): { quotes: string[]; end: number } | null {
  if (text[start] !== ':' && text[start] !== '：') return { quotes: [], end: start };
  const quotes: string[] = [];
  let at = skipSpace(text, start + 1);
  for (;;) {
    const closing = CLOSING[text[at] ?? ''];
    if (closing === undefined) return null;
    const end = findClosing(text, at + 1, closing);
    if (end === -1) return null;
    quotes.push(text.slice(at + 1, end));
    at = skipSpace(text, end + 1);
    const next = skipSpace(text, at + 1);
    const goesOn = /[,;…]/u.test(text[at] ?? '') && CLOSING[text[next] ?? ''] !== undefined;
    if (!goesOn) return { quotes, end: at };
    at = next;
  }
}

/** Returns the end of a quotation: a closing mark after which the marker ends or continues, so that the quotation may contain such marks. */
function findClosing(text: string, from: number, closing: string): number {
  const limit = Math.min(text.length, from + LONGEST_QUOTE);
  for (let at = from; at < limit; at++) {
    if (!closing.includes(text[at] as string)) continue;
    const next = skipSpace(text, at + 1);
    if (
      text[next] === ']' ||
      /^[,;…]\s*(?:["“„«'‘「『`]|\d{1,3}\s*(?:[:：\],;]))/u.test(text.slice(next, next + 12))
    )
      return at;
  }
  return -1;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t' || text[next] === '\u00a0') next++;
  return next;
}

function isLineStart(text: string, at: number): boolean {
  return /(?:^|[\r\n])[ \t]*$/u.test(text.slice(Math.max(0, at - 40), at));
}

/** True between backticks on one line, where brackets are code. */
function isCode(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return (line.match(/`/gu)?.length ?? 0) % 2 === 1;
}
