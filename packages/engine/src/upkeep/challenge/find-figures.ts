import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { findDate, isDateOnly, readDateMentions } from '@memora/language/dates';
import { readNumbers } from '@memora/language/numbers';
import { chooseFacts } from '../consolidate/choose-facts.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { Finding } from './finding.ts';
import type { NoteLinks } from './note-links.ts';
import type { NoteWords } from './note-words.ts';

/** Figures that differ by more than this factor count different things. */
const FARTHEST = 4;
/** A shorter key does not name a value: `id`, `no`, `x`. */
const SHORTEST_KEY = 4;

/** A value under a key of a note, and the words that a sentence must contain to be about it. */
interface Keyed {
  readonly claim: Claim;
  readonly key: string;
  readonly number: number | null;
  readonly unit: string;
  readonly day: string | null;
}

/**
 * One thing with two figures: a key of a note with a number or a day, and a sentence with another figure. The
 * sentence is not older than the note, names the key, and is in the same note or names or links it. The
 * finding is a question: "14k or 12,000?"
 */
export async function findFigures(
  { claims }: VaultFacts,
  links: ReadonlyMap<string, NoteLinks>,
  words: NoteWords,
): Promise<Finding[]> {
  const facts = chooseFacts(claims);
  const keyed = facts.flatMap((claim) => toKeyed(claim) ?? []);
  if (keyed.length === 0) return [];
  const found = new Map<Keyed, Claim[]>();
  for (const claim of facts) {
    if (claim.object !== null && toKeyed(claim) !== null) continue;
    const text = normaliseTerm((await words.read(claim)) ?? '');
    for (const each of keyed) {
      if (!holdsWord(text, each.key) || !isAbout(claim, text, each.claim, links)) continue;
      if ((claim.validFrom ?? '9') < (each.claim.validFrom ?? '')) continue;
      if (hasOtherFigure(text, each)) found.set(each, [...(found.get(each) ?? []), claim]);
    }
  }
  return [...found].map(([{ claim, key }, others]): Finding => {
    const newest = others.sort((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? 1 : -1));
    return {
      kind: 'contradiction',
      reason: 'two_figures',
      severity: 'medium',
      claims: [claim, ...newest],
      thing: `${claim.noteTitle} · ${key}`,
      day: newest[0]?.validFrom?.slice(0, 10) ?? null,
      action: `${claim.notePath} gives one figure and ${newest[0]?.notePath === claim.notePath ? 'a line below it' : newest[0]?.notePath} another: which is right?`,
    };
  });
}

function toKeyed(claim: Claim): Keyed | null {
  const { object, predicate, subject, noteTitle, confidence } = claim;
  const key = normaliseTerm(predicate);
  // Only a property of the note: the word before a colon in a text may be a speaker.
  if (object === null || confidence < 1 || subject !== noteTitle) return null;
  if (key.length < SHORTEST_KEY || key.includes(' ') || object.includes('://')) return null;
  if (isDateOnly(object)) {
    const day = findDate(object)?.validFrom?.slice(0, 10) ?? null;
    return day?.length === 10 ? { claim, key, number: null, unit: '', day } : null;
  }
  const [number, ...more] = readNumbers(object);
  if (number === undefined || more.length > 0 || number.ordinal || number.bound !== '') return null;
  if (object.trim().split(' ').length > 3) return null;
  return { claim, key, number: largest(number.values), unit: number.unit, day: null };
}

/** True if a claim is in the note of the figure, or its text names that note. */
function isAbout(
  claim: Claim,
  text: string,
  { notePath, noteTitle }: Claim,
  links: ReadonlyMap<string, NoteLinks>,
): boolean {
  if (claim.notePath === notePath) return true;
  const names = [noteTitle, ...(links.get(notePath)?.aliases ?? [])].map(normaliseTerm);
  return names.some((name) => name.length >= SHORTEST_KEY && holdsWord(text, name));
}

function hasOtherFigure(text: string, { number, unit, day }: Keyed): boolean {
  const mentions = readDateMentions(text);
  if (day !== null) {
    const days = mentions.map(({ from }) => new Date(from).toISOString().slice(0, 10));
    return days.length === 1 && days[0] !== day;
  }
  if (number === null) return false;
  const isInDate = (at: number) => mentions.some(({ start, end }) => start <= at && at < end);
  const figures = readNumbers(text)
    .filter(({ start, ordinal, spelled }) => !isInDate(start) && !ordinal && !spelled)
    .map((token) => ({ value: largest(token.values), unit: token.unit }))
    .filter(({ value }) => value !== null && value !== number);
  const [other, ...more] = figures;
  if (other === undefined || other.value === null || more.length > 0) return false;
  const isSameUnit = unit === '' || other.unit === '' || unit === other.unit;
  const ratio = other.value / number;
  return isSameUnit && ratio <= FARTHEST && ratio >= 1 / FARTHEST;
}

function largest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

/** True if a normalised text contains a normalised name that is not followed by a letter or digit. */
function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]];
    if (!isLetter(before) && !isLetter(after)) return true;
  }
  return false;
}

function isLetter(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase() || (character >= '0' && character <= '9');
}
