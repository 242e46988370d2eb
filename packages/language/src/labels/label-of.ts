import { splitWords } from '../text/split-words.ts';
import labels from './labels.json' with { type: 'json' };

/** The meaning of a key, label or heading for the text below it. */
export type Label =
  | 'decision'
  | 'conclusion'
  | 'proposal'
  | 'due'
  | 'done'
  | 'filler'
  | 'decider'
  | 'decides';

/** If a label has several words, the first of these meanings that one of them has is taken. */
const LABELS = ['proposal', 'decision', 'conclusion', 'due', 'done'] as const;
/** A text with more words is a sentence and not a label. */
const MOST_WORDS = 5;
const LONGEST = 60;

/** The meaning of a label or heading such as "Key decisions:" or "Conclusion/Resolution"; null if it holds any other word. */
export function labelOf(text: string): (typeof LABELS)[number] | null {
  if (text.length > LONGEST) return null;
  const words = wordsOf(text).filter((word) => !isNumber(word));
  if (words.length > MOST_WORDS) return null;
  const said = words.map((word) => readLabels().get(word) ?? NONE);
  if (said.some((each) => each.length === 0)) return null;
  return LABELS.find((label) => said.some((each) => each.includes(label))) ?? null;
}

/** True if a text of any length holds a word of this label. */
export function holdsLabel(text: string, label: Label): boolean {
  return wordsOf(text).some((word) => (readLabels().get(word) ?? NONE).includes(label));
}

/** The words of a text in the form in which labels are compared, in order. */
export function wordsOf(text: string): string[] {
  return splitWords(text).flatMap((run) => run.text.toLowerCase().split('/'));
}

/** True if the word belongs to this label. */
export function isLabel(word: string, label: Label): boolean {
  return (readLabels().get(word) ?? NONE).includes(label);
}

const NONE: readonly Label[] = [];
const WORDS: Readonly<Record<Label, Readonly<Record<string, string>>>> = labels;

function isNumber(word: string): boolean {
  return (
    word !== '' && [...word].every((sign) => (sign >= '0' && sign <= '9') || sign === '-' || sign === '.')
  );
}

let byWord: ReadonlyMap<string, readonly Label[]> | null = null;

function readLabels(): ReadonlyMap<string, readonly Label[]> {
  if (byWord !== null) return byWord;
  const read = new Map<string, Label[]>();
  for (const [label, byLanguage] of Object.entries(WORDS) as [Label, Record<string, string>][]) {
    for (const word of Object.values(byLanguage).join(' ').split(' ')) {
      const all = read.get(word) ?? [];
      if (!all.includes(label)) all.push(label);
      read.set(word, all);
    }
  }
  byWord = read;
  return read;
}
