import type { Detector } from '../create-detector.ts';
import { mergeSpans, type TextRange } from '../merge-spans.ts';
import { QUOTES } from '../no-placeholder.ts';
import { PROBE } from './find-secret-cells.ts';
import { findTaggedValues } from './find-tagged-values.ts';
import { readLabel, withoutMarks } from './read-label.ts';
import { type MarkdownLine, readLines } from './read-lines.ts';
import { readPlain } from './read-plain.ts';

/** A longer line is not a value. */
const LONGEST_VALUE = 120;
/** Below a heading that names a secret, a word shorter than this is not examined. */
const SHORTEST_STRONG = 8;

interface Heading {
  readonly level: number;
  readonly title: string;
  /** Returns true if the detector finds a secret in a value below this title. */
  readonly isSecret: () => boolean;
  /** Returns true if even a plain word below it counts as a secret: for a password, but not for a login. */
  readonly isOfWords: () => boolean;
}

/** A plain word. */
const WORD = 'Zanzibar';

/**
 * The lines that are secret because of the line or the heading above them: `# Password`, and the value in a
 * paragraph, an item or a code block. Such a value is a single word that is not one of a language, a number
 * in groups, or quoted: `Passwords have 12 characters.` below `# Passwords` is not secret. Further down, a
 * strong password is secret anywhere in its line. The title of a note is a heading above everything. Throws
 * the detector's errors.
 */
export function findLabelledLines(
  markdown: string,
  detector: Pick<Detector, 'detect'>,
  noteTitle = '',
): readonly TextRange[] {
  const found: TextRange[] = [];
  let path: readonly Heading[] = [];
  let label = '';
  /** True while only labels and values have followed the last heading. */
  let isNear = false;
  /** The line above, if an underline makes it a heading. */
  let above: string | null = null;
  const open = (level: number, line: string) => {
    const title = readLabel(line);
    const isSecret = once(() => title !== '' && makes(`${title} — `, PROBE, detector));
    const isOfWords = once(() => makes(`${title}: `, WORD, detector));
    path = [...path.filter((heading) => heading.level < level), { level, title, isSecret, isOfWords }];
    [label, isNear, above] = [title, true, null];
  };
  let body = noteTitle === '' ? Number.POSITIVE_INFINITY : bodyOf(markdown);
  for (const line of readLines(markdown)) {
    if (line.start >= body) {
      open(0, noteTitle);
      body = Number.POSITIVE_INFINITY;
    }
    if (line.kind === 'blank') above = null;
    if (line.kind === 'underline' && above !== null) open(line.level, above);
    if (line.kind !== 'text') continue;
    const raw = markdown.slice(line.start, line.end);
    const text = raw.length > LONGEST_VALUE * 2 ? raw : readText(raw);
    // A comment, or a property of a block, is not content.
    if (text === '' || isProperty(text)) continue;
    if (line.level > 0) {
      open(line.level, text);
      continue;
    }
    above = line.isItem ? null : text;
    if (!mayHold(text)) {
      label = readLabel(text);
      isNear &&= label !== '';
      continue;
    }
    const section = path.findLast(({ isSecret }) => isSecret());
    const [title, near] = [section?.title ?? '', isNear ? (section?.title ?? '') : ''];
    if ([label, near].some((each) => isValue(each, text, detector))) {
      found.push({ start: line.start, end: line.end });
      continue;
    }
    found.push(...valuesIn(markdown, line, section?.isOfWords() === true ? near : '', detector));
    if (title !== '') found.push(...strongIn(markdown, line, title, detector));
    label = readLabel(text);
    isNear &&= label !== '';
  }
  const isOfName = (name: string, value: string) => isValue(name, value, detector);
  return mergeSpans([...found, ...findTaggedValues(markdown, isOfName)]);
}

function once(ask: () => boolean): () => boolean {
  let said: boolean | undefined;
  return () => {
    said ??= ask();
    return said;
  };
}

/** Punctuation of prose. Words with no other signs contain no value, and are not checked further. */
const PROSE: ReadonlySet<string> = new Set(" .,;:'’()-");

function mayHold(text: string): boolean {
  return [...text].some((sign) => !isLetter(sign) && !PROSE.has(sign));
}

