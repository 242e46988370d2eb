import { fromWords, wordsOf } from '@memora/language/scripts';
import type { NotePassage } from '../passages/note-text.ts';
import type { OutlineBlock } from '../passages/read-outline.ts';
import { denyingWords } from './find-other-value.ts';
import { readWords } from './read-words.ts';

export const leadInWords = fromWords(() => new Set(wordsOf('leadin').flatMap(readWords)));

interface Names {
  /** Titles and headings, outermost first; in quoted speech only the speaker. */
  readonly headings: readonly (readonly string[])[];
  /** The lead-in of a list or paragraph; empty if there is none. */
  readonly leadIn: readonly string[];
}

/** The names above a place of a passage, those inside the passage included. */
function namesAbove({ blocks, context }: NotePassage, start: number): Names {
  const { title, path, headings, speaker, leadIn } = context;
  if (speaker !== null) return { headings: [readWords(speaker)], leadIn: [] };
  const inner: OutlineBlock[] = [];
  let above = leadIn;
  for (const block of blocks) {
    if (block.start >= start) break;
    const { kind, level = 0, text } = block;
    if (kind === 'heading') {
      while ((inner.at(-1)?.level ?? 0) >= level && inner.length > 0) inner.pop();
      inner.push(block);
      above = null;
    } else if (isLeadIn(text)) above = text;
    else if (kind === 'paragraph') above = null;
  }
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('.');
  const all = [toWords(name), title, ...headings, ...inner.map(({ text }) => text)];
  return {
    headings: all.map((text) => readWords(text ?? '')).filter((words) => words.length > 0),
    leadIn: readWords(above ?? ''),
  };
}

/** A path as words. */
function toWords(path: string): string {
  return path.replace(/[/_.-]/gu, ' ');
}

function isLeadIn(text: string): boolean {
  return text.trimEnd().endsWith(':');
}

/**
 * Whether words name a heading or another name above a place: true if they are whole names in their order,
 * and the last one is the nearest heading, the lead-in or the speaker; false if the last one is another name;
 * null if they are not names.
 */
export function isNearestName(words: readonly string[], passage: NotePassage, start: number): boolean | null {
  const dates = new Set(readWords(passage.context.dates.join(' ')));
  const said = words.filter((word) => !dates.has(word));
  const { headings, leadIn } = namesAbove(passage, start);
  let [at, last] = [0, ''];
  for (const name of [...headings, leadIn])
    if (name.length > 0 && name.every((word, i) => word === said[at + i])) {
      at += name.length;
      last = name.join(' ');
    }
  if (at < said.length) return null;
  return [leadIn, headings.at(-1) ?? []].some((name) => name.join(' ') === last) || said.length === 0;
}

/**
 * The words around the passages: who and what a lead-in may name. In quoted speech, only the speaker may be
 * named. Negations do not count.
 */
export function contextWords(passages: readonly NotePassage[]): ReadonlySet<string> {
  const words = passages.flatMap(({ blocks, context: { title, path, headings, dates, speaker, leadIn } }) => {
    const inner = blocks.filter(({ kind, text }) => kind === 'heading' || isLeadIn(text));
    const around = [title, toWords(path), path, ...headings, leadIn, ...inner.map(({ text }) => text)];
    return readWords([...(speaker === null ? around : [speaker]), ...dates].filter(Boolean).join('\n'));
  });
  const denying = denyingWords();
  return new Set(words.filter((word) => !denying.has(word)));
}
