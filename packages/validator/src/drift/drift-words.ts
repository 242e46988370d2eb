import { fromWords, wordsOf } from '@memora/language/scripts';
import {
  CONDITION,
  DENIAL,
  HEDGE,
  isFunctionWord,
  isNegator,
  modalClass,
  ONLY,
  quantifierClass,
  traitsOf,
} from '../words/lexicon.ts';
import { sideOf } from '../words/opposites.ts';
import { wordKey } from '../words/read-words.ts';

/* What the lexicon of the guard does not say of a word: its time, its join, and who says what follows. */

const TRAITS = [
  'and',
  'or',
  'present',
  'past',
  'future',
  'saying',
  'soft',
  'proviso',
  'former',
  'think',
  'honorific',
] as const;

type DriftTrait = (typeof TRAITS)[number];

const traitsByWord = fromWords(() => {
  const found = new Map<string, DriftTrait[]>();
  for (const trait of TRAITS) {
    for (const word of wordsOf(trait)) {
      for (const form of new Set([word, wordKey(word)])) {
        // `é` is a verb and `e` a join: accents keep them apart.
        if (form !== word && form.length === 1) continue;
        found.set(form, [...(found.get(form) ?? []), trait]);
      }
    }
  }
  return found;
});

/** Opposites that the guard compares in another way, where a number stands beside them. */
const turns = fromWords(() => {
  const sides = new Map<string, number>();
  wordsOf('turns', ',').forEach((pair, i) => {
    const [left = '', right = ''] = pair.split('|');
    for (const word of left.split(' ')) sides.set(wordKey(word), 1000 + i);
    for (const word of right.split(' ')) sides.set(wordKey(word), -1000 - i);
  });
  return sides;
});

/** All that a word does to a sentence; `null` for a word that only says something. */
export interface WordRole {
  readonly negator: boolean;
  readonly denial: boolean;
  readonly quantifier: string;
  readonly modal: string;
  readonly hedge: boolean;
  readonly only: boolean;
  readonly condition: boolean;
  readonly side: number;
  readonly function: boolean;
  readonly traits: readonly DriftTrait[];
}

const rolesByWord = fromWords(() => new Map<string, WordRole>());
/** Words of a text are remembered while they are this few. */
const MOST_ROLES = 20_000;

/** The role of a word by its key. `written` is the word in lower case, where accents matter. */
export function roleOf(key: string, written: string): WordRole {
  const roles = rolesByWord();
  const known = roles.get(written);
  if (known !== undefined) return known;
  const traits = traitsByWord().get(written) ?? traitsByWord().get(key) ?? NONE;
  const bits = traitsOf(key);
  const role: WordRole = {
    // Half of a French negator: the other half is the one that tells.
    negator: isNegator(key) && key !== 'ne',
    denial: (bits & DENIAL) !== 0,
    quantifier: quantifierClass(key),
    modal: modalClass(key),
    hedge: (bits & HEDGE) !== 0,
    only: (bits & ONLY) !== 0,
    condition: (bits & CONDITION) !== 0 || traits.includes('proviso'),
    side: sideOf(key) || (turns().get(key) ?? 0),
    function:
      isFunctionWord(key) || key === 'ne' || key === 'than' || traits.some((trait) => GRAMMAR.has(trait)),
    traits,
  };
  if (roles.size >= MOST_ROLES) roles.clear();
  roles.set(written, role);
  return role;
}

/** What a name, a figure or a word in capitals does. */
export const NO_ROLE: WordRole = {
  negator: false,
  denial: false,
  quantifier: '',
  modal: '',
  hedge: false,
  only: false,
  condition: false,
  side: 0,
  function: false,
  traits: [],
};

const NONE: readonly DriftTrait[] = [];
const GRAMMAR: ReadonlySet<DriftTrait> = new Set(['and', 'or', 'present', 'past', 'future', 'honorific']);