/** The start of the text after the frontmatter. */
function bodyOf(markdown: string): number {
  const close = markdown.startsWith('---') ? markdown.indexOf('\n---', 3) : -1;
  const end = close === -1 ? -1 : markdown.indexOf('\n', close + 1);
  return end === -1 ? 0 : end + 1;
}

function readText(raw: string): string {
  const { text } = readPlain(raw, { isBare: true });
  return withoutMarks((text === '' && raw.startsWith('%%') ? raw : text).trim());
}

/** `id:: 65a`. */
function isProperty(text: string): boolean {
  const at = text.indexOf(':: ');
  return at > 0 && !text.slice(0, at).includes(' ');
}

function isValue(label: string, text: string, detector: Pick<Detector, 'detect'>): boolean {
  if (label === '' || text.length > LONGEST_VALUE || !isAlone(text)) return false;
  return (
    makes(`${label} — `, text, detector) || makes(`${label}: `, text, detector, (kind) => kind !== 'password')
  );
}

/** True for a single word that embeds no file and assigns no setting, for a number in groups, and for a quotation. */
function isAlone(text: string): boolean {
  if (text.startsWith('![[') || isAssignment(text)) return false;
  const words = text.split(' ');
  return words.length === 1 || words.every(hasDigit) || isQuotation(text);
}

/** `PGPORT=5432`: its own name says what it is, so the line above does not matter. */
function isAssignment(text: string): boolean {
  const name = text.slice(0, Math.max(0, text.indexOf('=')));
  return name.length > 2 && [...name].every((sign) => (sign >= 'A' && sign <= 'Z') || sign === '_');
}

/** True if the detector finds a secret in the text because of the words before it. */
function makes(
  before: string,
  text: string,
  detector: Pick<Detector, 'detect'>,
  isWanted: (kind: string) => boolean = () => true,
): boolean {
  const { findings, spans, failed } = detector.detect(before + text);
  if (failed) throw new Error('the detector failed');
  return (
    spans.some(({ end }) => end > before.length) &&
    findings.some(({ kind, start }) => start >= before.length && isWanted(kind))
  );
}

/** The value of a line in two columns, or of one that begins with a name below a heading that names passwords: `- Bank: hunter22x`. */
function valuesIn(
  markdown: string,
  { start, end }: MarkdownLine,
  title: string,
  detector: Pick<Detector, 'detect'>,
): TextRange[] {
  const raw = markdown.slice(start, end);
  if (raw.length > LONGEST_VALUE) return [];
  const gaps = [raw.indexOf('\t'), raw.indexOf('  ')].filter((at) => at > 0);
  const colon = title === '' ? -1 : raw.indexOf(': ');
  const column = gaps.length === 0 ? -1 : Math.min(...gaps);
  return [
    { at: column, label: readLabel(readText(raw.slice(0, Math.max(0, column)))) },
    { at: colon, label: title },
  ].flatMap(({ at, label }) => {
    const value = at === -1 ? '' : raw.slice(at + 1).trim();
    const isMixed = [...value].some(isLetter);
    const is = value !== '' && isMixed && isValue(label, readText(value), detector);
    return is ? [{ start: end - value.length, end }] : [];
  });
}

/** The words of a line that look like passwords, below a heading that names one. */
function strongIn(
  markdown: string,
  { start, end }: MarkdownLine,
  title: string,
  detector: Pick<Detector, 'detect'>,
): TextRange[] {
  const found: TextRange[] = [];
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && !BETWEEN.has(markdown[at] ?? '')) continue;
    const word = markdown.slice(from, at);
    const isLong = word.length >= SHORTEST_STRONG && word.length <= LONGEST_VALUE;
    if (isLong && hasDigit(word) && makes(`${title}\n`, word, detector)) found.push({ start: from, end: at });
    from = at + 1;
  }
  return found;
}

function isLetter(sign: string): boolean {
  return sign.toLowerCase() !== sign.toUpperCase();
}

/** Characters between the words of a line and the cells of a row. */
const BETWEEN: ReadonlySet<string> = new Set(' \t|');

function hasDigit(word: string): boolean {
  return [...word].some((sign) => sign >= '0' && sign <= '9');
}

/** True if the text is between quotation marks or code ticks. */
function isQuotation(text: string): boolean {
  return [text[0], text.at(-1)].every((sign) => sign?.replace(QUOTES, '') === '');
}
