import type { Detector } from '../create-detector.ts';
import type { TextRange } from '../merge-spans.ts';
import { QUOTES } from '../no-placeholder.ts';
import { PROBE, WORDS_OF_A_TITLE } from './find-secret-cells.ts';
import { type MarkdownLine, readLines } from './read-lines.ts';
import { readPlain } from './read-plain.ts';

/** A longer line is not a label, and a longer one below it not a value. */
const LONGEST_LABEL = 80;
const LONGEST_VALUE = 120;
/** A shorter word is not searched for in the lines below a heading that names a secret. */
const SHORTEST_STRONG = 8;

interface Heading {
  readonly level: number;
  readonly title: string;
  /** True if the detector makes a secret of a value with this title. */
  readonly isSecret: boolean;
}

/**
 * The lines that are secret because of the line or the heading above them: `# Password`, and the value in a paragraph, an item or a code block. Such a value is a
 * single word that is not one of a language, a number in groups, or quoted: `Passwords have 12 characters.` below `# Passwords` is none. Further down, a strong
 * password is one wherever it is in its line. Throws the detector's errors.
 */
export function findLabelledLines(
  markdown: string,
  detector: Pick<Detector, 'detect'>,
): readonly TextRange[] {
  const found: TextRange[] = [];
  let path: readonly Heading[] = [];
  let label = '';
  /** True while only labels and values have come since the last heading. */
  let isNear = false;
  /** The line above if an underline makes a heading of it. */
  let above: string | null = null;
  const open = (level: number, title: string) => {
    const outer = path.filter((heading) => heading.level < level);
    path = [...outer, { level, title, isSecret: isLabel(title) && makes(`${title} — `, PROBE, detector) }];
    [label, isNear, above] = [isLabel(title) ? title : '', true, null];
  };
  for (const line of readLines(markdown)) {
    if (line.kind === 'blank') above = null;
    if (line.kind === 'underline' && above !== null) open(line.level, above);
    if (line.kind !== 'text') continue;
    const raw = markdown.slice(line.start, line.end);
    const text = raw.length > LONGEST_VALUE * 2 ? raw : readPlain(raw, { isBare: true }).text.trim();
    if (line.level > 0) {
      open(line.level, withoutColon(text));
      continue;
    }
    const section = path.findLast(({ isSecret }) => isSecret)?.title ?? '';
    above = line.isItem ? null : withoutColon(text);
    if ([label, isNear ? section : ''].some((title) => isValue(title, text, detector))) {
      found.push({ start: line.start, end: line.end });
      continue;
    }
    if (section !== '') found.push(...strongIn(markdown, line, section, detector));
    label = isLabel(text) ? withoutColon(text) : '';
    isNear &&= label !== '';
  }
  return found;
}

/** Signs at the end of a sentence: a label has none. */
const STOPS: ReadonlySet<string> = new Set('.!?。！？');

function isLabel(text: string): boolean {
  if (text === '' || STOPS.has(text.at(-1) ?? '')) return false;
  return text.length <= LONGEST_LABEL && text.split(' ').length <= WORDS_OF_A_TITLE;
}

function withoutColon(text: string): string {
  return text.endsWith(':') || text.endsWith('：') ? text.slice(0, -1).trimEnd() : text;
}

function isValue(label: string, text: string, detector: Pick<Detector, 'detect'>): boolean {
  if (label === '' || text.length > LONGEST_VALUE || !isAlone(text)) return false;
  return (
    makes(`${label} — `, text, detector) || makes(`${label}: `, text, detector, (kind) => kind !== 'password')
  );
}

/** True for a single word that embeds no file, for a number in groups and for a quotation. */
function isAlone(text: string): boolean {
  if (text.startsWith('![[')) return false;
  const words = text.split(' ');
  return words.length === 1 || words.every(hasDigit) || isQuotation(text);
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

/** The words of a line that are passwords by their look, below a heading that names one. */
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

/** Characters between the words of a line and the cells of a row. */
const BETWEEN: ReadonlySet<string> = new Set(' \t|');

function hasDigit(word: string): boolean {
  return [...word].some((sign) => sign >= '0' && sign <= '9');
}

/** True if the text is between quotation marks or code ticks. */
function isQuotation(text: string): boolean {
  return [text[0], text.at(-1)].every((sign) => sign?.replace(QUOTES, '') === '');
}
