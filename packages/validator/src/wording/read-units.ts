import { segmentSentences } from '@memora/language/sentences';
import type { NotePassage } from '../passages/note-text.ts';
import { readBoxes, readPartBoxes, withoutFirstBox } from '../passages/read-boxes.ts';
import { type OutlineBlock, readField } from '../passages/read-outline.ts';
import { withoutClosingMarks } from '../passages/without-closing-marks.ts';
import { type PlacedSign, readSigns } from './read-signs.ts';
import { readWords } from './read-words.ts';

/** The form of a unit of a note: a question, a task by its box, somebody's words, or struck-out text. */
export type UnitForm = '?' | `[${string}]` | '>' | '"' | '~~';

/** A whole sentence, item, cell, row, heading or line of code. */
export interface WordUnit {
  readonly words: readonly string[];
  readonly forms: readonly UnitForm[];
  /** The boxes of the task, if it is one or may be one. */
  readonly boxes: readonly string[];
  /**
   * The boxes of the tasks that contain it, if it has none of its own. A note about a task may describe what
   * was done, or what is still to do.
   */
  readonly around: readonly string[];
  /** All boxes in it, including those between words, which do not make it a task. */
  readonly allBoxes: readonly string[];
  /** The signs in it that are not words. */
  readonly signs: readonly PlacedSign[];
  /** True for a unit that contains others: an item of several sentences, a row. Its words are in them too. */
  readonly isWhole: boolean;
  /** True for a whole row of several cells. */
  readonly isRow: boolean;
  /** True for a sentence or item; false for a heading, cell or line of code. */
  readonly isProse: boolean;
  /** True if it ends with a stop. */
  readonly isStopped: boolean;
  /** True for a unit without a stop that is followed by a line with a property. */
  readonly isCut: boolean;
  /** The key of the property that it is, or whose value it is; otherwise empty. */
  readonly label: readonly string[];
  /** The range of its block, UTF-16. */
  readonly start: number;
  readonly end: number;
}

/** The units of a passage, and the position of each word in them. */
export interface PassageWords {
  /** In order of the passage. */
  readonly units: readonly WordUnit[];
  /** The words of all units that contain no others, in sequence. */
  readonly stream: readonly string[];
  readonly streamUnits: readonly number[];
  /** Indexes of units by each word. */
  readonly unitsByWord: ReadonlyMap<string, readonly number[]>;
}

const KEY = Symbol('words');

/** Reads the units of a passage, once. */
export function readPassageWords(passage: NotePassage): PassageWords {
  const known = passage.kept.get(KEY) as PassageWords | undefined;
  if (known !== undefined) return known;
  const units = readUnits(passage.blocks);
  const stream: string[] = [];
  const streamUnits: number[] = [];
  const unitsByWord = new Map<string, number[]>();
  units.forEach(({ words, isWhole }, i) => {
    for (const word of isWhole ? [] : words) {
      stream.push(word);
      streamUnits.push(i);
    }
    for (const word of new Set(words)) {
      const list = unitsByWord.get(word);
      if (list === undefined) unitsByWord.set(word, [i]);
      else list.push(i);
    }
  });
  const read = { units, stream, streamUnits, unitsByWord };
  passage.kept.set(KEY, read);
  return read;
}

