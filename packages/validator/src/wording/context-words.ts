import { isBoldLine } from '@memora/language/passages';
import { fromWords, wordsOf } from '@memora/language/scripts';
import { segmentSentences } from '@memora/language/sentences';
import type { NotePassage } from '../passages/note-text.ts';
import { withoutFirstBox } from '../passages/read-boxes.ts';
import type { OutlineBlock } from '../passages/read-outline.ts';
import { endsInColon } from '../statements/blocks/ends-in-colon.ts';
import { denyingWords } from './find-other-value.ts';
import { readWords } from './read-words.ts';

export const leadInWords = fromWords(() => new Set(wordsOf('leadin').flatMap(readWords)));

interface Names {
  /** Titles and headings, outermost first. */
  readonly headings: readonly (readonly string[])[];
  /** The text of each. */
  readonly texts: readonly string[];
  /** The lead-in of a list or paragraph, and the items that the place is in. */
  readonly leadIns: readonly (readonly string[])[];
  readonly speaker: readonly string[];
}

/** A lead-in, or an item with its depth. */
interface Line {
  readonly depth: number;
  readonly text: string;
}

/** The depth of a paragraph outside of lists. */
const NO_ITEM = -1;

/** The names above a place of a passage, those inside the passage included. */
function namesAbove({ blocks, context }: NotePassage, start: number): Names {
  const { title, path, headings, speaker, leadIn } = context;
  const inner: OutlineBlock[] = [];
  const given = leadIn === null ? [] : leadIn.split(' › ');
  const depthOf = ({ kind, depth }: OutlineBlock) => (kind === 'item' ? depth : undefined) ?? NO_ITEM;
  const outermost = (blocks[0]?.depth ?? 0) - given.length;
  let lines: Line[] = given.map((text, i) => ({ text, depth: Math.max(NO_ITEM, outermost + i) }));
  for (const block of blocks) {
    const { kind, level = BOLD_LEVEL, text } = block;
    const depth = block.depth ?? NO_ITEM;
    if (depthOf(block) > NO_ITEM) lines = lines.filter((line) => line.depth < depth);
    else if (kind === 'paragraph') lines = lines.filter((line) => line.depth <= depth);
    if (block.start >= start) break;
    if (kind === 'heading' || (depth === NO_ITEM && kind === 'paragraph' && isBoldLine(text))) {
      while ((inner.at(-1)?.level ?? BOLD_LEVEL) >= level && inner.length > 0) inner.pop();
      inner.push(block);
      lines = [];
    } else if (kind === 'item') lines = [...lines, { depth, text }];
    else if (kind === 'paragraph' && depth === NO_ITEM) lines = endsInColon(text) ? [{ depth, text }] : [];
  }
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('.');
  const all = [toWords(name), title, ...headings, ...inner.map(({ text }) => text)];
  const named = all.filter((text): text is string => readWords(text ?? '').length > 0);
  return {
    headings: named.map(readWords),
    texts: named,
    leadIns: lines.map(({ text }) => readWords(lastOfLeadIn(withoutFirstBox(text)))),
    speaker: readWords(speaker ?? ''),
  };
}

/** The sentence of a paragraph that introduces what follows. */
function lastOfLeadIn(text: string): string {
  const last = endsInColon(text) ? segmentSentences(text).at(-1) : undefined;
  return text.slice(last?.start ?? 0);
}

/** The level of a bold line that serves as a heading. */
const BOLD_LEVEL = 7;

/** A path as words. */
function toWords(path: string): string {
  return path.replace(/[/_.-]/gu, ' ');
}

/**
 * Whether words name a heading or another name above a place: true if they are whole names in their order,
 * and the last one is the nearest heading, the lead-in or the speaker; false if the last one is another name;
 * null if they are not names. In quoted speech, words before a sentence may only name the speaker; lines above
 * it (`areLines`) may be headings too.
 */
export function isNearestName(
  words: readonly string[],
  passage: NotePassage,
  start: number,
  areLines = false,
): boolean | null {
  const dates = new Set(readWords(passage.context.dates.join(' ')));
  const isNaming = (word: string) => !dates.has(word) && !leadInWords().has(word);
  const toNamed = (from: readonly string[]) => (areLines ? from.filter(isNaming) : from);
  const said = toNamed(words).filter((word) => !dates.has(word));
  const { headings, texts, leadIns, speaker } = namesAbove(passage, start);
  const isSpeech = speaker.length > 0 && !areLines;
  let [at, last] = [0, ''];
  for (const [i, whole] of (isSpeech ? [speaker] : [...headings, ...leadIns, speaker]).entries()) {
    const begins = (name: readonly string[]) =>
      name.length > 0 && name.every((word, j) => word === said[at + j]);
    let name = toNamed(whole);
    if (areLines && at < said.length && !begins(name)) name = toNamed(lastOf(texts[i] ?? ''));
    if (begins(name)) {
      at += name.length;
      last = toNamed(whole).join(' ');
    }
  }
  if (at < said.length) return null;
  const nearest = [leadIns.at(-1), headings.at(-1), speaker].map((name = []) => toNamed(name).join(' '));
  return nearest.includes(last) || said.length === 0;
}

/**
 * The line that a note does not have above these places, or null. Words that only introduce those of a note
 * are ignored. `lines`: those of the answer, outermost first.
 */
export function strangeLine(
  lines: readonly string[],
  places: readonly { readonly passage: NotePassage; readonly start: number }[],
): string | null {
  const said = lines
    .map((line) => ({ line, words: readWords(withoutFirstBox(line)) }))
    .filter(({ words }) => !places.every(({ passage }) => namesNote(words, passage)));
  const isAbove = (words: readonly string[]) =>
    places.map(({ passage, start }) => isNearestName(words, passage, start, true));
  if (isAbove(said.flatMap(({ words }) => words)).includes(true)) return null;
  const strange = said.findLast(({ words }) => !isAbove(words).some((isName) => isName !== null));
  return (strange ?? said.at(-1))?.line ?? null;
}

/** The words of the last sentence of a heading: `Voting` of `Section 7. Voting`. */
function lastOf(heading: string): readonly string[] {
  return readWords(heading.slice(segmentSentences(heading).at(-1)?.start ?? 0));
}

/** True for a line that only says where its words are from: the name of the note, or words of it with those that introduce a source. */
function namesNote(words: readonly string[], { context: { title, path } }: NotePassage): boolean {
  const names = [title ?? '', toWords(path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '')].map(
    readWords,
  );
  const said = words.join(' ');
  if (names.some((name) => name.join(' ') === said)) return true;
  const own = new Set(names.flat());
  const rest = words.filter((word) => !leadInWords().has(word));
  return rest.length < words.length && rest.every((word) => own.has(word) && !denyingWords().has(word));
}

/**
 * The words around the passages: who and what a lead-in may name. In quoted speech, only the speaker may be
 * named. Negations do not count.
 */
export function contextWords(passages: readonly NotePassage[]): ReadonlySet<string> {
  const words = passages.flatMap(({ blocks, context: { title, path, headings, dates, speaker, leadIn } }) => {
    const inner = blocks.filter(({ kind, text }) => kind === 'heading' || endsInColon(text));
    const around = [title, toWords(path), path, ...headings, leadIn, ...inner.map(({ text }) => text)];
    return readWords([...(speaker === null ? around : [speaker]), ...dates].filter(Boolean).join('\n'));
  });
  const denying = denyingWords();
  return new Set(words.filter((word) => !denying.has(word)));
}
