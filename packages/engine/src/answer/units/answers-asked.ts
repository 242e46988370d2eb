import { type AskedKind, LIGHT_WORDS } from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import { isOfKind } from './rate-unit.ts';
import type { UnitTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';

/**
 * From this share of what is asked for, by rarity, a unit answers. It is where answering what can be answered and not answering what can't are best balanced on the
 * dev half of `bench answers`, which prints the figures.
 */
const ENOUGH = 0.45;
/** The same of a unit that holds a name which is only like one that is asked for. */
const ENOUGH_OF_ANOTHER = 0.6;
/** What a word counts that says little of what a question is about. */
const LIGHT = 0.3;

/** True where a unit holds enough of what is asked for in its words, title and headings, and is of the kind that is asked for. */
export function answersAsked(unit: Unit, traits: UnitTraits, asked: AskedKind): boolean {
  const isOther = unit.found.some(({ evidence }) =>
    evidence.some(({ words }) => words.some(({ other }) => other === true)),
  );
  // Whoever begins a sentence may be a name or not: nothing is kept from the reader for it.
  const isFit = asked === 'who' ? traits.name || traits.mayName : isOfKind(traits, asked);
  return isFit && coverageOf(unit) >= (isOther ? ENOUGH_OF_ANOTHER : ENOUGH);
}

/** Of all that is asked for, what the passages of a unit hold together; a word that one of them holds is held. */
export function coverageOf({ found }: Pick<Unit, 'found'>): number {
  const heldByWord = new Map<string, { share: number; held: number }>();
  for (const { evidence } of found)
    for (const { words } of evidence)
      for (const { word, share, held } of words) {
        const before = heldByWord.get(word);
        if (before === undefined || held > before.held) heldByWord.set(word, { share, held });
      }
  let [all, together] = [0, 0];
  for (const [word, { share, held }] of heldByWord) {
    const weight = share * (LIGHT_WORDS.has(foldWord(word)) ? LIGHT : 1);
    all += weight;
    together += weight * held;
  }
  return all === 0 ? Math.max(0, ...found.map(({ coverage }) => coverage)) : together / all;
}
