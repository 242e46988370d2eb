import type { Detection } from '@memora/privacy';
import { readPlain, type TextRange } from './read-plain.ts';
import type { DocumentDetector } from './seal-markdown.ts';

/**
 * Tokens that are one only without the signs of emphasis (`ghp_16**C7e4**_2F…_`), or over the end of a line, as `<br>` leaves them. `known` is what is
 * found already, in order: a word below a whole token is no part of it. Throws where the detector fails.
 */
export function findCutTokens(
  markdown: string,
  detector: DocumentDetector,
  known: readonly TextRange[],
): readonly TextRange[] {
  const { text, written } = readPlain(markdown, { isBare: true });
  const found = text === readPlain(markdown).text ? [] : tokensIn(text, detector).map(written);
  const joints = jointsOf(text);
  const joined = joints.map(({ before, after }) => before.text + after.text).join('\n');
  let at = 0;
  const starts = joints.map(({ before, after }) => {
    const start = at;
    at += before.text.length + after.text.length + 1;
    return start;
  });
  const isKnown = meetsIn(known);
  let i = 0;
  for (const { start, end } of tokensIn(joined, detector)) {
    while ((starts[i + 1] ?? joined.length) <= start) i++;
    const [joint, from] = [joints[i], starts[i] ?? 0];
    if (joint === undefined) continue;
    const { before, after } = joint;
    const cut = from + before.text.length;
    if (start >= cut || end <= cut || end > cut + after.text.length) continue;
    const range = written({ start: before.start + start - from, end: after.start + end - cut });
    if (!isKnown(range)) found.push(range);
  }
  return found;
}

interface Word {
  readonly text: string;
  readonly start: number;
}

/** The last word of each line, and the first one of the next. */
function jointsOf(text: string): readonly { readonly before: Word; readonly after: Word }[] {
  const joints: { before: Word; after: Word }[] = [];
  let before: Word | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trimEnd();
    // Markdown breaks a line by a backslash too.
    const shown = trimmed.endsWith('\\') ? trimmed.slice(0, -1) : trimmed;
    let lead = shown.length - shown.trimStart().length;
    // The lines of a quotation begin with its sign.
    while (shown[lead] === '>' || shown[lead] === ' ') lead++;
    const [first = ''] = shown.slice(lead).split(' ', 1);
    if (before !== null && first !== '') joints.push({ before, after: { text: first, start: start + lead } });
    const last = shown.lastIndexOf(' ') + 1;
    before = shown.length > last ? { text: shown.slice(last), start: start + last } : null;
    start += line.length + 1;
  }
  return joints;
}

/** Where a token is. Only a shape that its maker gave it is known again in words that happen to meet. */
function tokensIn(text: string, detector: DocumentDetector): readonly TextRange[] {
  if (text === '') return [];
  const { findings, spans, failed }: Detection = detector.detect(text);
  if (failed) throw new Error('the detector failed');
  return spans.filter(meetsIn(findings.filter(({ kind }) => kind === 'token')));
}

/** Says of ranges, asked in order, whether they meet one of these, which are in order too. */
function meetsIn(ranges: readonly TextRange[]): (asked: TextRange) => boolean {
  let i = 0;
  return ({ start, end }) => {
    while (i < ranges.length && (ranges[i]?.end ?? 0) <= start) i++;
    return (ranges[i]?.start ?? end) < end;
  };
}