function readUnits(blocks: readonly OutlineBlock[]): WordUnit[] {
  const units: WordUnit[] = [];
  for (const group of paragraphsOf(blocks)) {
    const [first] = group as [OutlineBlock];
    const text = group.map((block) => block.text).join(' ');
    const field = first.kind === 'row' || first.kind === 'code' ? null : readField(text);
    const label = field === null ? [] : readWords(field.key);
    const parts = field === null ? partsOf(first.kind, text) : [text];
    const isProse = field === null && (first.kind === 'paragraph' || first.kind === 'item');
    const [start, end] = [first.start, (group.at(-1) as OutlineBlock).end];
    const last = parts.at(-1);
    const add = (
      part: string,
      isWhole: boolean,
      found: readonly string[] = readBoxes(part).tasks,
      isStruck = false,
    ) => {
      const words = readWords(withoutFirstBox(part));
      const boxes = [...found, ...first.boxes];
      const box = (boxes.find((each) => each !== '[x]') ?? boxes[0]) as UnitForm | undefined;
      if (words.length > 0)
        units.push({
          words,
          forms: [
            ...(isStruck ? (['~~'] as const) : []),
            ...(box === undefined ? [] : [box]),
            ...(first.isQuote ? (['>'] as const) : formsOf(part)),
          ],
          boxes,
          around: boxes.length === 0 ? first.around : [],
          allBoxes: [...boxes, ...first.around, ...readBoxes(part).all],
          signs: readSigns(part),
          isWhole,
          isRow: first.kind === 'row' && parts.length > 1 && part === text,
          isProse,
          isStopped: isStopped(part),
          isCut: first.isBeforeField === true && (isWhole || part === last) && !isStopped(part),
          label,
          start,
          end,
        });
    };
    const struck = first.kind === 'code' || !text.includes(STRIKE) ? [] : readStruck(parts);
    if (field !== null) add(field.value, true, undefined, struck[0]?.isStruck);
    else if (parts.length > 1 && first.kind !== 'paragraph')
      add(
        text,
        true,
        undefined,
        struck.some((part) => part.isStruck || part.isPartStruck),
      );
    const boxes = first.kind === 'code' ? [] : readPartBoxes(parts);
    parts.forEach((part, i) => {
      const sentences = first.kind === 'row' ? sentencesOf(part) : [];
      const { standing = part, isStruck = false, isPartStruck = false } = struck[i] ?? {};
      // A statement may repeat a sentence without the struck-out part, or with it if it strikes out the same
      // part.
      if (isPartStruck) add(part, true, boxes[i], true);
      add(isStruck ? part : standing, sentences.length > 1, boxes[i], isStruck);
      for (const sentence of sentences.length > 1 ? sentences : []) add(sentence, false, boxes[i], isStruck);
    });
  }
  return units;
}

const STRIKE = '~~';

interface StruckPart {
  /** The part without what is struck out. */
  readonly standing: string;
  /** Whether all its words are struck out, and whether some are. */
  readonly isStruck: boolean;
  readonly isPartStruck: boolean;
}

/** The struck-out ranges of each part. The last of an odd number of marks strikes out nothing. */
function readStruck(parts: readonly string[]): StruckPart[] {
  let left = parts.join('').split(STRIKE).length - 1;
  let isStruck = false;
  return parts.map((part) => {
    let standing = '';
    for (const [i, piece] of part.split(STRIKE).entries()) {
      if (i > 0) {
        left--;
        isStruck = !isStruck && left > 0;
      }
      if (!isStruck) standing += piece;
    }
    const [all, some] = [readWords(part).length, readWords(standing).length];
    return { standing, isStruck: all > 0 && some === 0, isPartStruck: some > 0 && some < all };
  });
}

/** Sentences of one long paragraph are in several entries. */
function paragraphsOf(blocks: readonly OutlineBlock[]): OutlineBlock[][] {
  const groups: OutlineBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (
      block.kind === 'paragraph' &&
      last?.[0]?.kind === 'paragraph' &&
      last[0].block === block.block &&
      block.block !== 0
    )
      last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Between two cells of a row. */
export const BETWEEN_CELLS = /(?<!\\)\|/u;

function partsOf(kind: OutlineBlock['kind'], text: string): string[] {
  if (kind === 'row') return text.split(BETWEEN_CELLS);
  if (kind === 'code') return text.split('\n').filter((line) => !/^\s*(?:`{3}|~{3})/u.test(line));
  if (kind === 'heading') return [withoutClosingMarks(text)];
  return sentencesOf(text);
}

/** True if the last sign of a text, without closing marks, is a stop. */
function isStopped(text: string): boolean {
  let end = text.length;
  while (end > 0 && ' \n*_~"\'”’»)]」』）】'.includes(text[end - 1] as string)) end--;
  return '.!?…。！？।॥۔؟'.includes(text[end - 1] ?? ' ');
}

function sentencesOf(text: string): string[] {
  const parts: string[] = [];
  // Text without words, such as the cross after a stop, belongs to the sentence before it.
  for (const { start, end } of segmentSentences(text)) {
    const part = text.slice(start, end);
    if (parts.length > 0 && readWords(part).length === 0) parts.push(`${parts.pop()} ${part}`);
    else parts.push(part);
  }
  return parts;
}

const QUESTION = /(?<!\[)[?？؟⁇⁈⁉‽]["'”’»)\]*_~」』）】\s!！.…|]*$/u;
const IN_QUOTES = /^[\s*_]*(?:"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』)[.,!\s*_]*$/u;

function formsOf(text: string): UnitForm[] {
  if (QUESTION.test(text)) return ['?'];
  return IN_QUOTES.test(text) ? ['"'] : [];
}
