import { holdsForm, holdsSame } from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { Unit } from '../units/unit.ts';
import { sharesStart } from '../units/words/shares-start.ts';
import { wordsOf } from '../units/words/words-of.ts';
import type { EvidenceWord } from './evidence.ts';

/** What is held by units, one or several of them. */
export type Held = Pick<Unit, 'found'> & Partial<Pick<Unit, 'blocks' | 'notePath'>>;

/** Notes that tell of the project they lie in without naming it. */
const READ_FIRST = /(?:^|\/)(?:readme|about|home|index)[^/]*$/iu;
/** What such a project is called, folded. */
const PROJECT: ReadonlySet<string> = new Set(
  'project projekt projet proyecto progetto projeto проект repository repo repositorium repositorio depot'.split(
    ' ',
  ),
);

/**
 * Each word that is asked for, as a unit holds it: a word that one of its passages holds is held. So is one that it tells by its form (`425F` is a temperature), and the
 * project where its readme speaks.
 */
export function heldWords({ found, blocks, notePath }: Held): EvidenceWord[] {
  const held = new Map<string, EvidenceWord>();
  const isProse = proseOf(found, blocks);
  for (const { evidence, passage } of found)
    for (const { words } of evidence)
      for (const word of words) {
        const isOfSample = passage?.kind === 'code' && word.own > 0 && !isProse(foldWord(word.word));
        const each = isOfSample ? { ...word, held: word.held * IN_CODE } : word;
        const before = held.get(each.word);
        if (before === undefined || each.held > before.held) held.set(each.word, each);
      }
  const isReadFirst = notePath !== undefined && READ_FIRST.test(notePath);
  const text = textOf(blocks);
  const fileName = wordsOf(notePath?.replace(/^.*\/|\.[^./]*$/gu, '') ?? '');
  const isTold = (word: string) =>
    (isReadFirst && PROJECT.has(word)) ||
    fileName.some((each) => sharesStart(each, word)) ||
    holdsForm(word, text);
  const asked = new Set([...held.keys()].map(foldWord));
  const folded = foldWord(text.toLowerCase());
  return [...held.values()].map((each) => {
    const word = foldWord(each.word);
    if (each.held < SAID_ELSE && each.name !== true && holdsSame(word, folded))
      return { ...each, held: SAID_ELSE };
    if (each.held < 1) return each.other !== true && isTold(word) ? { ...each, held: 1 } : each;
    return text !== '' && isOnlyInNames(word, text, asked) ? { ...each, held: IN_A_NAME } : each;
  });
}

/** How much of the rarest of the names that are asked for is held; all of it where no name is asked for. */
export function holdsRarestName(words: readonly EvidenceWord[]): number {
  const [rarest] = words.filter(({ name }) => name === true).sort((a, b) => b.share - a.share);
  return rarest?.held ?? 1;
}

/** As much of a word is held where another that says the same stands there. */
const SAID_ELSE = 0.8;
/** Less of a word is held where it is but a part of another's name. */
const IN_A_NAME = 0.25;
/** Less of a word is held where only a fence of code holds it: a sample is full of names of what it is a sample of nothing of. */
const IN_CODE = 0.5;
/** `FreeBSD`, `JavaScript`: a name of several parts. */
const PARTED = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}*)+(?![\p{L}\p{N}])/gu;

/** Tells of a folded word whether a unit has it outside its code, over it too. */
function proseOf(found: Unit['found'], blocks: Unit['blocks'] = []): (word: string) => boolean {
  let words: readonly string[] | undefined;
  return (word) => {
    if (words === undefined) {
      const [best] = found;
      const prose = textOf(blocks.filter(({ kind }) => kind !== 'code'));
      words = wordsOf([best?.noteTitle ?? '', ...(best?.headingPath ?? []), prose].join('\n'));
    }
    return words.some((each) => sharesStart(each, word));
  };
}

/** True where a text holds a word of the question as a part of names alone, of which the question does not ask: `free` in `FreeBSD`. */
function isOnlyInNames(word: string, text: string, asked: ReadonlySet<string>): boolean {
  let isInName = false;
  const rest = text.replace(/`[^`]*`/gu, ' ').replace(PARTED, (name) => {
    const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part) => foldWord(part.toLowerCase()));
    if (parts.includes(word) && !parts.every((part) => asked.has(part))) isInName = true;
    return ' ';
  });
  return isInName && !foldWord(rest.toLowerCase()).includes(word) && !text.includes('`');
}

/** True where a unit tells by its form what a word of the question names, and does not say the word. */
export function tellsForm({ found, blocks }: Pick<Unit, 'found' | 'blocks'>): boolean {
  const text = textOf(blocks);
  return heldWords({ found }).some(({ word, held }) => held === 0 && holdsForm(foldWord(word), text));
}

function textOf(blocks: Unit['blocks'] = []): string {
  return blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
}
