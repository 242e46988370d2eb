import {
  type AskedKind,
  asksDuration,
  countsAsked,
  holdsCounted,
  holdsFigure,
  LIGHT_WORDS,
  namesCounted,
} from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import { type Held, heldWords, holdsRarestName } from '../evidence/held-words.ts';
import { isPropertyOfKind } from './is-property-of-kind.ts';
import { isOfKind, isOfLog } from './rate-unit.ts';
import type { UnitTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';
import { headingNames } from './words/heading-asks.ts';
import { holdsOneAlone, lacksSubject } from './words/lacks-subject.ts';
import { sharesStart } from './words/shares-start.ts';
import { tellsOfAnother } from './words/tells-of-another.ts';

/**
 * From this share of what is asked for, by rarity, a unit answers. It is where answering what can be answered and not answering what can't are best balanced on the
 * dev half of `bench answers`, which prints the figures.
 */
const ENOUGH = 0.42;
/** The same of a unit that holds a name which is only like one that is asked for, or nothing of the word that says most of what is asked for. */
const ENOUGH_WITHOUT = 0.6;
/** The same of a unit that tells it of another thing than the one that is asked for, or that lacks whom it is asked of. */
const ENOUGH_OF_ANOTHER = 0.8;
/** A word says most of a question where so much of what is asked for is it alone: `encrypt` in "Does it encrypt notes on disk?". */
const MOST_OF_IT = 0.35;
/** Less of a word is held where only a short word spelt like it stands there: `layer`, where a lawyer is asked for. */
const SPELT_LIKE = 0.45;
/** What a word counts that says little of what a question is about. */
const LIGHT = 0.3;

/** How something is done, and what it is, is told in many words. */
const TELLS: ReadonlySet<AskedKind> = new Set(['how-to', 'definition', 'comparison', 'other']);

/** What a row of links may answer: who somebody is, where something stands, which one; words typed into a search box look for it. */
const LED_TO: ReadonlySet<AskedKind> = new Set(['who', 'where', 'which', 'other']);

/** True where a unit holds enough of what is asked for in its words, title and headings, and is of the kind that is asked for. */
export function answersAsked(unit: Unit, traits: UnitTraits, asked: AskedKind, question: string): boolean {
  const isOther = unit.found.some(({ evidence }) =>
    evidence.some(({ words }) => words.some(({ other }) => other === true)),
  );
  // Whoever begins a sentence may be a name or not: nothing is kept from the reader for it.
  const isFit =
    asked === 'who'
      ? traits.name || traits.mayName
      : isOfKind(traits, asked) ||
        // A number in code counts where it is one of what is asked for.
        (asked === 'how-many' && (countsAsked(question, traits.text) || isCountable(unit, question)));
  if (!isFit || (traits.onlyLeads && !LED_TO.has(asked))) return false;
  if (traits.leadsOn && !headingNames(unit, question)) return false;
  if (
    traits.inFrontmatter &&
    !isPropertyAsked(unit, asked) &&
    !isPropertyOfKind(unit, asked, question) &&
    // `servings: 8 slices` counts the slices, whatever the property is called.
    !(asked === 'how-many' && countsAsked(question, traits.text))
  )
    return false;
  const { coverage, missing, lacksName } = coverageOf(unit);
  if (asked === 'how-to' && (traits.onlyFields || traits.inFrontmatter)) return false;
  if (asked === 'how-to' && isOfLog(unit) && !traits.steps) return false;
  if (asked === 'how-many' && !isCountedNamed(unit, question)) return false;
  if (coverage < ENOUGH_OF_ANOTHER) {
    const words = heldWords(unit);
    if (lacksName || lacksSubject(words, question)) return false;
    if (asked === 'how-to' && (holdsOneAlone(words) || (traits.links && !traits.steps))) return false;
  }
  if (coverage < ENOUGH_OF_ANOTHER && !TELLS.has(asked) && tellsOfAnother(unit, question)) return false;
  return coverage >= (isOther || missing >= MOST_OF_IT ? ENOUGH_WITHOUT : ENOUGH);
}

/** A figure of something else is no number of what is counted: one of them names the other, or what stands over both does. */
function isCountedNamed(unit: Unit, question: string): boolean {
  const { blocks, headingPath, noteTitle } = unit;
  const lines = blocks.flatMap((block) => block.lines.map(({ text }) => text));
  return (
    asksDuration(question) ||
    [noteTitle, ...headingPath].some((text) => namesCounted(question, text)) ||
    lines.some((text) => holdsCounted(question, text) && holdsFigure(text)) ||
    isCountable(unit, question)
  );
}

/** True for a list of what is asked the number of, by its heading or the line before it: a reader counts its points. */
function isCountable({ blocks, headingPath, ...unit }: Unit, question: string): boolean {
  const points = blocks.filter(({ mark }) => mark !== '').length;
  if (points < 2 || coverageOf({ ...unit, blocks }).coverage < ENOUGH_OF_ANOTHER) return false;
  const before = blocks[0]?.mark === '' ? (blocks[0].lines.at(-1)?.text ?? '') : '';
  return [headingPath.at(-1) ?? '', before].some((text) => namesCounted(question, text));
}

/**
 * Of all that is asked for, what the passages of a unit hold together. `missing` is the part of the weightiest word that none of them
 * holds, and `lacksName` is true where that of the rarest name is none.
 */
export function coverageOf(unit: Held): {
  readonly coverage: number;
  readonly missing: number;
  readonly lacksName: boolean;
} {
  const words = heldWords(unit);
  const asked = words.map(({ word }) => word);
  let [all, together, missing, likeness] = [0, 0, 0, 0];
  for (const { word, share, held } of words) {
    const isLight = LIGHT_WORDS.has(foldWord(word));
    const weight = share * (isLight ? LIGHT : 1);
    all += weight;
    together += weight * held;
    if (held < SPELT_LIKE && !isLight && !isPutTogether(word, asked) && weight > missing)
      [missing, likeness] = [weight, weight * held];
  }
  const lacksName = holdsRarestName(words) === 0;
  if (all === 0) {
    return { coverage: Math.max(0, ...unit.found.map(({ coverage }) => coverage)), missing: 0, lacksName };
  }
  // What says most of a question is there or it is not: being spelt like it counts for nothing.
  if (missing / all >= MOST_OF_IT) together -= likeness;
  return { coverage: together / all, missing: missing / all, lacksName };
}

/**
 * True where a property is asked for by its name: `rating: 7` answers what rating it has, and `categories: People` nothing about people. What a thing is by itself, no
 * property says that only links elsewhere.
 */
function isPropertyAsked({ blocks, found }: Unit, kind: AskedKind): boolean {
  const asked = found.flatMap(({ evidence }) =>
    evidence.flatMap(({ words }) => words.map(({ word }) => foldWord(word))),
  );
  const lines = blocks.flatMap((block) => block.lines.map(({ text }) => text));
  const names = lines.flatMap(
    (text) =>
      foldWord(text.toLowerCase())
        .match(/^[^:]+(?=:)/u)?.[0]
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  );
  const isName = (word: string) => names.some((name) => sharesStart(word, name));
  if (kind === 'definition' && asked.every(isName) && lines.every(isOnlyLinks)) return false;
  return asked.some(isName);
}

/** `categories: - "[[Places]]"`, behind the name. */
function isOnlyLinks(line: string): boolean {
  const value = line.slice(line.indexOf(':') + 1);
  return value.includes('[[') && !/[\p{L}\p{N}]/u.test(value.replace(/\[\[[^[\]]*\]\]/gu, ''));
}

/** True for `foamgatsby` where `foam` and `gatsby` are asked for as well. */
function isPutTogether(word: string, asked: readonly string[]): boolean {
  const parts = asked.filter((each) => each !== word && word.includes(each));
  return parts.length > 1 && parts.join('').length >= word.length;
}
