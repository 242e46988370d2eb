import { isAuthor } from '@memora/language/passages';
import { segmentSentences } from '@memora/language/sentences';
import { toAnswerLine } from '../to-answer-line.ts';
import { citedBy, innerHeading, type PagePassage } from './search-page.ts';

/** Maximum number of passages that a text of citations repeats. */
const MOST_PASSAGES = 3;
/** In UTF-16 units: the best passage is repeated up to this length, the others only with their best sentence. */
const MOST_TEXT = 900;
const MOST_LINES = 8;

/** Returns the words of the best current passages, sentences before lines of frontmatter, each with its citation: for callers that expect a text. */
export function writePage(passages: readonly PagePassage[]): string {
  let isUnder = false;
  return passages
    .filter(({ holds }) => holds === undefined)
    .slice(0, MOST_PASSAGES)
    .toSorted((a, b) => Number(isFrame(a)) - Number(isFrame(b)))
    .flatMap((passage, at) => {
      const lines = toLines(passage, at);
      const { headings, title } = passage.passage.context;
      // Otherwise it would stand below a heading of the passage before.
      const isOpen = lines.length > 0 && isUnder && !isHeading(lines[0]);
      isUnder ||= lines.some(isHeading);
      return isOpen ? [toHeading(headings.at(-1) ?? title), ...lines] : lines;
    })
    .join('\n')
    .trimStart();
}

const HEADING = '\n## ';

function isHeading(line: string | undefined): boolean {
  return line?.startsWith(HEADING) === true;
}

function toHeading(text: string): string {
  return `${HEADING}${toAnswerLine(text)}\n`;
}

/** True if none of its targets states anything by itself. */
function isFrame({ targets }: PagePassage): boolean {
  return targets.every((target) => target.isFrame);
}

function toLines(passage: PagePassage, at: number): string[] {
  const { targets, best, introducing } = passage;
  const near = at === 0 ? around(passage) : targets.filter(({ span }) => span.start === best?.span.start);
  const chosen = targets.filter((target) => target === introducing || near.includes(target));
  const telling = chosen.filter(({ isFrame }) => !isFrame);
  let above: string | undefined;
  return (telling.length > 0 ? telling : chosen).flatMap((target) => {
    const line = toAnswerLine(target.text);
    const markers = citedBy(target)
      .map((id) => `[claim:${id}]`)
      .join('');
    if (line === '' || markers === '') return [];
    const heading = innerHeading(target, passage.passage.context);
    const isNew = heading !== undefined && heading !== above;
    above = heading;
    return [...(isNew ? [toHeading(heading)] : []), `- ${cite(line, passage, markers)}`];
  });
}

/** A cell or an item may contain several sentences: each gets its writer and citation, so that no sentence relies on another one's. */
function cite(line: string, passage: PagePassage, markers: string): string {
  return segmentSentences(line, { bias: 'split' })
    .map(({ start, end }) => `${attribute(line.slice(start, end), passage)} ${markers}`)
    .join(' ');
}

/** Text that no person wrote is not a fact from the notes. It is quoted with its author. */
function attribute(line: string, { passage }: PagePassage): string {
  const { speaker } = passage.context;
  if (!isAuthor(speaker)) return line;
  return `${speaker.slice(0, 1).toUpperCase()}${speaker.slice(1)} wrote: “${line}”`;
}

/** Returns the sentences around the best one, as many as fit. */
function around({ targets, best }: PagePassage): PagePassage['targets'] {
  const at = Math.max(
    0,
    targets.findIndex(({ span }) => span.start === best?.span.start),
  );
  let [from, to] = [at, at];
  let size = targets[at]?.text.length ?? 0;
  for (let grows = true; grows; ) {
    grows = false;
    for (const next of [to + 1, from - 1]) {
      const length = targets[next]?.text.length;
      if (length === undefined || size + length > MOST_TEXT || to - from + 1 >= MOST_LINES) continue;
      size += length;
      [from, to] = [Math.min(from, next), Math.max(to, next)];
      grows = true;
    }
  }
  return targets.slice(from, to + 1);
}
